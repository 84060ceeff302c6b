import { onecentralStatuses, type ArrivedFile } from '@superscope/domain/onecentral-import/onecentral-import';
import { z } from 'zod';
import { documentView } from './document-view.js';

const arrived = z.object({
  fileId: z.string(),
  source: z.string(),
  name: z.string(),
  /** Instant, UTC. */
  modified: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  table: z.string().nullable(),
  dataDate: z.string().nullable(),
  rows: z.number().nullable(),
  problem: z.string().nullable(),
});

const error = z.object({ line: z.number().nullable(), column: z.string().nullable(), message: z.string() });

/** One file of the inbox. If its first event was set aside, only the fields of later events are known. */
export const onecentralImportsView = documentView({
  collection: 'onecentral_imports',
  announces: 'onecentralImports',
  shape: (arrived satisfies z.ZodType<ArrivedFile>).extend({
    /** The name by which it is asked for. */
    filename: z.string(),
    status: z.enum(onecentralStatuses),
    arrivedAt: z.date(),
    /** Since when the status is so. */
    since: z.date(),
    isDeleted: z.boolean(),
    /** An attempt runs, or its process was killed. */
    isRunning: z.boolean(),
    attempts: z.number(),
    retryAt: z.date().nullable(),
    /** Why the newest attempt did not succeed. */
    reason: z.string().nullable(),
    importId: z.string().nullable(),
    written: z.number().nullable(),
    skipped: z.number().nullable(),
    /** The name of the earlier file with the same content. */
    sameAsName: z.string().nullable(),
    /** Other content of its table was imported since that earlier file. Files of earlier releases lack it. */
    isOlder: z.boolean().optional(),
    /** Id of the user who corrected a copy of it, which was imported in its place. Other files lack it. */
    mendedBy: z.string().optional(),
    /** The errors of the newest attempt that failed, and when that was; they stay when the file is right later. */
    errors: z.array(error).optional(),
    errorCount: z.number().optional(),
    failedAt: z.date().optional(),
  }),
  indexes: [{ arrivedAt: -1 }, { status: 1, since: 1 }, { sha256: 1 }, { filename: 1 }],
});
