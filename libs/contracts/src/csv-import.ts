import { z } from 'zod';
import { importEffect } from './import-effect.js';

export const csvError = z.object({
  /** Line of the file, counted from the header as 1; null for an error of a whole plan-month or table. */
  line: z.number().nullable(),
  column: z.string().nullable(),
  message: z.string(),
});
export type CsvError = z.infer<typeof csvError>;

/**
 * Lines of snapshots or holdings whose members do not count in the line's month, as far as members are known: they had left before its last
 * day, or joined after it. The lines are kept. The first 20,000 are listed.
 */
export const uncountedLines = z.object({ left: z.array(z.number()), notJoined: z.array(z.number()) });
export type UncountedLines = z.infer<typeof uncountedLines>;

/** Answer to POST /api/csv/import: 202, or with `dryRun` 200 and no import id. */
export const importAnswer = z.object({
  importId: z.string().nullable(),
  table: z.string(),
  /** Number of rows to be written. */
  rows: z.number(),
  /** Number of rows left out because they are about erased members. */
  erasedRows: z.number(),
  /** Number of rows that are kept but count in no figure, and their lines. */
  uncountedRows: z.number(),
  uncounted: uncountedLines,
  /** What would change; null unless it is a dry run. */
  effect: importEffect.nullable(),
});
export type ImportAnswer = z.infer<typeof importAnswer>;

/** Body of 400 of POST /api/csv/import: the first 1,000 errors, and the number of all. */
export const importRefusal = z.object({ message: z.string(), errors: z.array(csvError), errorCount: z.number() });
export type ImportRefusal = z.infer<typeof importRefusal>;

/** Answer to POST /api/csv/check: for each file, in their order, what a dry run of its import answers or why it is refused. */
export const checkedFiles = z.object({
  files: z.array(
    z.object({ fileName: z.string(), answer: importAnswer.nullable(), refusal: importRefusal.nullable() }),
  ),
});
export type CheckedFiles = z.infer<typeof checkedFiles>;

/** Most files that are checked together. */
export const mostFilesTogether = 50;

/** Answer to GET /api/csv/imports/{id}. */
export const importProgress = z.object({
  importId: z.string(),
  table: z.string(),
  fileName: z.string(),
  /** Instant, UTC. */
  startedAt: z.string(),
  /** Instant, UTC; null while the import runs, or if it ended under a release that did not record it. */
  endedAt: z.string().nullable(),
  state: z.enum(['running', 'completed', 'failed']),
  rows: z.number(),
  /** Number of rows left out because they are about erased members. */
  erasedRows: z.number(),
  /** Number of rows that are kept but count in no figure. Their lines are listed once the import has ended. */
  uncountedRows: z.number(),
  uncounted: uncountedLines,
  done: z.number(),
  written: z.number(),
  skipped: z.number(),
  /** Events made from the rows so far; null for imports of releases that did not count them. */
  events: z.number().nullable(),
  message: z.string().nullable(),
  /** Number of rows refused while the others were written, and the first 1,000 errors. A list of imports leaves these out. */
  errorCount: z.number(),
  errors: z.array(csvError),
});
export type ImportProgress = z.infer<typeof importProgress>;

export const importHistoryQuery = z.strictObject({
  table: z.string().max(40).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(10),
});

/** An import as the history lists it: with the numbers of refused and uncounted rows, but not the rows. */
export const importRecord = importProgress.omit({ errors: true, uncounted: true }).extend({
  /** Null if the account no longer exists. */
  startedBy: z.object({ username: z.string(), name: z.string().nullable() }).nullable(),
  /** The plan's name if all rows are about one plan. */
  planName: z.string().nullable(),
});
export type ImportRecord = z.infer<typeof importRecord>;

/** Answer to GET /api/csv/history, newest first. */
export const importHistory = z.object({ imports: z.array(importRecord), total: z.number().int() });
export type ImportHistory = z.infer<typeof importHistory>;

/** A column that a file of a table may have. */
export const csvFieldInfo = z.object({
  name: z.string(),
  type: z.enum(['id', 'text', 'email', 'choice', 'date', 'instant', 'money', 'number', 'integer', 'flag']),
  required: z.boolean(),
  maxLength: z.number().nullable(),
  values: z.array(z.string()).nullable(),
  /** Empty if the values have no unit. */
  unit: z.string(),
  /** What the column accepts, in sentences. */
  rule: z.string(),
  /** A value that an import takes. */
  example: z.string(),
});
export type CsvFieldInfo = z.infer<typeof csvFieldInfo>;

/** One entry of the answer to GET /api/csv/tables. */
export const csvTableInfo = z.object({
  table: z.string(),
  /** What a row is. */
  holds: z.string(),
  /** The columns that identify a row. */
  key: z.array(z.string()),
  columns: z.array(csvFieldInfo),
  /** What determines a row's platform. Null if a row has none, so that neither platform nor plan narrows the table. */
  platformBy: z.enum(['column', 'plan', 'campaign', 'member']).nullable(),
  /** When the table's newest completed import was accepted (instant, UTC); null if there is none. */
  lastImportAt: z.string().nullable(),
});
export type CsvTableInfo = z.infer<typeof csvTableInfo>;

/** Answer to a correction. A later read with `stream@position` as `X-After` shows the correction. */
export const writeAnswer = z
  .object({ stream: z.string(), revision: z.string(), position: z.string() })
  .meta({ id: 'WriteAnswer' });
export type WriteAnswer = z.infer<typeof writeAnswer>;
