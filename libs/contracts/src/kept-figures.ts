import { z } from 'zod';

/** One answer that a document shows, with the question that gave it: the name of the question, and what was asked. */
export const keptFigure = z.strictObject({
  question: z.strictObject({ name: z.string(), of: z.unknown() }),
  answer: z.unknown(),
});
export type KeptFigure = z.infer<typeof keptFigure>;

/** What a document that keeps its figures is about. It is known before the page is drawn. */
export const keptAbout = z.strictObject({
  document: z.string(),
  planId: z.string(),
  companyId: z.string().nullable(),
  terms: z.record(z.string(), z.string()),
  /** The month ends (yyyy-MM-dd) between which it reports. */
  start: z.string(),
  end: z.string(),
  /** The code that is printed on it. */
  code: z.string(),
  /** Which edition of each closed month (yyyy-MM) was read. */
  editions: z.array(z.strictObject({ month: z.string(), edition: z.number().int() })),
  /** How far the read models were, by partition. Only documents of earlier releases tell it: it grows with every event of a member. */
  position: z.string().optional(),
  /** When it was made (instant, UTC). */
  moment: z.string(),
});
export type KeptAbout = z.infer<typeof keptAbout>;

/** The file of figures that is kept beside a document and attached to it, as canonical JSON. */
export const keptFigures = keptAbout.extend({
  format: z.literal('superscope-figures-1'),
  /** In the order of their questions. */
  figures: z.array(keptFigure),
});
export type KeptFigures = z.infer<typeof keptFigures>;

export const keptFiguresFileName = 'figures.json';
