import { importsView } from '@superscope/contracts/read-models/imports';
import type { AcceptedImport, Outcome } from '@superscope/domain/csv-import/csv-import';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/document-projection.js';

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

export const imports = documentsOf(importsView, 'importId', {
  ImportAccepted: ({ data, created }: RecordedEvent<AcceptedImport>) => ({
    ...data,
    state: 'running',
    done: 0,
    written: 0,
    skipped: 0,
    message: null,
    acceptedAt: created,
  }),
  ImportProgressed: ({ data }: RecordedEvent<{ rows: number; events?: number }>) => ({
    done: data.rows,
    ...eventsOf(data.events),
  }),
  ImportCompleted: ({ data, created }: RecordedEvent<Outcome & { rows: number }>) => ({
    state: 'completed',
    done: data.rows,
    ...outcomeOf(data, created),
  }),
  ImportFailed: ({ data, created }: RecordedEvent<Partial<Outcome> & { message: string }>) => ({
    state: 'failed',
    message: data.message,
    ...outcomeOf(data, created),
  }),
});
