import { expect, it } from 'vitest';
import { ImportErrors } from './import-errors.js';

it('of many errors those of the first lines are returned, in order, however late they were found', () => {
  const errors = new ImportErrors();
  for (let line = 10_000; line > 1; line -= 1) errors.add(line, 'salary', 'Not right.');
  expect(errors.count).toBe(9_999);
  expect(errors.first.map(({ line }) => line)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 2));
});
