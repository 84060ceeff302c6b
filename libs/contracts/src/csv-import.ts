import { z } from 'zod';

export const csvError = z.object({
  /** Line of the file, the header being 1; null: of a plan-month or table that is written whole. */
  line: z.number().nullable(),
  column: z.string().nullable(),
  message: z.string(),
});
export type CsvError = z.infer<typeof csvError>;

/** 202 of POST /api/csv/import; with `dryRun` 200 and no import id. */
export const importAnswer = z.object({
  importId: z.string().nullable(),
  table: z.string(),
  /** Rows to be written. */
  rows: z.number(),
  /** Rows left out, because they are of erased members. */
  erasedRows: z.number(),
});
export type ImportAnswer = z.infer<typeof importAnswer>;

/** 400 of POST /api/csv/import: the first 1,000 errors and how many there are in all. */
export const importRefusal = z.object({ message: z.string(), errors: z.array(csvError), errorCount: z.number() });
export type ImportRefusal = z.infer<typeof importRefusal>;

/** Answer to GET /api/csv/imports/{id}. */
export const importProgress = z.object({
  importId: z.string(),
  table: z.string(),
  fileName: z.string(),
  /** Instant, UTC. */
  startedAt: z.string(),
  /** Instant, UTC; null while it runs, and of imports that ended under a release that did not note it. */
  endedAt: z.string().nullable(),
  state: z.enum(['running', 'completed', 'failed']),
  rows: z.number(),
  /** Rows left out, because they are of erased members. */
  erasedRows: z.number(),
  done: z.number(),
  written: z.number(),
  skipped: z.number(),
  /** Events that the rows have become so far; null of imports of releases that did not count them. */
  events: z.number().nullable(),
  message: z.string().nullable(),
  /** Rows that were refused while the others were written, and the first 1,000 of them; a list of imports leaves these out. */
  errorCount: z.number(),
  errors: z.array(csvError),
});
export type ImportProgress = z.infer<typeof importProgress>;

export const importHistoryQuery = z.strictObject({
  table: z.string().max(40).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(10),
});

/** An import as the history has it: without the rows that were refused, of which it only says how many. */
export const importRecord = importProgress.omit({ errors: true }).extend({
  /** Null: this account is not known any more. */
  startedBy: z.object({ username: z.string(), name: z.string().nullable() }).nullable(),
  /** Where all its rows are of one plan. */
  planName: z.string().nullable(),
});
export type ImportRecord = z.infer<typeof importRecord>;

/** Answer to GET /api/csv/history, the newest first. */
export const importHistory = z.object({ imports: z.array(importRecord), total: z.number().int() });
export type ImportHistory = z.infer<typeof importHistory>;

/** A column of a table, as a file may have it. */
export const csvFieldInfo = z.object({
  name: z.string(),
  type: z.enum(['id', 'text', 'email', 'choice', 'date', 'instant', 'money', 'number', 'integer', 'flag']),
  required: z.boolean(),
  maxLength: z.number().nullable(),
  values: z.array(z.string()).nullable(),
  /** '' where its values have none. */
  unit: z.string(),
  /** What it accepts, in sentences. */
  rule: z.string(),
  /** A value that an import takes. */
  example: z.string(),
});
export type CsvFieldInfo = z.infer<typeof csvFieldInfo>;

/** One of the tables that GET /api/csv/tables answers. */
export const csvTableInfo = z.object({
  table: z.string(),
  /** What a row is. */
  holds: z.string(),
  /** The columns that name a row. */
  key: z.array(z.string()),
  columns: z.array(csvFieldInfo),
  /** What says the platform of a row; null: none, so neither platform nor plan narrows the table. */
  platformBy: z.enum(['column', 'plan', 'campaign', 'member']).nullable(),
  /** Instant, UTC, at which the newest import of the table that completed was accepted; null: there is none. */
  lastImportAt: z.string().nullable(),
});
export type CsvTableInfo = z.infer<typeof csvTableInfo>;

/** Answer of a correction: pass `stream@position` as `X-After` to read what it changed. */
export const writeAnswer = z
  .object({ stream: z.string(), revision: z.string(), position: z.string() })
  .meta({ id: 'WriteAnswer' });
export type WriteAnswer = z.infer<typeof writeAnswer>;
