import { z } from 'zod';
import { lookBacks } from './analytics/look-back.js';
import { peerFigureNames, type PeerFigureName } from './peer-figures.js';

export const peerFigure = z.object({
  /** The plan's own published figure; null if it is not published. */
  own: z.number().nullable(),
  /** Number of plans in the quartiles, the plan itself included. */
  plans: z.number(),
  lower: z.number(),
  median: z.number(),
  upper: z.number(),
});
export type PeerFigure = z.infer<typeof peerFigure>;

/**
 * Answer to GET /api/plans/{planId}/peers: the plan's published figures beside the quartiles of all plans on its platform with at least 30
 * members, at its newest closed month. Scores have two decimals, shares are in percent.
 */
export const planPeers = z.object({
  planId: z.string(),
  /**
   * yyyy-MM: the first month that figures of a period look back to, which may be another one than the request named; null if the request
   * named none, and then no figure of a period is compared.
   */
  from: z.string().nullable(),
  /** The months from `from` to `month`; null if `from` is. */
  lookBackMonths: z.literal(lookBacks).nullable(),
  /** yyyy-MM; null before the first month is closed. */
  month: z.string().nullable(),
  /**
   * Why nothing is compared. `noFigures`: no month is closed. `fewMembers`: the plan has fewer than 30 members. `fewPlans`: the platform
   * has fewer than 11 such plans.
   */
  because: z.enum(['noFigures', 'fewMembers', 'fewPlans']).nullable(),
  /** Figures that are published for at least 11 plans. Others are left out. */
  figures: z.partialRecord(z.enum(peerFigureNames as [PeerFigureName, ...PeerFigureName[]]), peerFigure),
});
export type PlanPeers = z.infer<typeof planPeers>;
