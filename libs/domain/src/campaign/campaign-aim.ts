import type { ScoredArea } from '../scoring/super-score.js';
import type { CampaignDetails } from './campaign.js';

/** What a campaign is meant to move: an area of the score, the score as a whole, or whether members sign in. */
export type CampaignAim = ScoredArea | 'superScore' | 'signedIn';

/** Words in campaign names that indicate an area. The first entry that matches decides. */
const words: readonly [ScoredArea, RegExp][] = [
  ['nominatedBeneficiary', /benefici|nominat/i],
  ['lifeInsurance', /insur|\bcover\b/i],
  ['investmentApproach', /invest|risk profile/i],
  ['accountBalance', /together|consolidat|lost super|balance/i],
  ['retirementAdequacy', /retire|on track|contribut|adequa/i],
];

/** Finds the area in the campaign's name. A report without one is about the whole score; any other campaign aims at sign-ins. */
export function aimOf({ name, campaignType }: Pick<CampaignDetails, 'name' | 'campaignType'>): CampaignAim {
  const found = words.find(([, word]) => word.test(name));
  if (found) return found[0];
  return /report/i.test(campaignType) ? 'superScore' : 'signedIn';
}

/** Whether a campaign may have led members to act in an area. A report shows every area. */
export const supports = (aim: CampaignAim, area: ScoredArea): boolean => aim === area || aim === 'superScore';
