import { payrolls } from '@superscope/domain/publishing/payroll';
import { z } from 'zod';

const because = z.enum(['<11', 'np']);

const scoredArea = z.enum([
  'nominatedBeneficiary',
  'accountBalance',
  'lifeInsurance',
  'investmentApproach',
  'retirementAdequacy',
]);

/** A plan with its published figures at its newest closed month. */
export const planSummary = z.object({
  id: z.string(),
  name: z.string(),
  platform: z.string(),
  closedOn: z.string().nullable(),
  /** What is known of its payroll now; null for callers who may not set it. */
  payroll: z.enum(payrolls).nullable(),
  /** yyyy-MM of the figures; null before the first month is closed. */
  month: z.string().nullable(),
  members: z.number().nullable(),
  /** 0..5 */
  score: z.number().nullable(),
  /**
   * Change of the score over a year, or since the first closed month of a younger plan; null if either score is not published. `clear`: the
   * change is not smaller than its margin.
   */
  change: z.object({ by: z.number(), clear: z.boolean(), since: z.string() }).nullable(),
  /** Areas with a low score, or with many members who may need help; null if no area's score is published. */
  attention: z.array(scoredArea).nullable(),
  /** Why the headcount or the score is null. */
  withheld: z.object({ members: because.optional(), score: because.optional() }),
});
export type PlanSummary = z.infer<typeof planSummary>;
export type PlanPayroll = NonNullable<PlanSummary['payroll']>;

/** Answer to GET /api/plans: the plans that the caller may see, by name. */
export const plansOverview = z.object({ plans: z.array(planSummary) });
export type PlansOverview = z.infer<typeof plansOverview>;

/**
 * Why a month is still open. `running`: the calendar has not closed it. `snapshots`: none were imported, so its figures are carried
 * forward. `publishing`: the data is complete, and its edition is being made.
 */
const openBecause = z.enum(['running', 'snapshots', 'publishing']);

const completeMonth = z.object({
  /** yyyy-MM */
  month: z.string(),
  /** Rows of the imports that count; null without an import. */
  snapshots: z.number().nullable(),
  assets: z.number().nullable(),
  /** Number of the edition that employers see; null while the month is open. */
  edition: z.number().nullable(),
  /** Null for a closed month. */
  openBecause: openBecause.nullable(),
});
export type CompleteMonth = z.infer<typeof completeMonth>;

/** Answer to GET /api/plans/completeness. */
export const plansCompleteness = z.object({
  /** yyyy-MM, oldest first. */
  months: z.array(z.string()),
  /** Plans by name. A plan has no entry for months before its first or after its last. */
  plans: z.array(z.object({ id: z.string(), name: z.string(), months: z.array(completeMonth) })),
});
export type PlansCompleteness = z.infer<typeof plansCompleteness>;
