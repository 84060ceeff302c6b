import { describe, expect, it } from 'vitest';
import { otherUnitProblem, sizeOf } from './other-unit.js';
import type { UnitName } from './units.js';

const problem = (unit: UnitName, now: readonly number[], last: readonly number[] | null) =>
  otherUnitProblem({ column: 'value', unit }, sizeOf(now), last && sizeOf(last));

describe('a column of percentages', () => {
  it('is named as fractions if no value is above 1, also without a last file', () => {
    expect(problem('percent', [0.7, 1, 0, 0.25], null)).toBe(
      'No value of value is above 1, so they look like fractions. Its unit is percent: 70 for 70 %.',
    );
    expect(problem('percentAYear', [-0.05, 0.08, 0.07], [5, -8, 7])).toMatch(/fractions/);
  });

  it('is so of a single value too, but not of one or two returns', () => {
    expect(problem('percent', [0.7], null)).toMatch(/fractions/);
    expect(problem('percentOfSalary', [0.75, 0], [75])).toMatch(/fractions/);
    expect(problem('percentAYear', [0.9, 0.4], null)).toBeNull();
  });

  it('may be of cash only, or have values below 1 among others', () => {
    expect(problem('percent', [0, 0, 0, 0], null)).toBeNull();
    expect(problem('percent', [0.7, 0.3, 1.1], null)).toBeNull();
  });

  it('may be as the last file was', () => {
    expect(problem('percent', [0.7, 0.3, 0.5, 0.5, 0.5], [0.6, 0.4, 0.2, 0.4, 0.4])).toBeNull();
  });
});

describe('a column with a unit, beside the last file', () => {
  const salaries = [52_000, 61_000, 78_000, 84_000, 120_000, 0];
  const times = (factor: number) => salaries.map((salary) => salary * factor);

  it.each<[string, UnitName, readonly number[], readonly number[]]>([
    ['cents', 'dollars', times(101), salaries],
    ['thousands of dollars', 'dollarsAYear', times(0.001), salaries],
    ['dollars a month', 'dollarsAYear', times(1 / 12.2), salaries],
    ['dollars a year', 'dollarsAMonth', times(12), salaries],
    ['months', 'years', [360, 420, 480, 540, 600], [31, 36, 41, 46, 51]],
    ['months', 'days', [1, 3, 3, 2, 3], [30, 90, 90, 60, 90]],
    ['percent', 'timesTheRate', [65, 100, 150, 100, 350], [0.65, 1, 1.5, 1, 3.5]],
  ])('looks like %s where its unit is %s', (words, unit, now, last) => {
    expect(problem(unit, now, last)).toContain(`look like ${words}.`);
  });

  it('says both medians', () => {
    expect(problem('dollars', times(100), salaries)).toBe(
      'The median of value is 7,800,000, and was 78,000 in the last file, so its values look like cents. Its unit is dollars.',
    );
  });

  it('may move as figures do', () => {
    for (const factor of [0.5, 0.9, 1, 1.4, 3, 40]) expect(problem('dollars', times(factor), salaries)).toBeNull();
  });

  it('needs three values on both sides, without those that are 0', () => {
    expect(problem('dollars', [5_200_000, 7_800_000, 0, 0], salaries)).toBeNull();
    expect(problem('dollars', times(100), salaries.slice(0, 2))).toBeNull();
    expect(problem('dollars', times(100).slice(0, 3), salaries.slice(0, 3))).toMatch(/cents/);
    expect(problem('dollars', times(100), null)).toBeNull();
  });
});
