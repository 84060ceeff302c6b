import type { Secret } from './claims.js';

/** A fact about a member that an employer does not know, and how to query the count of members with it. */
export interface Fact {
  name: string;
  /** A filter, with the headcount as the measure. */
  filter?: { member: string; values: readonly string[] };
  /** A measure that counts the fact. */
  measure?: string;
  /** Months to look back from the queried month, for facts of a period. */
  lookBack?: number;
  /** Members with the first fact but not the second; not queried directly. */
  difference?: readonly [Fact, Fact];
  /** How many draws of noise the count has; 1 by default. A value has two boundaries, and a younger twin has two draws. */
  boundaries?: number;
  /** The secret that this fact answers, with yes or no. */
  tells?: { secret: Secret; yes: boolean };
  /** Number of public dimensions that a query may combine with the fact. */
  reach: number;
  /** Query groups by breakdowns and also by filters. */
  byFilters?: true;
}

export const headcount = 'MemberSnapshot.countMembers';
export const shareOfMembers = 'MemberSnapshot.shareOfMembers';
export const balances = 'MemberSnapshot.totalAssetsOwned';
export const averageSalary = 'MemberSnapshot.averageSalary';
export const averageBalance = 'MemberSnapshot.averageTotalAssetsOwned';
export const nominationPoints = 'SuperScore.averageBeneficiaryPoints';

const flag = (name: string, more: Partial<Fact> = {}): Fact => ({
  name,
  filter: { member: `Member.${name}`, values: ['1'] },
  reach: 3,
  ...more,
});
const counted = (measure: string, more: Partial<Fact> = {}): Fact => ({
  name: measure,
  measure: `MemberSnapshot.${measure}`,
  reach: 3,
  ...more,
});

/** A flag about something that happened within months up to the one asked about. */
export const reading = (name: string, lookBack: number): Fact =>
  flag(name, { name: `${name} within ${lookBack}`, lookBack });

const nominationTypes = ['1|Binding', '2|Non-binding', '3|Expired binding', '4|None'] as const;
const nomination = (values: readonly (typeof nominationTypes)[number][], more: Partial<Fact> = {}): Fact => ({
  name: `nomination ${values.join(' or ')}`,
  filter: { member: 'Member.beneficiaryNominationType', values },
  reach: 3,
  ...more,
});
const [binding, nonBinding, expired, none] = nominationTypes;

export const facts = {
  noNomination: nomination([none], { boundaries: 2, byFilters: true, tells: { secret: 'nomination', yes: false } }),
  binding: nomination([binding]),
  nonBinding: nomination([nonBinding], { boundaries: 3 }),
  // The boundaries on both sides are twins, whose common draw cancels out.
  expired: nomination([expired]),
  valid: nomination([binding, nonBinding], { boundaries: 2 }),
  nominated: nomination([binding, nonBinding, expired]),
  noLifeInsurance: flag('noLifeInsurance', { byFilters: true, tells: { secret: 'insurance', yes: false } }),
  signedIn: flag('loggedInMember', { lookBack: 12, boundaries: 2, tells: { secret: 'sign-in', yes: true } }),
  engaged: flag('engaged', { reach: 2 }),
  lifecycle: flag('lifecycleInvestment', { reach: 0 }),
  onTarget: flag('lifeCoverWithinBenchmark', { reach: 2, boundaries: 3 }),
  inadequate: flag('potentiallyInadequateLifeInsurance', { reach: 2, boundaries: 2 }),
  noCover: {
    name: 'no cover',
    filter: { member: 'MemberSnapshot.insuranceCoverType', values: ['None'] },
    reach: 0,
    boundaries: 2,
  },
  withDeathCover: counted('deathCoverCount', { boundaries: 2, tells: { secret: 'insurance', yes: true } }),
  withTpdCover: counted('tpdCoverCount', { boundaries: 2 }),
  voluntary: counted('voluntaryContributionsCount', { boundaries: 2 }),
  personal: counted('personalContributionsCount', { boundaries: 2 }),
  sacrifice: counted('salarySacrificeContributionsCount', { boundaries: 2 }),
} as const satisfies Record<string, Fact>;

/** Measures that count a fact. */
export const countingMeasures = Object.values<Fact>(facts).flatMap(({ measure }) => measure ?? []);

/** The facts of the secrets: has no nomination, has no insurance, has signed in. */
export const secretFacts: readonly Fact[] = [facts.noNomination, facts.noLifeInsurance, facts.signedIn];
