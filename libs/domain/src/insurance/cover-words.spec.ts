import { expect, it } from 'vitest';
import { coverWords } from './cover-words.js';

it('says a formula of cover in words', () => {
  expect(coverWords('200000')).toBe('$200,000');
  expect(coverWords('4 x salary')).toBe('4 times your salary');
  expect(coverWords('2.5 X SALARY')).toBe('2.5 times your salary');
  expect(coverWords('15% x salary x years to 65')).toBe('15 % of your salary for each year to age 65');
});

it('leaves a formula that cannot be read as it is', () => {
  expect(coverWords('by agreement')).toBe('by agreement');
});
