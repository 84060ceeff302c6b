import { z } from 'zod';
import { importEffect } from './import-effect.js';
import { mostCorrections } from './import-repair-rules.js';

const line = z.number().int().min(1).max(100_000_000);

/** What is typed in place of a file's refused cells, and which of its lines are left out. Nothing of it is stored before the import. */
export const repairDraft = z.strictObject({
  corrections: z
    .array(z.strictObject({ line, column: z.string().min(1).max(100), value: z.string().max(2_000) }))
    .max(mostCorrections),
  skipped: z.array(line).max(mostCorrections),
});
export type RepairDraft = z.infer<typeof repairDraft>;
export type CellCorrection = RepairDraft['corrections'][number];

/** Answer to POST /api/csv/repairs. */
export const keptRefusedFile = z.object({ importId: z.string() });
export type KeptRefusedFile = z.infer<typeof keptRefusedFile>;

/** Answer to GET /api/csv/repairs: the caller's files that wait to be mended, the newest first. */
export const keptRefusedFiles = z.array(
  z.object({
    importId: z.string(),
    fileName: z.string(),
    table: z.string(),
    /** The file is deleted then. */
    keptUntil: z.string(),
  }),
);
export type KeptRefusedFiles = z.infer<typeof keptRefusedFiles>;

export const refusedCell = z.object({
  line: z.number().int(),
  /** Null for a line that is skipped though none of its cells is refused: it was wrong with what had been typed before. */
  column: z.string().nullable(),
  /** What the row is about: the cells of its key, and a member's name if the line has it. Blank for a member who was erased. */
  row: z.string(),
  /** As it stands in the file. Null if it is not shown: it may hold a tax file number, its member was erased, or the error is of the whole line. */
  value: z.string().nullable(),
  /** Whether it may hold a tax file number. */
  isWithheld: z.boolean(),
  message: z.string(),
  /** `corrected`: the value that was sent is right. A cell of a skipped line is skipped, whatever was sent for it. */
  state: z.enum(['open', 'corrected', 'skipped']),
  suggestion: z.object({ value: z.string(), isGuess: z.boolean() }).nullable(),
});
export type RefusedCell = z.infer<typeof refusedCell>;

export const repairQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  show: z.enum(['open', 'all']).default('all'),
  /** Of whoever types, such as a page in a browser's tab: a newer check by the same one ends an older one. */
  typist: z
    .string()
    .regex(/^[\w-]{1,40}$/, 'This is not an id.')
    .optional(),
});

/** Answer to POST /api/csv/repairs/{id}/check: the refused cells of a kept file as they stand with what was typed, and what would change. */
export const importRepair = z.object({
  importId: z.string(),
  fileName: z.string(),
  table: z.string(),
  /** The file is deleted then. */
  keptUntil: z.string(),
  /** Where a file came from that no person sent, and what became of it there since; null for one that a person sent. */
  notice: z.string().nullable(),
  /** Whether rows that are left out would be missing from what the file replaces. Then each is corrected or skipped before the import. */
  isReplaced: z.boolean(),
  /** Rows of the file, those that were right at once, and those that an import would write now. */
  rows: z.number().int(),
  rightRows: z.number().int(),
  toImport: z.number().int(),
  /** Refused cells in all, and how they stand. */
  refusedCells: z.number().int(),
  corrected: z.number().int(),
  skipped: z.number().int(),
  open: z.number().int(),
  /** Those on this page, and the number of those that are shown on all pages. */
  cells: z.array(refusedCell),
  shown: z.number().int(),
  /** What the rows that are right would change; null if there are none. */
  effect: importEffect.nullable(),
});
export type ImportRepair = z.infer<typeof importRepair>;
