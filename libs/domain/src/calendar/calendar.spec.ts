import { describe, it } from 'vitest';
import { calendarStream, openMonth, type CalendarEvent } from './calendar.js';
import { given } from '../given.js';

const opened = (month: string): CalendarEvent => ({ type: 'MonthOpened', data: { month } });

describe('a month', () => {
  it('is opened once', () => {
    given(calendarStream).when(openMonth('2024-06')).then(opened('2024-06'));
    given(calendarStream, opened('2024-06')).when(openMonth('2024-06')).then();
    given(calendarStream, opened('2024-06')).when(openMonth('2024-07')).then(opened('2024-07'));
  });

  it('that was missed is opened with the next one', () =>
    given(calendarStream, opened('2024-11')).when(openMonth('2025-01')).then(opened('2024-12'), opened('2025-01')));

  it('before the newest is open already', () =>
    given(calendarStream, opened('2025-01'), opened('2024-12')).when(openMonth('2024-12')).then());

  it.each(['2024-13', '2024-00', '2024-6', '24-06', '2024-06-01'])('is not written %s', (month) =>
    given(calendarStream).when(openMonth(month)).thenRefuses('invalid', 'A month is written yyyy-MM.'),
  );
});
