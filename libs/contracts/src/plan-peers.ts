import { z } from 'zod';
import { peerFigureNames, type PeerFigureName } from './peer-figures.js';

export const peerFigure = z.object({
  /** The plan's own, as published; null where it is not. */
  own: z.number().nullable(),
  /** How many plans the quartiles are of, the plan itself among them. */
  plans: z.number(),
  lower: z.number(),
  median: z.number(),
  upper: z.number(),
});
export type PeerFigure = z.infer<typeof peerFigure>;

/**
 * Answer to GET /api/plans/{planId}/peers: the plan's published figures beside the quartiles of all plans of 30 members or more on its
 * platform, at its newest closed month. Scores have two decimals, shares are in percent.
 */
export const planPeers = z.object({
  planId: z.string(),
  /** yyyy-MM: the first month of the period that was asked for; null where none was, and nothing by period is compared. */
  from: z.string().nullable(),
  /** yyyy-MM; null before the first month is closed. */
  month: z.string().nullable(),
  /**
   * Why nothing is compared. `noFigures`: no month is closed. `fewMembers`: the plan has fewer than 30 members. `fewPlans`: the platform
   * has fewer than 11 such plans.
   */
  because: z.enum(['noFigures', 'fewMembers', 'fewPlans']).nullable(),
  /** A figure is left out that is published of fewer than 11 plans. */
  figures: z.partialRecord(z.enum(peerFigureNames as [PeerFigureName, ...PeerFigureName[]]), peerFigure),
});
export type PlanPeers = z.infer<typeof planPeers>;
