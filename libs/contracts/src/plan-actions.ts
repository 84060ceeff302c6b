import { actionKeys } from '@superscope/domain/scoring/actions';
import { scoredAreas } from '@superscope/domain/scoring/super-score';
import { z } from 'zod';
import { publishedFigure } from './published-figure.js';

/** A campaign after which members may have acted. */
const supportingCampaign = z.object({
  campaignId: z.string(),
  name: z.string(),
  /** yyyy-MM-dd */
  runDate: z.string(),
  /** Recipients whom the action concerned at the end of the month before. */
  concerned: publishedFigure,
  /** 0..100: of these, whom it concerned no longer at the end of the third month after. */
  share: publishedFigure,
});
export type SupportingCampaign = z.infer<typeof supportingCampaign>;

const planAction = z.object({
  key: z.enum(actionKeys),
  area: z.enum(scoredAreas),
  label: z.string(),
  /** Completes 'members who …'. */
  concerned: z.string(),
  assumes: z.string(),
  members: publishedFigure,
  /** 0..100, of the members for whom it is known. */
  share: publishedFigure,
  /** Stars of the plan's SuperScore if all of them did it, and a change that is too small to tell from none. */
  change: publishedFigure,
  margin: z.number().nullable(),
  /** 0..100: of the recipients of supporting campaigns, those who did it; and the change if as many did. */
  didBefore: publishedFigure,
  likelyChange: publishedFigure,
  /** Newest first. */
  campaigns: z.array(supportingCampaign),
});
export type PlanAction = z.infer<typeof planAction>;

/** Answer to GET /api/plans/{id}/actions: what would move the plan's score, the largest expected change first. */
export const planActions = z.object({
  planId: z.string(),
  /** yyyy-MM that the members are counted at; null where no month is published. */
  month: z.string().nullable(),
  actions: z.array(planAction),
});
export type PlanActions = z.infer<typeof planActions>;
