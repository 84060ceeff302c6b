import { isIsoMonth, monthsFrom, shiftMonth } from '../calendar-dates.js';
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

/** Opens a month once, and those before it that were missed while nothing ran; an earlier or equal one writes nothing. */
export const openMonth =
  (month: string): Decision<Calendar, CalendarEvent> =>
  (newest) => {
    if (!isIsoMonth(month)) throw new RuleViolation('invalid', 'A month is written yyyy-MM.');
    if (newest !== null && month <= newest) return [];
    const first = newest === null ? month : shiftMonth(newest, 1);
    return monthsFrom(first, month).map((opened) => ({ type: 'MonthOpened', data: { month: opened } }));
  };
