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
  /** Recipients whom the action concerned at the end of the month before the campaign. */
  concerned: publishedFigure,
  /** 0..100: the share of these recipients whom the action no longer concerned at the end of the third month after. */
  share: publishedFigure,
});
export type SupportingCampaign = z.infer<typeof supportingCampaign>;

const planAction = z.object({
  key: z.enum(actionKeys),
  area: z.enum(scoredAreas),
  label: z.string(),
  /** The end of the phrase 'members who …'. */
  concerned: z.string(),
  assumes: z.string(),
  members: publishedFigure,
  /** 0..100, of the members for whom it is known. */
  share: publishedFigure,
  /** Change of the plan's SuperScore in stars if all of these members took the action, and the margin below which a change is not clear. */
  change: publishedFigure,
  margin: z.number().nullable(),
  /** 0..100: the share of recipients of supporting campaigns who took the action; and the change in stars if as many take it again. */
  didBefore: publishedFigure,
  likelyChange: publishedFigure,
  /** Newest first. */
  campaigns: z.array(supportingCampaign),
});
export type PlanAction = z.infer<typeof planAction>;

/** Answer to GET /api/plans/{id}/actions: actions that would raise the plan's score, the largest expected change first. */
export const planActions = z.object({
  planId: z.string(),
  /** yyyy-MM in which the members are counted; null if no month is published. */
  month: z.string().nullable(),
  actions: z.array(planAction),
});
export type PlanActions = z.infer<typeof planActions>;
