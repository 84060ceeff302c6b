import { expect, it } from 'vitest';
import { ANY_COLUMN, filtered } from './filter-errors';

const errors = [
  { line: 2, column: 'memberId', message: 'M’1 looks the same as M\u02bc1.' },
  { line: 3, column: 'surname', message: 'The text is longer than 100 characters.' },
];

it('finds errors by line, column or message, however that is typed', () => {
  const lines = (text: string, column = ANY_COLUMN) => filtered(errors, text, column).map(({ line }) => line);
  expect(lines("m'1")).toEqual([2]);
  expect(lines('MEMBERID')).toEqual([2]);
  expect(lines('3')).toEqual([3]);
  expect(lines('')).toEqual([2, 3]);
  expect(lines('', 'surname')).toEqual([3]);
});
