import { z } from 'zod';
import { publishedFigure } from './published-figure.js';

export const campaignAims = [
  'nominatedBeneficiary',
  'accountBalance',
  'lifeInsurance',
  'investmentApproach',
  'retirementAdequacy',
  'superScore',
  'signedIn',
] as const;

const group = z.object({
  /** Members whom it concerned at the end of the month before; of these, those whom it concerns no longer, and in percent. */
  concerned: publishedFigure,
  acted: publishedFigure,
  share: publishedFigure,
});

/** Answer to GET /api/plans/{id}/campaigns/{campaignId}/effect, of the members who are in the plan in both months. */
export const campaignEffect = z.object({
  campaignId: z.string(),
  name: z.string(),
  /** yyyy-MM-dd */
  runDate: z.string(),
  aim: z.enum(campaignAims),
  /** What is measured: completes 'members who …', and 'of these … who'. */
  concerned: z.string(),
  acted: z.string(),
  /** yyyy-MM of the two months. */
  before: z.string(),
  after: z.string(),
  /**
   * `early`: the month after has no figures yet. `noBefore`: there are none of the month before. `tooFew`: too little of it is published
   * to say.
   */
  state: z.enum(['known', 'early', 'noBefore', 'tooFew']),
  recipients: group,
  others: group,
  /** Percentage points: the recipients' share less that of the others, and where it lies with 95 %. Null unless known. */
  points: publishedFigure,
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** The interval leaves out zero. */
  clear: z.boolean(),
});
export type CampaignEffect = z.infer<typeof campaignEffect>;
