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
  /** Members who last signed in from one day to before another, as at the newest month. */
  lastSignIn?: { from: string; to: string };
  /** Members with the first fact but not the second; not queried directly. */
  difference?: readonly [Fact, Fact];
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

export const nominationTypes = ['1|Binding', '2|Non-binding', '3|Expired binding', '4|None'] as const;
const nomination = (value: (typeof nominationTypes)[number], more: Partial<Fact> = {}): Fact => ({
  name: `nomination ${value}`,
  filter: { member: 'Member.beneficiaryNominationType', values: [value] },
  reach: 3,
  ...more,
});

export const facts = {
  noNomination: nomination('4|None', { byFilters: true, tells: { secret: 'nomination', yes: false } }),
  binding: nomination('1|Binding', { reach: 1 }),
  nonBinding: nomination('2|Non-binding', { reach: 1 }),
  expired: nomination('3|Expired binding', { reach: 1 }),
  noLifeInsurance: flag('noLifeInsurance', { byFilters: true, tells: { secret: 'insurance', yes: false } }),
  signedIn: flag('loggedInMember', { lookBack: 12, tells: { secret: 'sign-in', yes: true } }),
  engaged: flag('engaged', { reach: 2 }),
  onTarget: flag('lifeCoverWithinBenchmark', { reach: 2 }),
  inadequate: flag('potentiallyInadequateLifeInsurance', { reach: 2 }),
  withDeathCover: counted('deathCoverCount', { tells: { secret: 'insurance', yes: true } }),
  withTpdCover: counted('tpdCoverCount'),
  voluntary: counted('voluntaryContributionsCount'),
  personal: counted('personalContributionsCount'),
  sacrifice: counted('salarySacrificeContributionsCount'),
} as const satisfies Record<string, Fact>;

/** Measures that count a fact. */
export const countingMeasures = Object.values<Fact>(facts).flatMap(({ measure }) => measure ?? []);

/** The facts of the secrets: has no nomination, has no insurance, has signed in. */
export const secretFacts: readonly Fact[] = [facts.noNomination, facts.noLifeInsurance, facts.signedIn];
