import {
  addDays,
  isIsoDate,
  isIsoMonth,
  monthOf,
  monthsFrom,
  monthStart,
  shiftMonth,
  type IsoDate,
} from '../calendar-dates.js';
import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { day, month } from '../shape.js';

/**
 * The clock enters the domain only here: a nightly command opens the month that has begun in Australia/Sydney and closes the previous
 * month a week later. Months are yyyy-MM. `MonthClosed` closes its month and every earlier open one. `MemberEventsProcessed` is the run
 * that processes the member events which were recorded before its day (yyyy-MM-dd) began in Sydney.
 */
export type CalendarEvent =
  | DomainEvent<'MonthOpened', { month: string }>
  | DomainEvent<'MonthClosed', { month: string }>
  | DomainEvent<'MemberEventsProcessed', { recordedBefore: string }>;

/** The newest month opened, the newest month closed and the day of the newest processing run so far. */
export interface Calendar {
  opened: string | null;
  closed: string | null;
  processedBefore: string | null;
}

const later = (known: string | null, time: string): string => (known === null || time > known ? time : known);

export const calendarStream: StreamDefinition<Calendar, CalendarEvent> = {
  category: 'calendar',
  initial: { opened: null, closed: null, processedBefore: null },
  shapes: { MonthOpened: { month }, MonthClosed: { month }, MemberEventsProcessed: { recordedBefore: day } },
  evolve: (calendar, { type, data }) => {
    if (type === 'MonthOpened') return { ...calendar, opened: later(calendar.opened, data.month) };
    if (type === 'MonthClosed') return { ...calendar, closed: later(calendar.closed, data.month) };
    if (type === 'MemberEventsProcessed')
      return { ...calendar, processedBefore: later(calendar.processedBefore, data.recordedBefore) };
    return calendar;
  },
};

/** The months after `newest` up to `last`; only `last` when `newest` is null. */
const monthsAfter = (newest: string | null, last: string): string[] =>
  monthsFrom(newest === null ? last : shiftMonth(newest, 1), last);

/** Opens a month and any months missed before it. Writes nothing for a month that is not newer than the newest open one. */
export const openMonth =
  (month: string): Decision<Calendar, CalendarEvent> =>
  ({ opened }) => {
    if (!isIsoMonth(month)) throw new RuleViolation('invalid', 'A month is written yyyy-MM.');
    return monthsAfter(opened, month).map((missed) => ({ type: 'MonthOpened', data: { month: missed } }));
  };

/** Days of the next month in which a month's figures may still be recorded. */
const daysOpen = 7;

/** The newest month that is due to close on a day: each month closes on the 8th of the next. */
export const closesBy = (today: IsoDate): string => shiftMonth(monthOf(addDays(today, -daysOpen)), -1);

/** The first day after `today` from which a newer month is closed. */
export const nextCloseAfter = (today: IsoDate): IsoDate =>
  addDays(monthStart(shiftMonth(closesBy(today), 2)), daysOpen);

/**
 * Closes every month that is due on a day (yyyy-MM-dd in Australia/Sydney), including missed ones, each once. The first event closes
 * the whole past, so that imported history is closed too.
 */
export const closeMonths =
  (today: IsoDate): Decision<Calendar, CalendarEvent> =>
  ({ closed }) => {
    if (!isIsoDate(today)) throw new RuleViolation('invalid', 'A day is written yyyy-MM-dd.');
    return monthsAfter(closed, closesBy(today)).map((month) => ({ type: 'MonthClosed', data: { month } }));
  };

/**
 * Processes the member events that were recorded before a day (yyyy-MM-dd in Australia/Sydney) began. One event does it for all members,
 * so no crash leaves some of them unprocessed. Writes nothing when a run of that day or a later one was recorded.
 */
export const processMemberEvents =
  (today: IsoDate): Decision<Calendar, CalendarEvent> =>
  ({ processedBefore }) => {
    if (!isIsoDate(today)) throw new RuleViolation('invalid', 'A day is written yyyy-MM-dd.');
    if (processedBefore !== null && processedBefore >= today) return [];
    return [{ type: 'MemberEventsProcessed', data: { recordedBefore: today } }];
  };
