import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import { expect, it } from 'vitest';
import { compareRows } from './order.js';

type Row = Record<string, AnalyticsValue>;

const sorted = (rows: Row[], order: { id: string; desc: boolean }[], keys: string[] = []) =>
  // Sorts both orders of the rows, because ties must not depend on the order of the input.
  [rows, [...rows].reverse()].map((each) => [...each].sort((a, b) => compareRows(a, b, order, keys)));

const by = (id: string, desc = false) => ({ id, desc });
const rows = (values: AnalyticsValue[]) => values.map((n) => ({ n }));

it('numbers are ordered by value, not by their digits', () => {
  const ascending = rows([0, 9, 10, 100]);
  for (const told of sorted(rows([100, 9, 0, 10]), [by('n')])) expect(told).toEqual(ascending);
  for (const told of sorted(rows([100, 9, 0, 10]), [by('n', true)])) expect(told).toEqual([...ascending].reverse());
});

it('texts are ordered alphabetically', () => {
  for (const told of sorted(rows(['NT', 'ACT', 'NSW']), [by('n')])) expect(told).toEqual(rows(['ACT', 'NSW', 'NT']));
  for (const told of sorted(rows(['NT', 'ACT', 'NSW']), [by('n', true)]))
    expect(told).toEqual(rows(['NT', 'NSW', 'ACT']));
});

it('missing and withheld values come last in both directions', () => {
  for (const told of sorted(rows([null, 30, 20]), [by('n')])) expect(told).toEqual(rows([20, 30, null]));
  for (const told of sorted(rows([null, 30, 20]), [by('n', true)])) expect(told).toEqual(rows([30, 20, null]));
  for (const told of sorted([{}, { n: 20 }], [by('n', true)])) expect(told).toEqual([{ n: 20 }, {}]);
});

it('ties are ordered by the next criterion, then by their groups', () => {
  const row = (n: number | null, group: string, pay = 0) => ({ n, group, pay });
  const mixed = [row(20, 'c', 1), row(20, 'b', 2), row(null, 'b'), row(null, 'a'), row(20, 'a', 1)];
  for (const told of sorted(mixed, [by('n'), by('pay', true)], ['group']))
    expect(told.map(({ n, group }) => `${String(n)} ${String(group)}`)).toEqual([
      '20 b',
      '20 a',
      '20 c',
      'null a',
      'null b',
    ]);
  expect(compareRows(row(20, 'a'), row(20, 'a'), [by('n')], ['group'])).toBe(0);
});
