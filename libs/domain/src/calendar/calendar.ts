import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';

/** The only way the clock enters: a nightly command opens the month that has begun in Australia/Sydney. Month is yyyy-MM. */
export type CalendarEvent = DomainEvent<'MonthOpened', { month: string }>;

/** The newest month opened so far. */
export type Calendar = string | null;

export const calendarStream: StreamDefinition<Calendar, CalendarEvent> = {
  category: 'calendar',
  initial: null,
  evolve: (newest, { type, data }) =>
    type === 'MonthOpened' && (newest === null || data.month > newest) ? data.month : newest,
};

/** Opens a month once; an earlier or equal one was opened before and writes nothing. */
export const openMonth =
  (month: string): Decision<Calendar, CalendarEvent> =>
  (newest) => {
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new RuleViolation('invalid', 'A month is written yyyy-MM.');
    return newest !== null && month <= newest ? [] : [{ type: 'MonthOpened', data: { month } }];
  };
