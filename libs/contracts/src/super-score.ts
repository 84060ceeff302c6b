import type { ScoredArea } from '@superscope/domain/scoring/super-score';
import { z } from 'zod';

export type { ScoredArea };

const areaScores = z.object({
  /** 0..1; null if withheld or unknown. */
  nominatedBeneficiary: z.number().nullable(),
  accountBalance: z.number().nullable(),
  lifeInsurance: z.number().nullable(),
  investmentApproach: z.number().nullable(),
  retirementAdequacy: z.number().nullable(),
});

const why = z.enum(['<11', 'np']);

/**
 * Answer to GET /api/planSuperScore: scores with two decimals as published at the newest closed month. For the staff audience they are
 * exact, at the newest month with figures.
 */
export const planSuperScore = z.object({
  planId: z.string(),
  /** yyyy-MM; null before the first import. */
  month: z.string().nullable(),
  /** 0..5 */
  score: z.number().nullable(),
  members: z.number().nullable(),
  areas: areaScores,
  /** Why a figure is null, by the figure's name. */
  withheld: z.partialRecord(
    z.enum([
      'score',
      'members',
      'nominatedBeneficiary',
      'accountBalance',
      'lifeInsurance',
      'investmentApproach',
      'retirementAdequacy',
    ]),
    why,
  ),
});
export type PlanSuperScore = z.infer<typeof planSuperScore>;
