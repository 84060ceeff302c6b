import type { Projection } from '../runtime/writing/projection.js';

/** Months opened by the calendar: the current month carries the newest snapshot forward. */
export const calendar: Projection = {
  readModel: 'memberSnapshots',
  handles: ['MonthOpened'],
  project: (event) => {
    const { month } = event.data as { month: string };
    return {
      documents: [{ collection: 'calendar', id: month, revision: event.revision, set: { month } }],
      dirty: [{ plans: 'all', fromMonth: month, toMonth: month, memberId: null }],
    };
  },
};
