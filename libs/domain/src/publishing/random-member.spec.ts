import { describe, expect, it } from 'vitest';
import { ageGroups, balanceGroups, insuranceCoverTypes, salaryGroups, timesInPlan } from '../scoring/member-groups.js';
import { seededRandom } from '../seeded-random.fixture.js';
import { randomMemberRow, type RandomMemberRow } from './random-member.fixture.js';

const rowsOf = (seed: number, count: number): RandomMemberRow[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => randomMemberRow(random));
};

describe('members drawn at random', () => {
  const rows = rowsOf(1, 5_000);
  const columns = Object.keys(rows[0]!) as (keyof RandomMemberRow)[];
  const valuesOf = (column: keyof RandomMemberRow) => new Set(rows.map((row) => row[column]));

  it('are the same for the same seed', () => {
    expect(rowsOf(1, 20)).toEqual(rows.slice(0, 20));
    expect(rowsOf(2, 20)).not.toEqual(rows.slice(0, 20));
  });

  it.each<[keyof RandomMemberRow, readonly string[]]>([
    ['age_group', ageGroups],
    ['salary_group', salaryGroups],
    ['balance_group', balanceGroups],
    ['time_in_plan', timesInPlan],
    ['insurance_cover_type', [...insuranceCoverTypes, 'Unknown']],
    ['insurance_points', ['1|Under half', '2|Half or more', '3|Full', 'Unknown']],
    ['life_insurance_indicator_result', ['None', 'Under insured', 'On target', 'Over insured', 'Unknown']],
    ['beneficiary_nomination_type', ['1|Binding', '2|Non-binding', '3|Expired binding', '4|None', 'Unknown']],
    ...(['projected_retirement_standard', 'projected_retirement_standard_super_only'] as const).map(
      (column): [keyof RandomMemberRow, readonly string[]] => [
        column,
        ['1|Inadequate', '2|Modest', '3|Comfortable', '4|Aspirational', 'Unknown'],
      ],
    ),
  ])('have every %s there is', (column, values) => expect([...valuesOf(column)].sort()).toEqual([...values].sort()));

  it('have every flag as yes, no and unknown', () => {
    const flags = columns.filter((column) => [...valuesOf(column)].every((value) => [0, 1, 2].includes(Number(value))));
    expect(flags).toHaveLength(16);
    for (const column of flags) expect([...valuesOf(column)].sort(), column).toEqual([0, 1, 2]);
  });

  it('have scores in every band, and blank, zero and other amounts', () => {
    const bands = rows.map(({ score }) => (score === null ? 'none' : Math.min(4, Math.floor(score / 1_000_000))));
    expect([...new Set(bands)].sort()).toEqual([0, 1, 2, 3, 4, 'none']);
    const amounts = columns.filter((column) => column.endsWith('_cents') && !/income|benchmark/.test(column));
    for (const column of amounts) expect([...valuesOf(column)], column).toEqual(expect.arrayContaining([null, 0]));
    expect(rows.some(({ total_assets_owned_cents: balance }) => balance !== null && balance < 0)).toBe(true);
  });

  it('have every date in each of 36 months, outside them, and missing', () => {
    for (const column of columns.filter((name) => name.startsWith('last_'))) {
      const months = new Set([...valuesOf(column)].map((day) => String(day).slice(0, 7)));
      expect(months, column).toContain('1970-01');
      expect(
        [...months].filter((month) => month > '2022-06'),
        column,
      ).toHaveLength(36);
    }
  });
});
