import type { IsoDate } from '../calendar-dates.js';
import { areaPoints, investmentInput, knownAge } from './area-points.js';
import { figuresAt } from './figures-at.js';
import type { Figures } from './figures.js';
import { growthTargetOf } from './investment-approach.js';
import { deathCoverNeed, neededCoverCents } from './life-insurance.js';
import type { MemberMonthInput } from './member-month.js';
import type { MemberScore } from './member-score.js';
import { type Components, type ScoredArea, superScoreMillionths } from './super-score.js';

export const actionKeys = [
  'nominateBeneficiary',
  'makeNominationBinding',
  'renewNomination',
  'liftLifeCover',
  'chooseSuitableInvestment',
  'contributeMore',
  'bringSuperTogether',
] as const;
export type ActionKey = (typeof actionKeys)[number];

/** One member's scored month, and the figures that it was scored by. */
interface Scored {
  member: MemberMonthInput;
  score: MemberScore;
  figures: Figures;
  asAt: IsoDate;
}

/** Something that members can do about an area of their score. */
export interface Action {
  label: string;
  area: ScoredArea;
  /** Completes 'members who …'. */
  concerned: string;
  /** Assumptions about members who take the action. */
  assumes: string;
  /** Whether the action concerns a member. The fact is published by itself, so that the list of actions reveals no new fact. */
  isConcerned: (score: MemberScore) => boolean;
  /** The inputs that change once the member has taken the action; none where an input that it depends on is missing. */
  after: (scored: Scored) => Partial<MemberMonthInput>;
  /** The areas that these inputs affect. */
  moves: readonly ScoredArea[];
}

/** Of yearly salary before tax, in addition to today's contributions. */
const MORE_CONTRIBUTED_PERCENT = 5;

const bindingToday = ({ asAt }: Scored): Partial<MemberMonthInput> => ({
  beneficiaryNominationType: 'Binding',
  nominationDate: asAt,
});
const ASSUMES_BINDING = 'A binding nomination that is signed at the end of the month.';

/** The list that the portal ranks, each action by one area of the score. */
export const actions: Readonly<Record<ActionKey, Action>> = {
  nominateBeneficiary: {
    label: 'Nominate a binding beneficiary',
    area: 'nominatedBeneficiary',
    concerned: 'have nominated nobody',
    assumes: ASSUMES_BINDING,
    isConcerned: (score) => score.beneficiaryNominationType === '4|None',
    after: bindingToday,
    moves: ['nominatedBeneficiary'],
  },
  makeNominationBinding: {
    label: 'Make the nomination binding',
    area: 'nominatedBeneficiary',
    concerned: 'have named somebody in a nomination that the fund need not follow (not binding)',
    assumes: ASSUMES_BINDING,
    isConcerned: (score) => score.beneficiaryNominationType === '2|Non-binding',
    after: bindingToday,
    moves: ['nominatedBeneficiary'],
  },
  renewNomination: {
    label: 'Renew an expired nomination',
    area: 'nominatedBeneficiary',
    concerned: 'have a binding nomination that expired',
    assumes: ASSUMES_BINDING,
    isConcerned: (score) => score.expiredBeneficiaryNominated === true,
    after: bindingToday,
    moves: ['nominatedBeneficiary'],
  },
  liftLifeCover: {
    label: 'Lift life cover to what is needed',
    area: 'lifeInsurance',
    concerned: 'have no life cover or too little',
    assumes:
      'Death cover that meets the need together with the balance, and at least half of it. Premiums stay as they are.',
    isConcerned: (score) => score.potentiallyInadequateLifeInsurance === true,
    after: coverNeeded,
    moves: ['lifeInsurance'],
  },
  chooseSuitableInvestment: {
    label: 'Choose a suitable investment',
    area: 'investmentApproach',
    concerned: 'are invested in a way that does not suit their age or risk profile',
    assumes: 'Growth assets at the target of the assessed risk profile, or else of the age.',
    isConcerned: (score) => score.investmentStrategySuitable === false,
    after: growthOnTarget,
    moves: ['investmentApproach', 'retirementAdequacy'],
  },
  contributeMore: {
    label: 'Contribute more before tax',
    area: 'retirementAdequacy',
    concerned: 'make no voluntary contributions',
    assumes: `${MORE_CONTRIBUTED_PERCENT}% of salary a year by salary sacrifice; what exceeds the concessional cap adds nothing.`,
    isConcerned: (score) => score.makingVoluntaryContributions === false,
    after: moreContributed,
    moves: ['retirementAdequacy'],
  },
  bringSuperTogether: {
    label: 'Bring other super together',
    area: 'accountBalance',
    concerned: 'have less than 80% of the average balance of their peers',
    assumes: 'A balance that reaches the average of people of the same age group and gender.',
    isConcerned: (score) => score.balanceWithinAverage === false,
    after: ({ score }) => ({ totalAssetsOwnedCents: score.peerAverageCents }),
    moves: ['accountBalance', 'lifeInsurance', 'retirementAdequacy'],
  },
};

function coverNeeded({ member, figures, asAt }: Scored): Partial<MemberMonthInput> {
  const balanceCents = member.totalAssetsOwnedCents;
  const age = knownAge(member.birthMonth, asAt);
  const need = deathCoverNeed(member.salaryCents, age, figuresAt(figures, asAt).deathNeedMultiples);
  if (balanceCents === null || need === null || need.numerator <= 0n) return {};
  return { deathCoverCents: neededCoverCents(need, balanceCents) };
}

function growthOnTarget({ member, score, asAt }: Scored): Partial<MemberMonthInput> {
  const target = growthTargetOf(investmentInput(member, score.age, score.growthExposurePercent), asAt);
  return target === null ? {} : { growthExposurePercent: target };
}

/** Adds sacrifice for the known months of the trailing year only, because the projection annualises them. */
function moreContributed({ member: { salaryCents, trailingYear } }: Scored): Partial<MemberMonthInput> {
  if (salaryCents === null) return {};
  const more = Math.round((salaryCents * MORE_CONTRIBUTED_PERCENT * trailingYear.monthsWithSnapshot) / 1200);
  return {
    trailingYear: {
      ...trailingYear,
      salarySacrificeCents: trailingYear.salarySacrificeCents + more,
      madeVoluntaryContribution: true,
    },
  };
}

/** By how many millionths of a star each action changes a member's score; null where it does not concern them or they have no score. */
export type ActionGains = Readonly<Record<ActionKey, number | null>>;

/** Scores the member again as if they had done each action that concerns them, by the rules that scored them before. */
export function actionGains(
  member: MemberMonthInput,
  score: MemberScore,
  figures: Figures,
  asAt: IsoDate,
): ActionGains {
  const gains = {} as Record<ActionKey, number | null>;
  for (const key of actionKeys) gains[key] = gainOf(actions[key], { member, score, figures, asAt });
  return gains;
}

function gainOf({ isConcerned, after, moves }: Action, scored: Scored): number | null {
  const { member, score, figures, asAt } = scored;
  if (score.scoreMillionths === null || !isConcerned(score)) return null;
  const done = { ...member, ...after(scored) };
  const components: { -readonly [Area in ScoredArea]: number | null } = { ...score.components };
  for (const area of moves) components[area] = areaPoints(area, done, figures, asAt);
  return superScoreMillionths(components satisfies Components)! - score.scoreMillionths;
}
