import type { AcceptedImport } from '@superscope/domain/csv-import/csv-import';
import { z } from 'zod';
import { documentView } from './document-view.js';

const accepted = z.object({
  importId: z.string(),
  table: z.string(),
  platformId: z.string().nullable(),
  planId: z.string().nullable(),
  fileSha256: z.string(),
  fileName: z.string(),
  rows: z.number(),
  erasedRows: z.number().optional(),
  uncountedRows: z.number().optional(),
  uncounted: z.object({ left: z.array(z.number()), notJoined: z.array(z.number()) }).optional(),
  startedBy: z.string(),
  confirmed: z.number().optional(),
  confirmedBy: z.string().optional(),
});

const refusedRow = z.object({ line: z.number().nullable(), column: z.string().nullable(), message: z.string() });

export const importsView = documentView({
  collection: 'imports',
  announces: 'imports',
  shape: (accepted satisfies z.ZodType<AcceptedImport>).extend({
    state: z.enum(['running', 'completed', 'failed']),
    /** Number of rows read so far. */
    done: z.number(),
    written: z.number(),
    skipped: z.number(),
    message: z.string().nullable(),
    acceptedAt: z.date(),
    endedAt: z.date().optional(),
    /** Events made from the rows so far. Imports of earlier releases lack it. */
    events: z.number().optional(),
    /** Known once the import has ended. `errors` holds the first 1,000. */
    refused: z.number().optional(),
    errors: z.array(refusedRow).optional(),
  }),
  indexes: [{ state: 1 }, { acceptedAt: -1 }, { table: 1, acceptedAt: -1 }],
  // When users see that an import has ended, figures that it made stale must already be marked as stale.
  writtenLast: true,
});
