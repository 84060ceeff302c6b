import { z } from 'zod';
import { publishedFigure } from './published-figure.js';

const campaignAims = [
  'nominatedBeneficiary',
  'accountBalance',
  'lifeInsurance',
  'investmentApproach',
  'retirementAdequacy',
  'superScore',
  'signedIn',
] as const;

const group = z.object({
  /** Members whom the aim concerned at the end of the month before; how many of them it no longer concerns, and their share in percent. */
  concerned: publishedFigure,
  acted: publishedFigure,
  share: publishedFigure,
});

/** Answer to GET /api/plans/{id}/campaigns/{campaignId}/effect. Only members who are in the plan in both months count. */
export const campaignEffect = z.object({
  campaignId: z.string(),
  name: z.string(),
  /** yyyy-MM-dd */
  runDate: z.string(),
  aim: z.enum(campaignAims),
  /** What is measured: the ends of the phrases 'members who …' and 'of these … who'. */
  concerned: z.string(),
  acted: z.string(),
  /** yyyy-MM of the two months. */
  before: z.string(),
  after: z.string(),
  /**
   * `early`: the month after has no figures yet. `noBefore`: the month before has no figures. `tooFew`: too few of the figures are
   * published.
   */
  state: z.enum(['known', 'early', 'noBefore', 'tooFew']),
  recipients: group,
  others: group,
  /**
   * Percentage points: the recipients' share minus the others' share, and the ends of its 95 % interval. Null unless `state` is `known`.
   */
  points: publishedFigure,
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Whether the interval leaves out zero. */
  clear: z.boolean(),
});
export type CampaignEffect = z.infer<typeof campaignEffect>;
