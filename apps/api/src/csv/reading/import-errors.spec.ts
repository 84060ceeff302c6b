import { noTaxFileNumbers } from '@superscope/domain/tax-file-number';
import { expect, it } from 'vitest';
import { ImportErrors } from './import-errors.js';

it('of many errors those of the first lines are returned, in order, however late they were found', () => {
  const errors = new ImportErrors();
  for (let line = 10_000; line > 1; line -= 1) errors.add(line, 'salary', 'Not right.');
  expect(errors.count).toBe(9_999);
  expect(errors.first.map(({ line }) => line)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 2));
});

it('a tax file number is known to be there although its error is not among the first', () => {
  const errors = new ImportErrors();
  for (let line = 2; line < 3_000; line += 1) errors.add(line, 'salary', 'Not right.');
  expect(errors.namesTaxFileNumbers).toBe(false);
  errors.add(3_000, 'reason', noTaxFileNumbers);
  for (let line = 3_001; line < 9_000; line += 1) errors.add(line, 'salary', 'Not right.');
  expect(errors.namesTaxFileNumbers).toBe(true);
  expect(errors.first.some(({ message }) => message === noTaxFileNumbers)).toBe(false);
});
