import type { ScoredArea } from '@superscope/contracts/super-score';
import { areaFigures, attentionScore, attentionShare, type AreaFigures } from '@superscope/contracts/scored-areas';

export interface Area extends AreaFigures {
  /** The SuperScore's name for the area. */
  name: string;
  /** What its card counts: members who may need help. */
  concern: string;
}

const NAMES: Record<ScoredArea, Pick<Area, 'name' | 'concern'>> = {
  nominatedBeneficiary: { name: 'Nominated beneficiary', concern: 'No nominated beneficiary' },
  accountBalance: { name: 'Account balance', concern: 'Low account balance' },
  lifeInsurance: { name: 'Life insurance', concern: 'Inadequate life insurance' },
  investmentApproach: { name: 'Investment approach', concern: 'Unsuitable investment' },
  retirementAdequacy: { name: 'Retirement adequacy', concern: 'Below Modest in retirement' },
};

/** The five scored areas in the order of their cards. */
export const areas: Area[] = areaFigures.map((area) => ({ ...area, ...NAMES[area.key] }));

/** Share of members above which an area's card warns, in percent. */
export const ATTENTION_SHARE = attentionShare;
/** Share of members above which any other concern is marked, in percent. */
export const CONCERN_SHARE = 25;
/** Points (of 1) under which an area's score is flagged. */
export const ATTENTION_SCORE = attentionScore;
/** Stars that every plan should reach. */
export const AIM = 3;
