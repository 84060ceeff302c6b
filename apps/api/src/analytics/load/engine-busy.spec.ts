import { expect, it } from 'vitest';
import { problemOf } from '../../platform/http/problem.filter.js';
import { EngineBusy } from './run-statement.js';

it('a page whose figures are not read in time says so, and not that something went wrong', () => {
  expect(problemOf(new EngineBusy('The query took longer than 10 seconds and was stopped', 504))).toEqual({
    status: 504,
    body: { message: 'The figures could not be read in time. Please try again shortly.' },
  });
});
