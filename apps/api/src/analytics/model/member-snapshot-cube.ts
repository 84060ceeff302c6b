import { column, day, payrollCategory, publicCategory, secretDimension, storedFlag } from './dimensions.js';
import {
  average,
  averageDollars,
  countOfMembers,
  countWhere,
  flowDollars,
  percentWhere,
  ratioOfSums,
  shareOfMembers,
  totalDollars,
  withLeavers,
} from './measures.js';
import type { Dimension, Measure } from './cube-member.js';
import { presenceDollars, sizeDollars, yearsOf, type PublishedAs } from './published-as.js';
import type { SecretColumn } from './secret-column.js';
import { categories, contributed, contributedFor, covers, flags, isKnown, knownLabels } from './secret-columns.js';

/** What members held and were at a month's end. */
export const memberSnapshotDimensions: readonly Dimension[] = [
  column('MemberSnapshot.planId', { use: 'plan', sql: 'plan_id' }),
  publicCategory('MemberSnapshot.ageGroup', 'age_group'),
  secretDimension('MemberSnapshot.balanceGroup', categories.balanceGroup),
  payrollCategory('MemberSnapshot.salaryGroup', 'salary_group', categories.salaryGroup),
  secretDimension('MemberSnapshot.timeInPlan', categories.timeInPlan),
  secretDimension('MemberSnapshot.insuranceCoverType', categories.insuranceCoverType),
  secretDimension('MemberSnapshot.beneficiaryNominationType', categories.nomination),
  storedFlag(
    'MemberSnapshot.beneficiaryNominationValidated',
    flags.beneficiaryNominationValidated.column,
    flags.beneficiaryNominationValidated.secret,
  ),
  secretDimension('MemberSnapshot.riskProfileName', categories.riskProfile),
  column('MemberSnapshot.atYearMonth', { use: 'time', sql: "formatDateTime(month, '%Y%m')" }),
  day('MemberSnapshot.month', 'month', 'memberMonth'),
  day('MemberSnapshot.time', 'month', 'memberMonth'),
];

/** How employers see covers: having death cover is published as the opposite of having none. */
const coverColumns = {
  death: { key: 'cover_death', column: flags.noLifeInsurance.secret, wire: '2|No' },
  tpd: { key: 'cover_tpd', column: covers.tpd, wire: '1|Yes' },
  sci: { key: 'cover_sci', column: covers.sci, wire: '1|Yes' },
} as const;
type Cover = keyof typeof coverColumns;

const coverCount = (name: Cover): Measure =>
  countWhere(`MemberSnapshot.${name}CoverCount`, `with_${name}_cover`, `ifNull(${name}_cover_cents, 0) > 0`, {
    as: 'count',
    ...coverColumns[name],
  });

const coverPercent = (name: Cover): Measure =>
  percentWhere(
    `MemberSnapshot.${name}CoverPercent`,
    `with_${name}_cover`,
    `ifNull(${name}_cover_cents, 0) > 0`,
    `${name}_cover_cents IS NOT NULL`,
    { as: 'percent', ...coverColumns[name] },
  );

const contributions = {
  employer: ['employer_contributions_cents'],
  salarySacrifice: ['salary_sacrifice_cents'],
  personal: ['personal_contributions_cents'],
  voluntary: ['salary_sacrifice_cents', 'personal_contributions_cents'],
  total: ['employer_contributions_cents', 'salary_sacrifice_cents', 'personal_contributions_cents'],
};

const positive = (name: keyof typeof contributions): string =>
  `(${contributions[name].map((flow) => `ifNull(${flow}, 0) > 0`).join(' OR ')})`;

const contributedAs = (name: keyof typeof contributed): PublishedAs => ({
  as: 'count',
  key: `contributed_${name}`,
  column: contributed[name],
  wire: '1|Yes',
  flow: true,
});

const contributors = (name: keyof typeof contributed): Measure =>
  countWhere(
    `MemberSnapshot.${name}ContributionsCount`,
    `contributors_${name}`,
    positive(name),
    name === 'employer'
      ? { as: 'exact', combine: 'sum', flow: true, people: true, amongSeveral: contributedAs(name) }
      : contributedAs(name),
    'people',
  );

const contributionDollars = (name: keyof typeof contributions, published: PublishedAs): Measure =>
  flowDollars(`MemberSnapshot.${name}Contributions`, `contributions_${name}`, contributions[name], published);

const memberFlow = (key: 'salary_sacrifice' | 'personal_contributions', label: string): PublishedAs => ({
  as: 'total',
  key,
  amounts: `${key}_cents`,
  of: presenceDollars(label),
  flow: true,
});

const provided = (name: string, { column: flag, secret }: { column: string; secret: SecretColumn }): Measure[] => {
  const published = { key: flag, column: secret, wire: '1|Yes' } as const;
  return [
    countWhere(`MemberSnapshot.${name}ProvidedCount`, `with_${flag}`, `${flag} = 1`, { as: 'count', ...published }),
    percentWhere(`MemberSnapshot.${name}ProvidedPercent`, `with_${flag}`, `${flag} = 1`, `${flag} < 2`, {
      as: 'percent',
      ...published,
    }),
  ];
};

const hasBenchmark = '(benchmark_cents IS NOT NULL AND total_assets_owned_cents IS NOT NULL)';
const balance = {
  key: 'balance',
  amounts: 'total_assets_owned_factored_cents',
  of: sizeDollars('balance', knownLabels.balance),
} as const;
const comingOrGoing = (key: string, where: string): PublishedAs => ({
  as: 'exact',
  combine: 'sum',
  flow: true,
  amongSeveral: { as: 'subset', key, where, flow: true, leavers: true },
});
const byGender: PublishedAs = {
  as: 'nothing',
  because: "Ask for 'MemberSnapshot.countMembers' by 'Member.gender': that is published for quarter ends",
};

export const memberSnapshotMeasures: readonly Measure[] = [
  countOfMembers('MemberSnapshot.countMembers'),
  shareOfMembers('MemberSnapshot.shareOfMembers'),
  average('MemberSnapshot.averageAge', 'age', 1, {
    as: 'exact',
    combine: 'average',
    decimals: 1,
    amongSeveral: { as: 'average', key: 'age', amounts: 'toInt32(age) * 100', of: yearsOf('age') },
  }),
  totalDollars('MemberSnapshot.totalAssetsOwned', 'total_assets_owned_cents', { as: 'total', ...balance }),
  averageDollars('MemberSnapshot.averageTotalAssetsOwned', 'total_assets_owned_cents', { as: 'average', ...balance }),
  averageDollars('MemberSnapshot.averageSalary', 'salary_cents', {
    as: 'exact',
    combine: 'average',
    decimals: 0,
    amongSeveral: {
      as: 'average',
      key: 'salary',
      amounts: 'salary_cents',
      of: presenceDollars('salary', knownLabels.salary),
    },
  }),
  averageDollars('MemberSnapshot.averageLifeInsuranceCover', 'death_cover_cents', {
    as: 'average',
    key: 'death_cover',
    amounts: 'death_cover_cents',
    of: presenceDollars('deathCover', knownLabels.deathCover),
  }),
  averageDollars('MemberSnapshot.averageInsurancePremium', 'insurance_premium_cents', {
    as: 'average',
    key: 'insurance_premium',
    amounts: 'insurance_premium_cents',
    of: presenceDollars('insurancePremium'),
  }),
  flowDollars('MemberSnapshot.fees', 'fees', ['fees_cents'], {
    as: 'total',
    key: 'fees',
    amounts: 'fees_factored_cents',
    of: sizeDollars('fees'),
    flow: true,
  }),
  contributionDollars('employer', {
    as: 'exact',
    combine: 'sum',
    flow: true,
    amongSeveral: {
      as: 'total',
      key: 'employer_contributions',
      amounts: 'employer_contributions_cents',
      // Nobody has negative ones, so an amount is there for whoever is contributed for.
      of: presenceDollars('employerContributions', undefined, contributedFor),
      flow: true,
    },
  }),
  contributionDollars('salarySacrifice', memberFlow('salary_sacrifice', 'salarySacrifice')),
  contributionDollars('personal', memberFlow('personal_contributions', 'personalContributions')),
  contributionDollars('voluntary', {
    as: 'sum',
    of: ['MemberSnapshot.salarySacrificeContributions', 'MemberSnapshot.personalContributions'],
    flow: true,
  }),
  contributionDollars('total', {
    as: 'sum',
    of: [
      'MemberSnapshot.employerContributions',
      'MemberSnapshot.salarySacrificeContributions',
      'MemberSnapshot.personalContributions',
    ],
    flow: true,
  }),
  contributors('employer'),
  contributors('salarySacrifice'),
  contributors('personal'),
  contributors('voluntary'),
  coverCount('death'),
  coverCount('tpd'),
  coverCount('sci'),
  coverPercent('death'),
  coverPercent('tpd'),
  coverPercent('sci'),
  withLeavers(
    countWhere('MemberSnapshot.newMembers', 'joiners', 'joined = 1', comingOrGoing('joiners', 'joined = 1'), 'events'),
  ),
  withLeavers(
    countWhere(
      'MemberSnapshot.exitedMembers',
      'leavers',
      'exited = 1',
      comingOrGoing('leavers', 'exited = 1'),
      'events',
    ),
  ),
  countWhere('MemberSnapshot.femaleCount', 'female', "gender = 'Female'", byGender),
  countWhere('MemberSnapshot.maleCount', 'male', "gender = 'Male'", byGender),
  ...provided('taxFileNumber', flags.taxFileNumberProvided),
  ...provided('emailAddress', flags.emailAddressProvided),
  ...provided('mobileNumber', flags.mobileNumberProvided),
  ratioOfSums(
    'MemberSnapshot.benchmarkIndex',
    'total_assets_owned_cents',
    'benchmark_cents',
    hasBenchmark,
    'benchmark',
    { as: 'index', ...balance, benchmark: 'benchmark_cents' },
  ),
  countWhere('MemberSnapshot.benchmarkMembers', 'known_benchmark', hasBenchmark, {
    as: 'count',
    key: 'has_benchmark',
    column: isKnown.benchmark,
    wire: '1|Yes',
  }),
];
