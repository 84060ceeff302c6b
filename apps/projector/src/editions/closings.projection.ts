import { recordedAt, type Projection } from '../runtime/writing/projection.js';

/** Months closed by the calendar, each with all before it. A derivation looks at all months of its plan: it finds those too. */
export const closings: Projection = {
  readModel: 'editions',
  handles: ['MonthClosed'],
  project: (event) => {
    const { month } = event.data as { month: string };
    const set = { month, at: recordedAt(event) };
    return {
      documents: [{ collection: 'closings', id: month, revision: event.revision, set }],
      dirty: [{ plans: 'all', fromMonth: month, toMonth: month, memberId: null }],
    };
  },
};
