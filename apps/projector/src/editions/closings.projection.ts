import { closingsView } from '@superscope/contracts/read-models/editions';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { recordedAt } from '../runtime/writing/instants.js';
import { documentWrite } from '../runtime/writing/projection.js';
import { projectionOf } from '../runtime/writing/stream-projection.js';

/** Months that the calendar closed. Closing a month also closes all earlier months. */
export const closings = projectionOf(
  calendarStream,
  { readModel: closingsView.announces, ignores: ['MonthOpened', 'MemberEventsProcessed'] },
  {
    MonthClosed: (event) => {
      const { month } = event.data;
      return { documents: [documentWrite(closingsView, month, event, { month, at: recordedAt(event) })] };
    },
  },
);
