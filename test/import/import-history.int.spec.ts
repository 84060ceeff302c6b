import type { CsvTableInfo, ImportHistory } from '@superscope/contracts/csv-import';
import type { PlanCorrections, PlanMembers } from '@superscope/contracts/corrections';
import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { AccessEntry } from '@superscope/domain/access/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { csv, Importing } from './importing.js';
import { fundToMembers, smallFund } from './small-fund.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.startWith(fundToMembers);
  await importing.import(smallFund['campaigns']!);
});
afterAll(() => importing.stop());

const answer = async <Answer>(path: string, by: ApiClient = importing.admin) => {
  const { status, body } = await by.request(path);
  expect([path, status]).toEqual([path, 200]);
  return body as unknown as Answer;
};
const june = (balance: number) =>
  csv('platformId,planId,memberId,asAt,totalAssetsOwned', `EAST,P1,001,2024-06-30,${balance}`);

async function accesses(): Promise<AccessEntry[]> {
  await importing.api.app.get(AccessLog).flush();
  const all: AccessEntry[] = [];
  for await (const batch of importing.engines.store.readAll({ from: null, prefixes: ['access-'] }))
    for (const event of batch) if ('data' in event) all.push(...(event.data as { entries: AccessEntry[] }).entries);
  return all;
}

describe('the history of imports', () => {
  it('shows Staff and Admins who imported which file when, and the outcome', async () => {
    const { body } = await importing.upload(june(10), '', importing.admin, 'june.csv');
    const ended = await importing.ended(body.importId!, importing.admin);
    const { imports, total } = await answer<ImportHistory>('/api/csv/history?size=2', importing.staff);
    expect(total).toBe(8);
    expect(imports.map(({ table }) => table)).toEqual(['memberSnapshots', 'campaigns']);
    expect(imports[0]).toMatchObject({
      importId: body.importId,
      fileName: 'june.csv',
      state: 'completed',
      rows: 1,
      done: 1,
      written: 1,
      startedBy: { username: 'admin' },
      planName: 'First Plan',
      errorCount: 0,
    });
    // A plan-month has a first event, one chunk and a last event.
    expect(imports[0]!.events).toBe(3);
    expect(Date.parse(ended.endedAt!)).toBeGreaterThanOrEqual(Date.parse(ended.startedAt));
    expect(imports[1]).toMatchObject({ startedBy: { username: 'staff' } });
  });

  it('is read by page, and by table', async () => {
    const second = await answer<ImportHistory>('/api/csv/history?size=5&page=2');
    expect(second.imports).toHaveLength(3);
    const ofPlans = await answer<ImportHistory>('/api/csv/history?table=plans');
    expect([ofPlans.total, ofPlans.imports.map(({ table }) => table)]).toEqual([1, ['plans']]);
  });

  it('is not for people of employers', async () => {
    const rep = importing.api.client();
    await rep.signIn('companyrep');
    for (const path of ['csv/history', 'csv/exportDynamicFields', 'platforms'])
      expect((await rep.request(`/api/${path}`)).status).toBe(403);
  });
});

describe('the fields of files', () => {
  it('are listed by table, and as a file of all fields', async () => {
    const tables = await answer<CsvTableInfo[]>('/api/csv/tables');
    const imported = tables.filter(({ lastImportAt }) => lastImportAt !== null).map(({ table }) => table);
    expect(imported).toContain('plans');
    expect(imported).not.toContain('fees');
    const salary = tables
      .find(({ table }) => table === 'memberSnapshots')!
      .columns.find(({ name }) => name === 'salary');
    expect(salary).toMatchObject({ type: 'money', unit: 'dollars a year', example: '86000' });
    const { status, headers, body } = await importing.staff.request('/api/csv/exportDynamicFields');
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="dynamicFields_\d{8}\.csv"$/),
    ]);
    expect(body as unknown as string).toContain('memberSnapshots,salary,money,dollars a year,No,No,');
  });

  it('are accompanied by platforms to narrow by, which are found by name', async () => {
    const found = (query: string) => answer<{ id: string }[]>(`/api/platforms?${query}`, importing.staff);
    const named = (name: string) => found(`name=${name}`);
    expect(await named('')).toEqual([
      { id: 'EAST', name: 'East Platform' },
      { id: 'WEST', name: 'West Platform' },
    ]);
    expect((await named('WEST')).map(({ id }) => id)).toEqual(['WEST']);
    const counts = await Promise.all(['microsite=true', 'microsite=false'].map(found));
    expect(counts.map(({ length }) => length)).toEqual([0, 2]);
  });
});

describe('the correctable records of a plan', () => {
  const corrections = () => answer<PlanCorrections>('/api/plans/EAST.P1/corrections');

  it('are its employers, campaigns, and each month’s imports, of which the first listed counts', async () => {
    await importing.import(june(11));
    await importing.derived();
    const before = await corrections();
    expect(before).toMatchObject({ name: 'First Plan', startDate: '2015-07-01', closedOn: null });
    expect(before.companies).toEqual([{ id: 'EAST.C1', name: 'Mills, Doe & Co', active: true }]);
    expect(before.categories).toEqual([{ id: 'A', name: 'Staff' }]);
    const { campaigns } = await answer<PlanCorrections>('/api/plans/EAST.P2/corrections');
    expect(campaigns).toEqual([
      { id: 'EAST.K1', name: 'Hello, again', type: 'email', runDate: '2024-06-01', cancelled: false },
    ]);
    const [month] = before.months;
    expect(month).toMatchObject({ table: 'memberSnapshots', month: '2024-06' });
    expect(month!.imports.map(({ fileName }) => fileName)).toEqual(['file.csv', 'june.csv']);

    const { importId } = month!.imports[0]!;
    const withdrawn = { table: 'memberSnapshots', planId: 'EAST.P1', month: '2024-06' };
    expect((await importing.admin.post(`/api/csv/imports/${importId}/withdraw`, withdrawn)).status).toBe(200);
    await importing.derived();
    expect((await corrections()).months[0]!.imports.map(({ fileName }) => fileName)).toEqual(['june.csv']);
  });

  it('are its members, found by name or number, and each look-up is logged', async () => {
    const found = (name: string) => answer<PlanMembers>(`/api/plans/EAST.P1/members?name=${encodeURIComponent(name)}`);
    const amy = { id: importing.engines.identity.memberIdOf('EAST', '001'), memberNumber: '001', name: "O'Hara, Amy" };
    const listed = { surname: "O'Hara", givenName: 'Amy', birthDate: '1980-02-29', login: 'amy', near: false };
    const employed = {
      companyId: 'EAST.C1',
      companyName: 'Mills, Doe & Co',
      categoryId: 'A',
      joinDate: '2016-01-01',
      leftOn: null,
    };
    expect(await found('amy o')).toEqual([{ ...amy, ...listed, ...employed }]);
    expect((await found('002')).map(({ name }) => name)).toEqual(['=Ben, Ben']);
    // Una belongs to a plan of the same id on another platform.
    expect(await found('Una')).toEqual([]);
    expect((await importing.admin.request('/api/plans/EAST.P1/members?name=am')).status).toBe(400);
    const looks = (await accesses()).filter(({ action }) => action === 'member search');
    expect(looks.map(({ planId, members, rows }) => [planId, members.includes(amy.id), rows])).toEqual([
      ['EAST.P1', true, 1],
      ['EAST.P1', false, 1],
      ['EAST.P1', false, 0],
    ]);
  });

  it('is for Admins alone', async () => {
    for (const path of ['corrections', 'members?name=amy'])
      expect((await importing.staff.request(`/api/plans/EAST.P1/${path}`)).status).toBe(403);
    expect((await importing.admin.request('/api/plans/EAST.P9/corrections')).status).toBe(404);
  });
});
