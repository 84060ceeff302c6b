import { expect, it } from 'vitest';
import { gappedLine } from './gapped-line';

const lineOf = (values: (number | null)[]) =>
  gappedLine(
    values,
    (at) => at * 10,
    (value) => 5 - value,
  );

it('goes through all values that follow one another, and begins again after a gap', () => {
  expect(lineOf([1, 2, 3])).toBe('M0.0 4.0L10.0 3.0L20.0 2.0');
  expect(lineOf([null, 1, 2, null, 0.25])).toBe('M10.0 4.0L20.0 3.0M40.0 4.8');
  expect(lineOf([null])).toBe('');
});
