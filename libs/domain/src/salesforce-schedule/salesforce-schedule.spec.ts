import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import {
  beginDue,
  salesforceScheduleStream,
  setSchedule,
  type SalesforcePlan,
  type SalesforceScheduleEvent,
} from './salesforce-schedule.js';

const nightly: SalesforcePlan = { isOn: true, at: '02:30', days: [1, 2, 3, 4, 5, 6, 7], providerIds: null };
const since = '2026-11-20T03:00:00.000Z';
const set = (plan = nightly): SalesforceScheduleEvent => ({
  type: 'SalesforceScheduleSet',
  data: { ...plan, by: 'admin', since },
});
const begun = (due: string, attempt: number, at = due): SalesforceScheduleEvent => ({
  type: 'SalesforceScheduleBegun',
  data: { due, attempt, at },
});
const first = '2026-11-20T15:30:00.000Z';
const second = '2026-11-21T15:30:00.000Z';

describe('the plan of exports', () => {
  it('is set by an Admin, whose account its exports run in', () => {
    given(salesforceScheduleStream)
      .when(setSchedule(nightly, 'admin', since))
      .then(set());
    given(salesforceScheduleStream)
      .when(setSchedule({ ...nightly, days: [5, 1, 5] }, 'admin', since))
      .then(set({ ...nightly, days: [1, 5] }));
  });

  it('stays as it is, and in the name of whoever set it, when it is set again', () => {
    given(salesforceScheduleStream, set())
      .when(setSchedule(nightly, 'another', since))
      .then();
    const weekly = { ...nightly, days: [7] };
    given(salesforceScheduleStream, set())
      .when(setSchedule(weekly, 'another', since))
      .then({ type: 'SalesforceScheduleSet', data: { ...weekly, by: 'another', since } });
  });

  it('has a time, a day and somebody to export', () => {
    for (const [plan, message] of [
      [{ at: '24:00' }, 'A time is written HH:mm.'],
      [{ days: [] }, 'Choose at least one day.'],
      [{ days: [0] }, 'Days are numbers from 1, which is Monday, to 7.'],
      [{ providerIds: [] }, 'Choose at least one provider, or all.'],
    ] as const)
      given(salesforceScheduleStream)
        .when(setSchedule({ ...nightly, ...plan }, 'admin', since))
        .thenRefuses('invalid', message);
  });
});

describe('exports that are due', () => {
  it('are begun once for each time by the plan, however often and late somebody looks', () => {
    given(salesforceScheduleStream, set())
      .when(beginDue(first, '2026-11-20T18:00:00.000Z', false))
      .then(begun(first, 1, '2026-11-20T18:00:00.000Z'));
    given(salesforceScheduleStream, set(), begun(first, 1))
      .when(beginDue(first, second, false))
      .then();
    given(salesforceScheduleStream, set(), begun(first, 1))
      .when(beginDue(second, second, false))
      .then(begun(second, 1));
  });

  it('stay due while they fail, and are begun again after ten minutes', () => {
    const soon = '2026-11-20T15:39:59.000Z';
    const later = '2026-11-20T15:40:00.000Z';
    given(salesforceScheduleStream, set(), begun(first, 1))
      .when(beginDue(first, soon, true))
      .then();
    given(salesforceScheduleStream, set(), begun(first, 1))
      .when(beginDue(first, later, true))
      .then(begun(first, 2, later));
  });

  it('are none while the plan is off, before it is set, and of a time before that', () => {
    given(salesforceScheduleStream)
      .when(beginDue(first, first, false))
      .then();
    given(salesforceScheduleStream, set({ ...nightly, isOn: false }))
      .when(beginDue(first, first, false))
      .then();
    given(salesforceScheduleStream, set())
      .when(beginDue('2026-11-19T15:30:00.000Z', first, false))
      .then();
    // The clock of another process is behind.
    given(salesforceScheduleStream, set(), begun(second, 1))
      .when(beginDue(first, second, true))
      .then();
  });

  it('ignores events of later releases', () => {
    const later = { type: 'SalesforceScheduleHeld', data: {} } as unknown as SalesforceScheduleEvent;
    expect(salesforceScheduleStream.evolve(salesforceScheduleStream.initial, later)).toBe(
      salesforceScheduleStream.initial,
    );
  });
});
