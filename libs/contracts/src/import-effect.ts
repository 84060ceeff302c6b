import { z } from 'zod';

/** An error, a note or a question about a line; the line is null for something that is about the whole file. */
const noteOfLine = z.object({ line: z.number().nullable(), column: z.string().nullable(), message: z.string() });

const fileValue = z.union([z.string(), z.number(), z.boolean()]).nullable();

const valueChange = z.object({
  /** Null for a row that is not in the file. */
  line: z.number().nullable(),
  /** What identifies the row: its key, or the member's number. */
  row: z.string(),
  column: z.string(),
  /** Empty if the values have none. */
  unit: z.string(),
  /** As a file writes it, money in dollars. */
  was: fileValue,
  becomes: fileValue,
});

const largestChange = valueChange.extend({
  /** Then the values are not shown. */
  isPersonal: z.boolean(),
  /** How many more columns of the row change. */
  others: z.number().int(),
});
export type LargestChange = z.infer<typeof largestChange>;

/** A change that is made only once somebody has confirmed it. */
const importQuestion = valueChange.extend({ message: z.string() });
export type ImportQuestion = z.infer<typeof importQuestion>;

/** The first 100 questions, the number of all, and the code by which they, and no others, are confirmed. */
const questions = {
  questions: z.array(importQuestion),
  questionCount: z.number().int(),
  confirm: z.string().nullable(),
};

/** A figure of the file beside that of the last one. */
const effectFigure = z.object({
  name: z.string(),
  unit: z.enum(['count', 'dollars']),
  last: z.number().nullable(),
  now: z.number(),
  /** Between which changes it usually lies: a count's in itself, an amount's as a share of 1. Null if that is not known. */
  usual: z.object({ from: z.number(), to: z.number() }).nullable(),
  isOutside: z.boolean(),
});
export type EffectFigure = z.infer<typeof effectFigure>;

/** What an import of a checked file would change, decided by what imports decide by. */
export const importEffect = z.object({
  /** Rows that would be new, would change, and would stay as they are; and what the file would remove, or who would leave. */
  fresh: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  leaving: z.number().int(),
  /** Members of the file's plans whom a file of members does not name. They stay as they are. */
  absent: z.number().int(),
  /** Rows that were not compared, because the file's plans and months alternate and are too many to be held at once. */
  notCompared: z.number().int(),
  /** The dates or months of what the rows are compared with, newest first and at most five; empty if nothing was there before. */
  comparedWith: z.array(z.string()),
  /** The ten largest changes. */
  largest: z.array(largestChange),
  /** The first ten of those that would leave. */
  leavers: z.array(z.string()),
  /** How many rows change in a column, and in how many of them it becomes blank. */
  columns: z.array(z.object({ column: z.string(), changed: z.number().int(), cleared: z.number().int() })),
  figures: z.array(effectFigure),
  /** What to look at before the file is imported. The first 100, and the number of all. */
  notes: z.array(noteOfLine),
  noteCount: z.number().int(),
  /** Goes with the import, which is refused if somebody else has imported rows of the table in the meantime. */
  asOf: z.number().int(),
  ...questions,
});
export type ImportEffect = z.infer<typeof importEffect>;

/** Body of 409 of an import with changes that are to be confirmed. Another 409 has the message only. */
export const importAsked = z.object({
  message: z.string(),
  questions: questions.questions.optional(),
  questionCount: questions.questionCount.optional(),
  confirm: z.string().optional(),
  /** The file is to be checked again: what its dry run compared it with no longer stands. */
  isOutdated: z.boolean().optional(),
});
export type ImportAsked = z.infer<typeof importAsked>;
