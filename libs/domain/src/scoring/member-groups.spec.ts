import { expect, it } from 'vitest';
import { ageGroup, balanceGroup, birthGroup, insuranceCoverType, salaryGroup, timeInPlan } from './member-groups.js';

it.each([
  [null, 'Unknown'],
  [16, '30 and below'],
  [30, '30 and below'],
  [31, '31 - 44'],
  [44, '31 - 44'],
  [45, '45 - 54'],
  [54, '45 - 54'],
  [55, '55 - 64'],
  [64, '55 - 64'],
  [65, '65+'],
  [99, '65+'],
])('age %s belongs to %s', (age, group) => expect(ageGroup(age)).toBe(group));

it.each([
  [null, 'Unknown'],
  ['1931-05', 'Before 1950'],
  ['1949-12', 'Before 1950'],
  ['1950-01', '1950 - 1954'],
  ['1954-12', '1950 - 1954'],
  ['1955-01', '1955 - 1959'],
  ['1979-06', '1975 - 1979'],
  ['1999-12', '1995 - 1999'],
  ['2000-01', '2000 and later'],
  ['2008-03', '2000 and later'],
])('a member born in %s belongs to %s', (month, group) => expect(birthGroup(month)).toBe(group));

it.each([
  [null, 'Unknown'],
  [0, '<$30k'],
  [29_999_99, '<$30k'],
  [30_000_00, '$30k'],
  [64_999_99, '$30k'],
  [65_000_00, '$65k'],
  [99_999_99, '$65k'],
  [100_000_00, '$100k'],
  [149_999_99, '$100k'],
  [150_000_00, '$150k'],
  [250_000_00, '$150k'],
  [250_000_01, '>$250k'],
])('a salary of %s cents belongs to %s', (salary, group) => expect(salaryGroup(salary)).toBe(group));

it.each([
  [null, 'Unknown'],
  [-5_00, '<$10k'],
  [9_999_99, '<$10k'],
  [10_000_00, '$10k'],
  [49_999_99, '$10k'],
  [50_000_00, '$50k'],
  [99_999_99, '$50k'],
  [100_000_00, '$100k'],
  [249_999_99, '$100k'],
  [250_000_00, '$250k'],
  [500_000_00, '$250k'],
  [500_000_01, '>$500k'],
])('a balance of %s cents belongs to %s', (balance, group) => expect(balanceGroup(balance)).toBe(group));

it.each([
  [null, 'Unknown'],
  ['2024-06-30', 'Under 1 year'],
  ['2023-07-01', 'Under 1 year'],
  ['2023-06-30', '1 - 2 years'],
  ['2021-07-01', '1 - 2 years'],
  ['2021-06-30', '3 - 5 years'],
  ['2018-06-30', '6 - 10 years'],
  ['2013-07-01', '6 - 10 years'],
  ['2013-06-30', 'Over 10 years'],
])('joined on %s, at 30 June 2024 a member is in the plan %s', (joined, group) =>
  expect(timeInPlan(joined, '2024-06-30')).toBe(group),
);

it.each([
  [null, null, null, null],
  [0, null, 0, 'None'],
  [null, null, 0, 'None'],
  [1, null, null, 'Death'],
  [null, 1, null, 'Other'],
  [null, null, 1, 'Other'],
  [1, 0, null, 'Death'],
  [1, 1, 0, 'Death and TPD'],
  [1, 1, 1, 'Death, TPD and SCI'],
  [1, 0, 1, 'Other'],
  [0, 1, 0, 'Other'],
  [0, 0, 1, 'Other'],
])('covers of %s, %s and %s are %s', (deathCoverCents, tpdCoverCents, sciCoverCents, type) =>
  expect(insuranceCoverType({ deathCoverCents, tpdCoverCents, sciCoverCents })).toBe(type),
);
