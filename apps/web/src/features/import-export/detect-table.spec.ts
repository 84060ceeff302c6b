import type { CsvTableInfo } from '@superscope/contracts/csv-import';
import { expect, it } from 'vitest';
import { headerOf, tableOf } from './detect-table';

const table = (name: string, required: string[], optional: string[], platformBy: CsvTableInfo['platformBy']) =>
  ({
    table: name,
    platformBy,
    columns: [
      ...required.map((column) => ({ name: column, required: true })),
      ...optional.map((column) => ({ name: column, required: false })),
    ],
  }) as CsvTableInfo;
const tables = [
  table('providers', ['providerId', 'name'], ['abn'], null),
  table('companies', ['companyId', 'planId', 'name'], ['abn'], 'plan'),
];
const detected = async (text: string) => tableOf(await headerOf(new Blob([text]), tables), tables);

it('recognises a table by its header, whatever its order, case and quotes', async () => {
  expect(await detected('\uFEFF"Name",PROVIDERID\r\n1,2')).toBe('providers');
  expect(await detected('platformId,companyId,planId,name\n')).toBe('companies');
  // The plan may be chosen beside the file.
  expect(await detected('companyId,name')).toBe('companies');
});

it('recognises a table as spreadsheets save it', async () => {
  expect(await detected('providerId,name,,\r\n1,2,,')).toBe('providers');
  expect(await detected(',providerId,name')).toBe('providers');
  expect(await detected('providerId;name;abn')).toBe('providers');
  expect(await detected('"providerId"\t"name"\n')).toBe('providers');
  expect(await detected('\uFEFFsep=;\r\nproviderId;name\r\n')).toBe('providers');
  expect(await detected('\r\nproviderId,name\r\n')).toBe('providers');
});

it('recognises none if a column is unknown or a required one is missing', async () => {
  expect(await detected('providerId,name,nonsense')).toBeNull();
  expect(await detected('platformId,providerId,name')).toBeNull();
  expect(await detected('providerId')).toBeNull();
  expect(await detected('')).toBeNull();
  expect(await detected('providerId,name;abn')).toBeNull();
});
