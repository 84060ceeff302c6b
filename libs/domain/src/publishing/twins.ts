import type { PublishingRules } from './publishing-rules.js';

/** The fact whose noise a younger twin repeats. `sign` is -1 if one fact mostly holds where the other does not. */
export interface Elder {
  label: string;
  sign: 1 | -1;
}

/** Elders by the noise labels of their younger twins. An elder has no elder itself. */
export type Elders = ReadonlyMap<string, Elder>;

/**
 * The noise label of a younger twin's own draw. The twin's old label is never drawn again: otherwise the difference of two editions would
 * cancel the old draw, which is half of the new noise. A twin that later gets another elder needs another label, such as `fact~3`.
 */
export const ownLabel = (fact: string): string => `${fact}~2`;

/** How much wider a younger twin's margins are, because its noise is the sum of two draws. */
export const twinFactor = 1.41;

const none: Elders = new Map();

/** The elders of an edition's rules. The first rules had none. */
export const eldersBy = (rules: PublishingRules): Elders => (rules >= 2 ? elders : none);

/** How a younger twin relates to its elder. */
const same = 1;
const opposite = -1;

/**
 * Families of twins: each elder, and its younger twins. Two facts are twins if their truths correlate by 0.5 or more, either sign, over the
 * members of the demo data (neighbouring boundaries of one category, and look-backs of one date: 0.75). A test over the demo data refuses
 * twins that are not of one family, and a younger twin that needs no elder.
 *
 * The elder is the fact with the most twins in its family; of several, the one that screens show most, because its margins stay as narrow as
 * they were. Twins of a younger twin belong to the same family even if they correlate less with the elder.
 */
const families: Readonly<Record<string, Readonly<Record<string, Elder['sign']>>>> = {
  // Who has no cover. Premiums are paid by those with cover, and the cover types begin with none.
  'lifeInsurance<=1': {
    'some:deathCover': opposite,
    'some:insurancePremium': opposite,
    'insuranceCoverType<=1': same,
    'insuranceCoverType<=2': same,
    tpdCover: opposite,
    'insurancePoints<=1': same,
    'lifeInsurance<=2': same,
    'known:gain:liftLifeCover': same,
  },
  sciCover: { 'insuranceCoverType<=3': opposite },

  'nomination<=3': {
    'nomination<=2': same,
    'known:gain:nominateBeneficiary': opposite,
    'known:gain:makeNominationBinding': same,
  },
  'before:nominateBeneficiary': { 'before:makeNominationBinding': opposite },

  investmentSuitable: {
    growthAdequate: same,
    'riskProfile<=3': opposite,
    'riskProfile<=4': opposite,
    'known:gain:chooseSuitableInvestment': opposite,
  },
  riskProfileAssessed: { aligned: same },

  voluntaryContributions: {
    voluntaryOfMonth: same,
    salarySacrifice: same,
    'some:salarySacrifice': same,
    personalContributions: same,
    'some:personalContributions': same,
    'known:gain:contributeMore': opposite,
  },

  // Those without a projection have no insurance indicator either.
  onTrack: {
    'known:projection': same,
    'known:lifeInsurance': same,
    'standard<=3': same,
    'standardSuperOnly<=2': same,
    'standardSuperOnly<=3': same,
    // Secret where a plan's employers do not share one payroll. Those without a salary have no projection.
    'known:salary': same,
    'some:salary': same,
    'salaryGroup<=4': same,
    'salaryGroup<=5': same,
  },
  'standard<=2': { 'standardSuperOnly<=1': same, 'salaryGroup<=3': same },
  balanceWithinAverage: { 'known:gain:bringSuperTogether': opposite },

  engaged: { 'lastSignIn:12': same },
  'lastContact:1': { 'lastContactNominatedBeneficiary:1': same },
  'lastContact:3': { 'lastContactNominatedBeneficiary:3': same },
  'lastContact:12': { 'lastContactNominatedBeneficiary:12': same, 'lastContactInvestment:12': same },

  'accountType<=1': { 'accountType<=2': same },

  // Most members stay in their score band.
  'scoreBand<=1': { ...moves(1, 1, same), ...moves(2, 1, same) },
  'scoreBand<=2': moves(2, 2, same),
  'scoreBand<=3': { ...moves(3, 3, same), ...moves(4, 4, opposite) },
  'scoreBand<=4': { ...moves(4, 5, opposite), ...moves(5, 5, opposite) },
};

/** The moves between two score bands over any number of quarters. */
function moves(from: number, to: number, sign: Elder['sign']): Record<string, Elder['sign']> {
  return Object.fromEntries([1, 4, 8].map((quarters) => [`scoreBand-${quarters}=${from}&scoreBand=${to}`, sign]));
}

const elders: Elders = new Map(
  Object.entries(families).flatMap(([label, younger]) =>
    Object.entries(younger).map(([fact, sign]): [string, Elder] => [fact, { label, sign }]),
  ),
);
