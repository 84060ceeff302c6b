import { closingsView } from '@superscope/contracts/read-models/editions';
import { recordedAt } from '../runtime/writing/instants.js';
import { documentWrite, type Projection } from '../runtime/writing/projection.js';

/** Months that the calendar closed. Closing a month also closes all earlier months. */
export const closings: Projection = {
  readModel: closingsView.announces,
  handles: ['MonthClosed'],
  project: (event) => {
    const { month } = event.data as { month: string };
    return { documents: [documentWrite(closingsView, month, event, { month, at: recordedAt(event) })] };
  },
};
