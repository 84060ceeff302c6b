import { calendarView } from '@superscope/contracts/read-models/plan-months';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { recordedAt } from '../runtime/writing/instants.js';
import { documentWrite } from '../runtime/writing/projection.js';
import { projectionOf } from '../runtime/writing/stream-projection.js';

/** Months opened by the calendar. The current month carries the newest snapshot forward. */
export const calendar = projectionOf(
  calendarStream,
  { readModel: calendarView.announces, ignores: ['MonthClosed', 'MemberEventsProcessed'] },
  {
    MonthOpened: (event) => {
      const { month } = event.data;
      return { documents: [documentWrite(calendarView, month, event, { month, at: recordedAt(event) })] };
    },
  },
);
