import type { IsoDate } from '../calendar-dates.js';
import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { count, day, id, oneOf, optional, orNull, shape, text } from '../shape.js';

export const expectedEvery = ['month', 'day', 'never'] as const;
export type ExpectedEvery = (typeof expectedEvery)[number];

/** When a person expects a table of OneCentral, instead of when it used to come. */
export interface Expectation {
  table: string;
  every: ExpectedEvery;
  /** By which day it comes, from 1 to 31; null unless it is monthly. A month with fewer days has its last. */
  dayOfMonth: number | null;
  /** By which time of each day it comes, HH:mm in Sydney; null for the day's end, and unless it is daily. */
  byTime: string | null;
}

/** An expectation with the day on which it was written. */
export interface WrittenExpectation extends Expectation {
  since: IsoDate;
}

export type OnecentralExpectationsEvent =
  /** Events of earlier releases lack the time. */
  | DomainEvent<
      'OnecentralTableExpected',
      Omit<WrittenExpectation, 'byTime'> & { byTime?: string | null | undefined; by: string }
    >
  /** From now on the table is expected as it used to come. */
  | DomainEvent<'OnecentralExpectationRemoved', { table: string; by: string }>;

/** The expectations by table. */
export type OnecentralExpectations = ReadonlyMap<string, WrittenExpectation>;

/** HH:mm */
export const clockTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const time = shape<string>((value) => typeof value === 'string' && clockTime.test(value), '09:30');

export const onecentralExpectationsStream: StreamDefinition<OnecentralExpectations, OnecentralExpectationsEvent> = {
  category: 'onecentralExpectations',
  initial: new Map(),
  shapes: {
    OnecentralTableExpected: {
      table: id,
      every: oneOf(expectedEvery),
      dayOfMonth: orNull(count),
      byTime: optional(orNull(time)),
      since: day,
      by: text,
    },
    OnecentralExpectationRemoved: { table: id, by: text },
  },
  evolve: (expectations, event) => {
    switch (event.type) {
      case 'OnecentralTableExpected': {
        const { table, every, dayOfMonth, byTime = null, since } = event.data;
        return new Map([...expectations, [table, { table, every, dayOfMonth, byTime, since }]]);
      }
      case 'OnecentralExpectationRemoved':
        return new Map([...expectations].filter(([table]) => table !== event.data.table));
      default:
        return expectations;
    }
  },
};

type Decides = Decision<OnecentralExpectations, OnecentralExpectationsEvent>;

export const dayNeeded = 'Day of the month must be from 1 to 31';
export const timeNeeded = 'Time of day must be from 00:00 to 23:59';

/**
 * Writes when a table is expected, on a day in Sydney. The same again writes nothing. Throws `invalid` for a month without its day, and for a
 * day whose time is none.
 */
export const expectTable =
  ({ table, every, dayOfMonth, byTime }: Expectation, since: IsoDate, by: string): Decides =>
  (expectations) => {
    const isDay = dayOfMonth !== null && Number.isInteger(dayOfMonth) && dayOfMonth >= 1 && dayOfMonth <= 31;
    if (every === 'month' && !isDay) throw new RuleViolation('invalid', dayNeeded);
    if (every === 'day' && byTime !== null && !clockTime.test(byTime)) throw new RuleViolation('invalid', timeNeeded);
    const wanted = {
      table,
      every,
      dayOfMonth: every === 'month' ? dayOfMonth : null,
      byTime: every === 'day' ? byTime : null,
    };
    const was = expectations.get(table);
    if (was?.every === every && was.dayOfMonth === wanted.dayOfMonth && was.byTime === wanted.byTime) return [];
    return [{ type: 'OnecentralTableExpected', data: { ...wanted, since, by } }];
  };

/** Has a table expected again as it used to come. */
export const removeExpectation =
  (table: string, by: string): Decides =>
  (expectations) =>
    expectations.has(table) ? [{ type: 'OnecentralExpectationRemoved', data: { table, by } }] : [];
