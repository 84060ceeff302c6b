import { describe, expect, it } from 'vitest';
import {
  calendarStream,
  closeMonths,
  closesBy,
  nextCloseAfter,
  openMonth,
  processMemberEvents,
  type CalendarEvent,
} from './calendar.js';
import { addDays } from '../calendar-dates.js';
import { given } from '../given.js';

const opened = (month: string): CalendarEvent => ({ type: 'MonthOpened', data: { month } });
const closed = (month: string): CalendarEvent => ({ type: 'MonthClosed', data: { month } });

describe('a month', () => {
  it('is opened once', () => {
    given(calendarStream).when(openMonth('2024-06')).then(opened('2024-06'));
    given(calendarStream, opened('2024-06')).when(openMonth('2024-06')).then();
    given(calendarStream, opened('2024-06')).when(openMonth('2024-07')).then(opened('2024-07'));
  });

  it('that was missed is opened with the next one', () =>
    given(calendarStream, opened('2024-11')).when(openMonth('2025-01')).then(opened('2024-12'), opened('2025-01')));

  it('older than the newest one is already open', () =>
    given(calendarStream, opened('2025-01'), opened('2024-12')).when(openMonth('2024-12')).then());

  it.each(['2024-13', '2024-00', '2024-6', '24-06', '2024-06-01'])('cannot be written %s', (month) =>
    given(calendarStream).when(openMonth(month)).thenRefuses('invalid', 'A month is written yyyy-MM.'),
  );

  it.each([
    ['2024-07-07', '2024-05'],
    ['2024-07-08', '2024-06'],
    ['2024-08-07', '2024-06'],
    ['2024-01-07', '2023-11'],
    ['2024-01-08', '2023-12'],
  ])('is due to close on the 8th of the next: on %s the newest is %s', (today, month) =>
    expect(closesBy(today)).toBe(month),
  );

  it.each(['2024-07-07', '2024-07-08', '2024-12-31', '2024-01-07'])(
    'after %s the next one closes on the first day on which a newer one is due',
    (today) => {
      const next = nextCloseAfter(today);
      expect(closesBy(next) > closesBy(today)).toBe(true);
      expect(closesBy(addDays(next, -1))).toBe(closesBy(today));
    },
  );

  it('is closed once, from the 8th of the next month on', () => {
    const calendar = given(calendarStream, closed('2024-05'), opened('2024-07'));
    calendar.when(closeMonths('2024-07-07')).then();
    calendar.when(closeMonths('2024-07-08')).then(closed('2024-06'));
    given(calendarStream, closed('2024-05'), closed('2024-06')).when(closeMonths('2024-07-31')).then();
  });

  it('closes together with the whole past when no month was closed before', () =>
    given(calendarStream, opened('2024-07')).when(closeMonths('2024-07-15')).then(closed('2024-06')));

  it('that was missed is closed with the next one', () =>
    given(calendarStream, closed('2024-10'))
      .when(closeMonths('2025-01-08'))
      .then(closed('2024-11'), closed('2024-12')));

  it('can be opened and closed independently', () => {
    given(calendarStream, closed('2024-06')).when(openMonth('2024-05')).then(opened('2024-05'));
    given(calendarStream, opened('2024-07')).when(closeMonths('2024-07-01')).then(closed('2024-05'));
  });

  it.each(['2024-07', '2024-02-30', 'today'])('is not closed on a day written %s', (today) =>
    given(calendarStream).when(closeMonths(today)).thenRefuses('invalid', 'A day is written yyyy-MM-dd.'),
  );
});

describe('a run that processes member events', () => {
  const processed = (recordedBefore: string): CalendarEvent => ({
    type: 'MemberEventsProcessed',
    data: { recordedBefore },
  });

  it('is recorded once a day, and again on the next', () => {
    given(calendarStream).when(processMemberEvents('2024-06-01')).then(processed('2024-06-01'));
    given(calendarStream, processed('2024-06-01')).when(processMemberEvents('2024-06-01')).then();
    given(calendarStream, processed('2024-06-01'))
      .when(processMemberEvents('2024-06-02'))
      .then(processed('2024-06-02'));
  });

  it('of an earlier day writes nothing', () =>
    given(calendarStream, processed('2024-06-02')).when(processMemberEvents('2024-06-01')).then());

  it('opens and closes no month', () => {
    const past = [opened('2024-06'), closed('2024-05'), processed('2024-07-09')];
    given(calendarStream, ...past)
      .when(openMonth('2024-06'))
      .then();
    given(calendarStream, ...past)
      .when(closeMonths('2024-06-30'))
      .then();
  });

  it('is of an existing day', () =>
    given(calendarStream)
      .when(processMemberEvents('2024-02-30'))
      .thenRefuses('invalid', 'A day is written yyyy-MM-dd.'));
});
