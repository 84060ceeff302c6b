import type { CampaignEffect } from '@superscope/contracts/campaign-effect';
import type { PublishedFigure } from '@superscope/contracts/published-figure';

const of = (value: number): PublishedFigure => ({ value, because: null });

/** After which clearly more of the recipients acted than of the members who were not contacted. */
export const clearEffect: CampaignEffect = {
  campaignId: 'T.C1',
  name: 'Nominate a beneficiary',
  runDate: '2020-01-14',
  aim: 'nominatedBeneficiary',
  concerned: 'have nominated nobody',
  acted: 'nominated somebody',
  before: '2019-12',
  after: '2020-04',
  state: 'known',
  recipients: { concerned: of(400), acted: of(80), share: of(20) },
  others: { concerned: of(230), acted: of(23), share: of(10) },
  points: of(10),
  low: 2.1,
  high: 17.9,
  clear: true,
};
