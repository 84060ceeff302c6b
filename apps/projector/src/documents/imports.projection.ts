import { importsView } from '@superscope/contracts/read-models/imports';
import type { AcceptedImport, Outcome } from '@superscope/domain/csv-import/csv-import';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/document-projection.js';

const outcomeOf = ({ written = 0, skipped = 0, refused = 0, errors = [] }: Partial<Outcome>) => ({
  written,
  skipped,
  refused,
  errors: [...errors],
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
  ImportProgressed: ({ data }: RecordedEvent<{ rows: number }>) => ({ done: data.rows }),
  ImportCompleted: ({ data }: RecordedEvent<Outcome & { rows: number }>) => ({
    state: 'completed',
    done: data.rows,
    ...outcomeOf(data),
  }),
  ImportFailed: ({ data }: RecordedEvent<Partial<Outcome> & { message: string }>) => ({
    state: 'failed',
    message: data.message,
    ...outcomeOf(data),
  }),
});
