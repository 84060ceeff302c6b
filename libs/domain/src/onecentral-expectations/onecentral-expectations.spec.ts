import { describe, it } from 'vitest';
import { given } from '../given.js';
import {
  dayNeeded,
  expectTable,
  onecentralExpectationsStream as stream,
  removeExpectation,
  timeNeeded,
  type OnecentralExpectationsEvent,
} from './onecentral-expectations.js';

const today = '2026-11-26';
const fees: OnecentralExpectationsEvent = {
  type: 'OnecentralTableExpected',
  data: { table: 'fees', every: 'month', dayOfMonth: 5, byTime: null, since: today, by: 'staff' },
};

describe('the expectation of a table', () => {
  it('is written once, until it is another one', () => {
    const monthly = (dayOfMonth: number) =>
      expectTable({ table: 'fees', every: 'month', dayOfMonth, byTime: null }, today, 'staff');
    given(stream).when(monthly(5)).then(fees);
    given(stream, fees).when(monthly(5)).then();
    given(stream, fees)
      .when(monthly(6))
      .then({ type: 'OnecentralTableExpected', data: { ...fees.data, dayOfMonth: 6 } });
  });

  it('has a day of the month only if it is monthly', () => {
    given(stream)
      .when(expectTable({ table: 'fees', every: 'month', dayOfMonth: null, byTime: null }, today, 'staff'))
      .thenRefuses('invalid', dayNeeded);
    given(stream)
      .when(expectTable({ table: 'fees', every: 'month', dayOfMonth: 32, byTime: null }, today, 'staff'))
      .thenRefuses('invalid', dayNeeded);
    given(stream)
      .when(expectTable({ table: 'memberEvents', every: 'day', dayOfMonth: 5, byTime: null }, today, 'staff'))
      .then({
        type: 'OnecentralTableExpected',
        data: { table: 'memberEvents', every: 'day', dayOfMonth: null, byTime: null, since: today, by: 'staff' },
      });
  });

  it('has a time of day only if it is daily, and an event of an earlier release has none', () => {
    const daily = (byTime: string | null) =>
      expectTable({ table: 'fees', every: 'day', dayOfMonth: null, byTime }, today, 'staff');
    const byNine: OnecentralExpectationsEvent = {
      type: 'OnecentralTableExpected',
      data: { table: 'fees', every: 'day', dayOfMonth: null, byTime: '09:00', since: today, by: 'staff' },
    };
    given(stream).when(daily('09:00')).then(byNine);
    given(stream, byNine).when(daily('09:00')).then();
    for (const wrong of ['9:00', '24:00', '09:60', 'nine', ''])
      given(stream).when(daily(wrong)).thenRefuses('invalid', timeNeeded);
    given(stream)
      .when(expectTable({ table: 'fees', every: 'month', dayOfMonth: 5, byTime: '09:00' }, today, 'staff'))
      .then(fees);
    const earlier: OnecentralExpectationsEvent = {
      type: 'OnecentralTableExpected',
      data: { table: 'fees', every: 'day', dayOfMonth: null, since: today, by: 'staff' },
    };
    given(stream, earlier).when(daily(null)).then();
    given(stream, earlier).when(daily('09:00')).then(byNine);
  });

  it('is removed, so that the table is expected as it used to come', () => {
    given(stream, fees)
      .when(removeExpectation('fees', 'staff'))
      .then({ type: 'OnecentralExpectationRemoved', data: { table: 'fees', by: 'staff' } });
    given(stream, fees).when(removeExpectation('plans', 'staff')).then();
  });
});
