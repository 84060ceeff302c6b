import { z } from 'zod';

/** One entry of the plan picker. */
export const planOption = z.object({
  id: z.string(),
  name: z.string(),
  platform: z.object({ id: z.string(), name: z.string() }),
  /** Members as published at the plan's newest closed month; null if the number is not published, or not yet. */
  members: z.number().nullable(),
});
export type PlanOption = z.infer<typeof planOption>;

/** Answer to GET /api/plan/{id}, and to GET /api/plan for a user with one plan. */
export const plan = z.object({
  id: z.string(),
  name: z.string(),
  shortName: z.string(),
  platform: z.object({ id: z.string(), name: z.string() }),
  /** yyyy-MM-dd */
  startDate: z.string(),
  closedOn: z.string().nullable(),
  superScoreClient: z.boolean(),
  relationshipManager: z.string().nullable(),
  /** yyyy-MM of the first and the newest month with figures; null before the first import. */
  firstMonth: z.string().nullable(),
  lastMonth: z.string().nullable(),
  /** yyyy-MM of the newest closed month, which is the newest that employers see; null before the first. */
  closedMonth: z.string().nullable(),
  /**
   * Whether the salaries and exact ages of its newest closed month are public, because all of its employers share one payroll. Where they do
   * not, employers read salary groups of the whole plan only. True before the first month closes.
   */
  onePayroll: z.boolean(),
  /** Month end (yyyy-MM-dd) of the balances shown in the newest month. */
  balancesAsAt: z.string().nullable(),
  /** Days (yyyy-MM-dd, ascending) on which the plan's campaigns ran, without consultations. A period can start on one of them. */
  campaignDates: z.array(z.string()),
  /** File names of the flyers that can be downloaded, such as `Plan details.pdf`. */
  files: z.array(z.string()),
});
export type Plan = z.infer<typeof plan>;
