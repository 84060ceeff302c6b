import type { BenchmarkRow, SuperParameterRow } from '@superscope/domain/dated-figures/dated-figures';
import { allMonths, type Projection } from '../runtime/projection.js';

/** Benchmarks and parameters by key and date. Any of them may change every score, so all plans are derived again. */
export const figures: Projection = {
  readModel: 'figures',
  handles: ['BenchmarksPublished', 'SuperParametersSet'],
  project: (event) => ({
    documents: (event.data as { rows: readonly (BenchmarkRow | SuperParameterRow)[] }).rows.map((row) => ({
      collection: 'figures',
      id:
        'kind' in row
          ? `${row.kind} ${row.birthYearOrAge} ${row.gender ?? ''} ${row.validFrom}`
          : `${row.name} ${row.validFrom}`,
      revision: event.revision,
      set: { ...row },
    })),
    dirty: [{ plans: 'all', ...allMonths, memberId: null }],
  }),
};

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
