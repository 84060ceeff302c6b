import type { ScoredArea } from '@superscope/domain/scoring/super-score';
import { z } from 'zod';

export type { ScoredArea };

const areaScores = z.object({
  /** 0..1, unrounded to millionths; null where withheld or unknown. */
  nominatedBeneficiary: z.number().nullable(),
  accountBalance: z.number().nullable(),
  lifeInsurance: z.number().nullable(),
  investmentApproach: z.number().nullable(),
  retirementAdequacy: z.number().nullable(),
});

/** Answer to GET /api/planSuperScore: the newest month with figures. Figures of 1 to 10 members are null and `suppressed`. */
export const planSuperScore = z.object({
  planId: z.string(),
  /** yyyy-MM; null before the first import. */
  month: z.string().nullable(),
  /** 0..5 */
  score: z.number().nullable(),
  members: z.number().nullable(),
  areas: areaScores,
  suppressed: z.boolean(),
});
export type PlanSuperScore = z.infer<typeof planSuperScore>;
