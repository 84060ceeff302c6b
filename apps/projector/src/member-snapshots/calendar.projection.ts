import { calendarView } from '@superscope/contracts/read-models/plan-months';
import { recordedAt } from '../runtime/writing/instants.js';
import { documentWrite, type Projection } from '../runtime/writing/projection.js';

/** Months opened by the calendar. The current month carries the newest snapshot forward. */
export const calendar: Projection = {
  readModel: calendarView.announces,
  handles: ['MonthOpened'],
  project: (event) => {
    const { month } = event.data as { month: string };
    return { documents: [documentWrite(calendarView, month, event, { month, at: recordedAt(event) })] };
  },
};
