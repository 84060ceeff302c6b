import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CellProblem, parseCell } from '@superscope/api/platform/csv/csv-cell';
import { csvTable, csvTableNames } from '@superscope/contracts/csv-tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from './csv-reading.js';
import { generateDemoData } from './generate-demo-data.js';
import { importTables, type DemoFile } from './import-tables.js';

const folder = mkdtempSync(join(tmpdir(), 'demo-import-'));
const now = { today: '2026-11-01', instant: '2026-10-31T13:00:00.000Z' };
let files: DemoFile[];

beforeAll(async () => {
  const request = { size: 'demo', outDir: folder, asAt: '2026-10', plans: 6, members: 200, months: 8 } as const;
  ({ files } = await generateDemoData(request));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('The import of the demo data', () => {
  it('knows every table and its columns in their order, of which a file may lack the optional ones', () => {
    expect(Object.keys(importTables).sort()).toEqual([...csvTableNames].sort());
    for (const [name, columns] of Object.entries<readonly string[]>(importTables)) {
      const table = csvTable(name as keyof typeof importTables);
      const platform = table.platformBy === 'member' ? ['platformId'] : [];
      const wanted = Object.entries(table.columns).filter(
        ([column, { required }]) => required || columns.includes(column),
      );
      expect(columns, name).toEqual([...platform, ...wanted.map(([column]) => column)]);
    }
  });

  it('accepts every cell, and finds no duplicate keys', () => {
    for (const file of files) {
      const { columns, key } = csvTable(file.table);
      const keys = new Set<string>();
      const refused = new Set<string>();
      for (const row of rowsOf(file)) {
        keys.add(key.map((name) => row[name]).join('|'));
        for (const [name, column] of Object.entries(columns)) {
          if (row[name] === undefined && !column.required) continue;
          const value = parseCell(column, row[name]!, now);
          if (value instanceof CellProblem) refused.add(`${name} '${row[name]}': ${value.message}`);
        }
      }
      expect([...refused], file.table).toEqual([]);
      expect(keys.size, file.table).toBe(file.rows);
    }
  });
});
