import { gainColumns } from '@superscope/contracts/read-models/gain-columns';
import type { CampaignAim } from '@superscope/domain/campaign/campaign-aim';
import type { Acted } from '@superscope/domain/publishing/campaign-effect';
import { actions, type ActionKey } from '@superscope/domain/scoring/actions';
import type { Around, CountAround } from './members-around.js';

/** What a campaign's aim is measured by: members whom something concerned before it, and whom it concerns no longer after it. */
export interface AimMetric {
  /** The fact's name in noise labels. */
  fact: string;
  /** Completes 'members who …'. */
  concerned: string;
  /** Completes 'of these …' with a number in front: '21 nominated somebody'. */
  acted: string;
  columns: readonly string[];
  /** Conditions of a member's row before, `b`, and after, `a`. */
  wasConcerned: string;
  hasActed: string;
}

/** By the same rows as the expectation of the action, so that both say the same of a campaign. */
export function actionMetric(key: ActionKey, acted: string): AimMetric {
  const column = gainColumns[key];
  return {
    fact: key,
    concerned: actions[key].concerned,
    acted,
    columns: [column, 'score'],
    wasConcerned: `b.${column} IS NOT NULL AND a.score IS NOT NULL`,
    hasActed: `a.${column} IS NULL`,
  };
}

/** Months of a sign-in, the month itself included: as many as from the campaign's to the third after. */
const signInMonths = 4;
const signedIn = (row: 'a' | 'b', at: string) =>
  `${row}.last_sign_in_on >= addMonths({${at}:Date}, -${signInMonths - 1})`;

export const aimMetrics: Readonly<Record<CampaignAim, AimMetric>> = {
  nominatedBeneficiary: actionMetric('nominateBeneficiary', 'nominated somebody'),
  accountBalance: actionMetric('bringSuperTogether', 'reached 80% of it'),
  lifeInsurance: actionMetric('liftLifeCover', 'have enough'),
  investmentApproach: actionMetric('chooseSuitableInvestment', 'are invested suitably'),
  retirementAdequacy: {
    fact: 'inadequate',
    concerned: 'were projected to retire below the Modest standard',
    acted: 'are projected to reach it',
    columns: ['projected_retirement_standard'],
    wasConcerned: "b.projected_retirement_standard = '1|Inadequate' AND a.projected_retirement_standard != 'Unknown'",
    hasActed: "a.projected_retirement_standard != '1|Inadequate'",
  },
  superScore: {
    fact: 'underAim',
    concerned: 'scored under 3',
    acted: 'score 3 or more',
    columns: ['score'],
    wasConcerned: 'b.score < 3000000 AND a.score IS NOT NULL',
    hasActed: 'a.score >= 3000000',
  },
  signedIn: {
    fact: 'notSignedIn',
    concerned: `had not signed in for ${signInMonths} months`,
    acted: 'signed in since',
    columns: ['last_sign_in_on'],
    wasConcerned: `NOT (${signedIn('b', 'before')})`,
    hasActed: signedIn('a', 'after'),
  },
};

/** Members who were concerned and who acted: all of them, and the recipients. */
export const actedCounts = ({ fact, wasConcerned, hasActed }: AimMetric): CountAround[] => [
  { name: `concerned_${fact}`, condition: wasConcerned },
  { name: `acted_${fact}`, condition: `${wasConcerned} AND ${hasActed}` },
  { name: `got_concerned_${fact}`, condition: `got AND ${wasConcerned}` },
  { name: `got_acted_${fact}`, condition: `got AND ${wasConcerned} AND ${hasActed}` },
];

/** Of all members, or of the recipients. */
export const actedOf = (prefix: '' | 'got_', { fact }: AimMetric, { counts }: Around): Acted<number> => ({
  concerned: counts[`${prefix}concerned_${fact}`]!,
  acted: counts[`${prefix}acted_${fact}`]!,
});
