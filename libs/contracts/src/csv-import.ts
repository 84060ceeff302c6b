import { z } from 'zod';

export const csvError = z.object({
  /** Line of the file, the header being 1; null: of a plan-month or table that is written whole. */
  line: z.number().nullable(),
  column: z.string().nullable(),
  message: z.string(),
});
export type CsvError = z.infer<typeof csvError>;

/** 202 of POST /api/csv/import; with `dryRun` 200 and no import id. */
export const importAnswer = z.object({ importId: z.string().nullable(), table: z.string(), rows: z.number() });
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
  state: z.enum(['running', 'completed', 'failed']),
  rows: z.number(),
  done: z.number(),
  written: z.number(),
  skipped: z.number(),
  message: z.string().nullable(),
  /** Rows that were refused while the others were written, and the first 1,000 of them; a list of imports leaves these out. */
  errorCount: z.number(),
  errors: z.array(csvError),
});
export type ImportProgress = z.infer<typeof importProgress>;

/** One of the tables that GET /api/csv/tables answers. */
export const csvTableInfo = z.object({
  table: z.string(),
  /** The columns that name a row. */
  key: z.array(z.string()),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['id', 'text', 'email', 'choice', 'date', 'instant', 'money', 'number', 'integer', 'flag']),
      required: z.boolean(),
      maxLength: z.number().nullable(),
      values: z.array(z.string()).nullable(),
    }),
  ),
});
export type CsvTableInfo = z.infer<typeof csvTableInfo>;

/** Answer of a correction: pass `stream@position` as `X-After` to read what it changed. */
export const writeAnswer = z
  .object({ stream: z.string(), revision: z.string(), position: z.string() })
  .meta({ id: 'WriteAnswer' });
export type WriteAnswer = z.infer<typeof writeAnswer>;
