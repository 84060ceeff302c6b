import { describe, it } from 'vitest';
import { given } from '../given.js';
import {
  dayNeeded,
  expectTable,
  onecentralExpectationsStream as stream,
  removeExpectation,
  type OnecentralExpectationsEvent,
} from './onecentral-expectations.js';

const today = '2026-11-26';
const fees: OnecentralExpectationsEvent = {
  type: 'OnecentralTableExpected',
  data: { table: 'fees', every: 'month', dayOfMonth: 5, since: today, by: 'staff' },
};

describe('the expectation of a table', () => {
  it('is written once, until it is another one', () => {
    const monthly = (dayOfMonth: number) => expectTable({ table: 'fees', every: 'month', dayOfMonth }, today, 'staff');
    given(stream).when(monthly(5)).then(fees);
    given(stream, fees).when(monthly(5)).then();
    given(stream, fees)
      .when(monthly(6))
      .then({ type: 'OnecentralTableExpected', data: { ...fees.data, dayOfMonth: 6 } as never });
  });

  it('has a day of the month only if it is monthly', () => {
    given(stream)
      .when(expectTable({ table: 'fees', every: 'month', dayOfMonth: null }, today, 'staff'))
      .thenRefuses('invalid', dayNeeded);
    given(stream)
      .when(expectTable({ table: 'fees', every: 'month', dayOfMonth: 32 }, today, 'staff'))
      .thenRefuses('invalid', dayNeeded);
    given(stream)
      .when(expectTable({ table: 'memberEvents', every: 'day', dayOfMonth: 5 }, today, 'staff'))
      .then({
        type: 'OnecentralTableExpected',
        data: { table: 'memberEvents', every: 'day', dayOfMonth: null, since: today, by: 'staff' },
      });
  });

  it('is removed, so that the table is expected as it used to come', () => {
    given(stream, fees)
      .when(removeExpectation('fees', 'staff'))
      .then({ type: 'OnecentralExpectationRemoved', data: { table: 'fees', by: 'staff' } });
    given(stream, fees).when(removeExpectation('plans', 'staff')).then();
  });
});
