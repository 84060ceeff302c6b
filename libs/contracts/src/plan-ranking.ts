import { z } from 'zod';

const rank = z.object({
  /** 0..100: the share of ranked plans that are behind, and half of those that are equal; null if the plan's share is not published. */
  rank: z.number().nullable(),
  /** 0..100, as published. */
  share: z.number().nullable(),
  /** The plans that publish the share, and those of them whose share is less; null if the plan's own is not published. */
  plans: z.number(),
  ahead: z.number().nullable(),
});

const rankedMonth = z.object({
  /** yyyy-MM */
  month: z.string(),
  loggedIn: rank,
  adequateRetirementStandard: rank,
  nominatedBeneficiary: rank,
  /** 0..300; null unless all three ranks are known. */
  sum: z.number().nullable(),
  quartile: z.enum(['TOP', '2ND', '3RD', '4TH']).nullable(),
});
export type RankedMonth = z.infer<typeof rankedMonth>;

/**
 * Answer to GET /api/plans/{planId}/ranking: how the plan's published shares rank among those of all plans with 11 members or more, at the
 * newest closed month, a year before, and the quarter ends in between. Oldest first; months in which the plan is not ranked are left out.
 */
export const planRanking = z.object({ planId: z.string(), months: z.array(rankedMonth) });
export type PlanRanking = z.infer<typeof planRanking>;
