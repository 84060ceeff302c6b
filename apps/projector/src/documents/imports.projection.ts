import type { Outcome } from '@superscope/domain/csv-import/csv-import';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/document-projection.js';

const outcomeOf = ({ written = 0, skipped = 0, refused = 0, errors = [] }: Partial<Outcome>) => ({
  ...{ written, skipped, refused, errors },
});

export const imports = documentsOf('imports', 'imports', 'importId', {
  ImportAccepted: (event) => ({
    ...(event.data as object),
    state: 'running',
    done: 0,
    written: 0,
    skipped: 0,
    message: null,
    acceptedAt: event.created,
  }),
  ImportProgressed: (event: RecordedEvent<{ rows: number }>) => ({ done: event.data.rows }),
  ImportCompleted: (event: RecordedEvent<Outcome & { rows: number }>) => ({
    state: 'completed',
    done: event.data.rows,
    ...outcomeOf(event.data),
  }),
  ImportFailed: (event: RecordedEvent<Partial<Outcome> & { message: string }>) => ({
    state: 'failed',
    message: event.data.message,
    ...outcomeOf(event.data),
  }),
});
