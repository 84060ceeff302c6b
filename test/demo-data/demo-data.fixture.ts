import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { generateDemoData, type DemoDataRequest } from './generate-demo-data.js';
import { rowsOf, type CsvRow } from './csv-reading.js';
import { type DemoFile, type ImportTable } from './import-tables.js';

/** A small set of demo data, generated once for the tests of a file. Its folder is deleted afterwards. */
export function smallDemoData() {
  const folder = mkdtempSync(join(tmpdir(), 'demo-data-'));
  const small: DemoDataRequest = { size: 'demo', outDir: '', asAt: '2026-10', plans: 5, members: 900, months: 26 };
  const generate = (name: string, more: Partial<DemoDataRequest> = {}) =>
    generateDemoData({ ...small, ...more, outDir: join(folder, name) });

  let files: DemoFile[];
  const tables = {} as Record<ImportTable, CsvRow[]>;
  const lastMonth = '2026-10-31';

  beforeAll(async () => {
    ({ files } = await generate('first'));
    for (const file of files) tables[file.table] = rowsOf(file);
  }, 60_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const valuesOf = (table: ImportTable, column: string) => new Set(tables[table].map((row) => row[column]!));
  const share = <T>(items: readonly T[], holds: (item: T) => boolean) => items.filter(holds).length / items.length;
  const memberOf = (() => {
    let byId: Map<string, CsvRow> | undefined;
    return (memberId: string): CsvRow =>
      (byId ??= new Map(tables.members.map((row) => [row['memberId']!, row]))).get(memberId)!;
  })();
  const nowRows = () => tables.memberSnapshots.filter((row) => row['asAt'] === lastMonth);
  return {
    get files() {
      return files;
    },
    generate,
    tables,
    lastMonth,
    valuesOf,
    share,
    memberOf,
    nowRows,
  };
}
