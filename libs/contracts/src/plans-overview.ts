import { z } from 'zod';

const because = z.enum(['<11', 'np']);

const scoredArea = z.enum([
  'nominatedBeneficiary',
  'accountBalance',
  'lifeInsurance',
  'investmentApproach',
  'retirementAdequacy',
]);

/** A plan with its figures as published at its newest closed month. */
export const planSummary = z.object({
  id: z.string(),
  name: z.string(),
  platform: z.string(),
  closedOn: z.string().nullable(),
  /** yyyy-MM of the figures; null before the first month is closed. */
  month: z.string().nullable(),
  members: z.number().nullable(),
  /** 0..5 */
  score: z.number().nullable(),
  /**
   * Of the score, from a year before, or from the first closed month of a younger plan; null where either is not published. `clear`: it is
   * not smaller than the margin.
   */
  change: z.object({ by: z.number(), clear: z.boolean(), since: z.string() }).nullable(),
  /** Areas with a low score or with many members who may need help; null where no area's score is published. */
  attention: z.array(scoredArea).nullable(),
  /** Why the headcount or the score is null. */
  withheld: z.object({ members: because.optional(), score: because.optional() }),
});
export type PlanSummary = z.infer<typeof planSummary>;

/** Answer to GET /api/plans: the plans in reach, by name. */
export const plansOverview = z.object({ plans: z.array(planSummary) });
export type PlansOverview = z.infer<typeof plansOverview>;

/**
 * What keeps a month open. `running`: the calendar has not closed it. `snapshots`: none were imported, so that its figures are carried
 * forward. `publishing`: everything is there, and its edition is being made.
 */
export const openBecause = z.enum(['running', 'snapshots', 'publishing']);
export type OpenBecause = z.infer<typeof openBecause>;

const completeMonth = z.object({
  /** yyyy-MM */
  month: z.string(),
  /** Rows of the imports that count; null where nothing is imported. */
  snapshots: z.number().nullable(),
  assets: z.number().nullable(),
  /** Number of the edition that employers read; null while the month is open. */
  edition: z.number().nullable(),
  /** Null for a month that is closed. */
  openBecause: openBecause.nullable(),
});
export type CompleteMonth = z.infer<typeof completeMonth>;

/** Answer to GET /api/plans/completeness. */
export const plansCompleteness = z.object({
  /** yyyy-MM, oldest first. */
  months: z.array(z.string()),
  /** By name. A plan leaves out months before its first and after its last. */
  plans: z.array(z.object({ id: z.string(), name: z.string(), months: z.array(completeMonth) })),
});
export type PlansCompleteness = z.infer<typeof plansCompleteness>;
