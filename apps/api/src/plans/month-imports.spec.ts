import { expect, it } from 'vitest';
import { monthImports, type MonthStep } from './month-imports.js';

const step = (importId: string, more: Partial<MonthStep> = {}): MonthStep => ({
  month: '2024-06',
  content: 'snapshots',
  step: 'completed',
  importId,
  rows: 3,
  at: `2024-07-0${importId}T00:00:00Z`,
  ...more,
});
const idsOf = (steps: MonthStep[]) =>
  monthImports(steps, new Map()).map(({ imports }) => imports.map((i) => i.importId));

it('lists the import that counts first, then the one that would count after it', () => {
  expect(idsOf([step('1'), step('2')])).toEqual([['2', '1']]);
});

it('leaves out withdrawn imports, and months without any other', () => {
  expect(idsOf([step('1'), step('2'), step('2', { step: 'withdrawn' })])).toEqual([['1']]);
  expect(idsOf([step('1'), step('1', { step: 'withdrawn' })])).toEqual([]);
});

it('begins with the newest month, and keeps the two tables of a month apart', () => {
  const months = monthImports(
    [step('1'), step('1', { content: 'assets' }), step('2', { month: '2024-07' })],
    new Map([['2', { fileName: 'july.csv', startedBy: 'Alex Doe' }]]),
  );
  expect(months.map(({ month, table }) => [month, table])).toEqual([
    ['2024-07', 'memberSnapshots'],
    ['2024-06', 'memberSnapshots'],
    ['2024-06', 'assetsOwned'],
  ]);
  expect(months[0]!.imports).toEqual([
    { importId: '2', rows: 3, completedAt: '2024-07-02T00:00:00Z', fileName: 'july.csv', startedBy: 'Alex Doe' },
  ]);
  expect(months[1]!.imports[0]).toMatchObject({ fileName: null, startedBy: null });
});
