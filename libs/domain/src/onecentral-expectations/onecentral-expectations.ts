import type { IsoDate } from '../calendar-dates.js';
import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { count, day, id, oneOf, orNull, text } from '../shape.js';

export const expectedEvery = ['month', 'day', 'never'] as const;
export type ExpectedEvery = (typeof expectedEvery)[number];

/** When a person expects a table of OneCentral, instead of when it used to come. */
export interface Expectation {
  table: string;
  every: ExpectedEvery;
  /** By which day it comes, from 1 to 31; null unless it is monthly. A month with fewer days has its last. */
  dayOfMonth: number | null;
}

/** An expectation with the day on which it was written. */
export interface WrittenExpectation extends Expectation {
  since: IsoDate;
}

export type OnecentralExpectationsEvent =
  | DomainEvent<'OnecentralTableExpected', WrittenExpectation & { by: string }>
  /** From now on the table is expected as it used to come. */
  | DomainEvent<'OnecentralExpectationRemoved', { table: string; by: string }>;

/** The expectations by table. */
export type OnecentralExpectations = ReadonlyMap<string, WrittenExpectation>;

export const onecentralExpectationsStream: StreamDefinition<OnecentralExpectations, OnecentralExpectationsEvent> = {
  category: 'onecentralExpectations',
  initial: new Map(),
  shapes: {
    OnecentralTableExpected: {
      table: id,
      every: oneOf(expectedEvery),
      dayOfMonth: orNull(count),
      since: day,
      by: text,
    },
    OnecentralExpectationRemoved: { table: id, by: text },
  },
  evolve: (expectations, event) => {
    switch (event.type) {
      case 'OnecentralTableExpected': {
        const { table, every, dayOfMonth, since } = event.data;
        return new Map([...expectations, [table, { table, every, dayOfMonth, since }]]);
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

/** Writes when a table is expected, on a day in Sydney. The same again writes nothing. Throws `invalid` for a month without its day. */
export const expectTable =
  ({ table, every, dayOfMonth }: Expectation, since: IsoDate, by: string): Decides =>
  (expectations) => {
    const isDay = dayOfMonth !== null && Number.isInteger(dayOfMonth) && dayOfMonth >= 1 && dayOfMonth <= 31;
    if (every === 'month' && !isDay) throw new RuleViolation('invalid', dayNeeded);
    const wanted = { table, every, dayOfMonth: every === 'month' ? dayOfMonth : null };
    const was = expectations.get(table);
    if (was?.every === wanted.every && was.dayOfMonth === wanted.dayOfMonth) return [];
    return [{ type: 'OnecentralTableExpected', data: { ...wanted, since, by } }];
  };

/** Has a table expected again as it used to come. */
export const removeExpectation =
  (table: string, by: string): Decides =>
  (expectations) =>
    expectations.has(table) ? [{ type: 'OnecentralExpectationRemoved', data: { table, by } }] : [];
