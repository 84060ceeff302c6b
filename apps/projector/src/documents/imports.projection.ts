import { importsView } from '@superscope/contracts/read-models/imports';
import { csvImportStream, type Outcome } from '@superscope/domain/csv-import/csv-import';
import { documentsOf } from '../runtime/writing/stream-projection.js';

/** Imports of earlier releases did not count their events. */
const eventsOf = (events: number | undefined) => (events === undefined ? {} : { events });

const outcomeOf = (
  { written = 0, skipped = 0, refused = 0, errors = [], events }: Partial<Outcome>,
  endedAt: Date,
) => ({
  endedAt,
  written,
  skipped,
  refused,
  errors: [...errors],
  ...eventsOf(events),
});

export const imports = documentsOf(
  importsView,
  csvImportStream,
  { id: 'importId' },
  {
    // Which cells were mended is read in the event alone.
    ImportAccepted: ({ data: { mended: _, ...data }, created }) => ({
      ...data,
      state: 'running',
      done: 0,
      written: 0,
      skipped: 0,
      message: null,
      acceptedAt: created,
    }),
    ImportProgressed: ({ data }) => ({
      done: data.rows,
      ...eventsOf(data.events),
    }),
    ImportCompleted: ({ data, created }) => ({
      state: 'completed',
      done: data.rows,
      ...outcomeOf(data, created),
    }),
    ImportFailed: ({ data, created }) => ({
      state: 'failed',
      message: data.message,
      ...outcomeOf(data, created),
    }),
  },
);
