import { lookBacks } from '@superscope/contracts/analytics/look-back';
import {
  balanceGroups,
  insuranceCoverTypes,
  salaryGroups,
  timesInPlan,
} from '@superscope/domain/scoring/member-groups';
import { presenceLeast } from '@superscope/domain/publishing/publish';
import { flagOf, secretCategory, secretCondition, secretFlag, type SecretColumn } from './secret-column.js';

/**
 * The noise labels of facts that employers do not know of their members. Facts that are always true of the same members share a label,
 * whatever their columns are called; a test on random members fails if one fact has two labels.
 */
const known = {
  balance: 'known:balance',
  benchmark: 'known:benchmark',
  details: 'known:details',
  deathCover: 'known:deathCover',
  /** Whether the life insurance component could be computed, and with it the indicator. */
  lifeInsurance: 'known:lifeInsurance',
  nomination: 'known:nomination',
  salary: 'known:salary',
  score: 'known:superScore',
  /** A projection needs all of its inputs, whichever figure is derived from it. */
  projection: 'known:projection',
} as const;
export const knownLabels = known;

/**
 * In groups, cover is published only from as many members on as amounts of cover are. Most members have cover, so a smaller group's number
 * would make an employer sure about members who probably had it before. `values` is how many of the first rows reveal this, by default all.
 */
const ofCover = (column: SecretColumn, values = column.rows.length): SecretColumn => ({
  ...column,
  rows: column.rows.map((row, at) => (at < values ? { ...row, groupLeast: presenceLeast } : row)),
});

/**
 * Since the second rules: published only for groups of `least` members or more. In smaller ones a simulated attacker was sure of more members
 * than the budget of a secret allows (docs/privacy.md).
 */
const ofGroupsFrom = (least: number, column: SecretColumn): SecretColumn => ({
  ...column,
  rows: column.rows.map(({ groupLeast: before = 0, ...row }) => ({
    ...row,
    groupLeast: least,
    groupLeastBefore: { rules: 2, groupLeast: before },
  })),
});
const largeGroups = (column: SecretColumn) => ofGroupsFrom(presenceLeast, column);
const noGroups = (column: SecretColumn) => ofGroupsFrom(Infinity, column);

const lifeInsurance = noGroups(
  ofCover(
    secretCategory(
      'lifeInsurance',
      'life_insurance_indicator_result',
      ['None', 'Under insured', 'On target', 'Over insured'],
      { known: known.lifeInsurance },
    ),
    2,
  ),
);
const nomination = noGroups(
  secretCategory(
    'nomination',
    'beneficiary_nomination_type',
    ['1|Binding', '2|Non-binding', '3|Expired binding', '4|None'],
    { known: known.nomination },
  ),
);
const standards = ['1|Inadequate', '2|Modest', '3|Comfortable', '4|Aspirational'];

/** The members with full points are those on target, so the two share boundaries. */
const insurancePoints: SecretColumn = {
  ...noGroups(secretCategory('insurancePoints', 'insurance_points', ['1|Under half', '2|Half or more', '3|Full'])),
  noise: () => {
    const underHalf = { label: 'insurancePoints<=1' };
    const below = { label: 'lifeInsurance<=2' };
    const upTo = { label: 'lifeInsurance<=3' };
    return [
      [{ ...underHalf, sign: 1 }],
      [
        { label: known.lifeInsurance, sign: 1 },
        { ...underHalf, sign: -1 },
        { ...upTo, sign: -1 },
        { ...below, sign: 1 },
      ],
      [
        { ...upTo, sign: 1 },
        { ...below, sign: -1 },
      ],
    ];
  },
};

const bands = ['0-1', '1-2', '2-3', '3-4', '4-5'];
const bandSql =
  "multiIf(score IS NULL, 'Unknown', score < 1000000, '0-1', score < 2000000, '1-2', score < 3000000, '2-3', score < 4000000, '3-4', '4-5')";

export const categories = {
  nomination,
  lifeInsurance,
  insurancePoints,
  standard: largeGroups(
    secretCategory('standard', 'projected_retirement_standard', standards, { known: known.projection }),
  ),
  standardSuperOnly: largeGroups(
    secretCategory('standardSuperOnly', 'projected_retirement_standard_super_only', standards, {
      known: known.projection,
    }),
  ),
  riskProfile: noGroups(
    secretCategory('riskProfile', 'risk_profile_name', [
      'Cash',
      'Cautious',
      'Conservative',
      'Moderate',
      'Assertive',
      'Aggressive',
    ]),
  ),
  balanceGroup: largeGroups(
    secretCategory('balanceGroup', 'balance_group', balanceGroups.slice(0, -1), { known: known.balance }),
  ),
  /** Public where a plan's employers share one payroll. */
  salaryGroup: secretCategory('salaryGroup', 'salary_group', salaryGroups.slice(0, -1), { known: known.salary }),
  timeInPlan: noGroups(secretCategory('timeInPlan', 'time_in_plan', timesInPlan.slice(0, -1))),
  // Nearly everybody without cover has no life insurance: the two would be one fact with two noises.
  insuranceCoverType: {
    ...secretCategory('insuranceCoverType', 'insurance_cover_type', insuranceCoverTypes),
    wholePlanOnly: true as const,
  },
  scoreBand: noGroups(secretCategory('scoreBand', bandSql, bands, { known: known.score })),
  accountType: secretCategory('accountType', 'account_type', ['Accumulation', 'Pension', 'Transition to retirement'], {
    other: 'Other',
  }),
  occupationalRating: noGroups(
    secretCategory(
      'occupationalRating',
      'occupational_rating',
      ['Standard', 'Professional', 'White collar', 'High risk'],
      { other: 'Other' },
    ),
  ),
} as const;

const stored = (
  label: string,
  column: string,
  knownLabel = `known:${label}`,
  reach: (of: SecretColumn) => SecretColumn = (of) => of,
) => ({ column, secret: reach(secretFlag(column, label, knownLabel)) });

/** Stored Yes/No columns, and how each is published. */

export const flags = {
  mobileNumberProvided: stored('mobile', 'mobile_number_provided', known.details, noGroups),
  emailAddressProvided: stored('email', 'email_address_provided', known.details, noGroups),
  taxFileNumberProvided: stored('taxFileNumber', 'tax_file_number_provided', known.details),
  riskProfileAssessmentCompletedAndAligned: stored(
    'aligned',
    'risk_profile_assessment_completed_and_aligned',
    undefined,
    noGroups,
  ),
  makingVoluntaryContributions: stored('voluntaryContributions', 'making_voluntary_contributions', undefined, noGroups),
  approachingConcessionalCap: stored('approachingCap', 'approaching_concessional_cap'),
  expiredBeneficiaryNominated: {
    column: 'expired_beneficiary_nominated',
    secret: noGroups(flagOf(nomination, ['3|Expired binding'])),
  },
  beneficiaryNominationValidated: stored('nominationValidated', 'beneficiary_nomination_validated', known.nomination),
  balanceWithinAverage: stored('balanceWithinAverage', 'balance_within_average', known.benchmark),
  noLifeInsurance: {
    column: 'no_life_insurance',
    secret: noGroups(ofCover(secretFlag('no_life_insurance', 'lifeInsurance<=1', known.deathCover))),
  },
  lifeCoverWithinBenchmark: {
    column: 'life_cover_within_benchmark',
    secret: noGroups(flagOf(lifeInsurance, ['On target'])),
  },
  potentiallyInadequateLifeInsurance: {
    column: 'potentially_inadequate_life_insurance',
    secret: noGroups(flagOf(lifeInsurance, ['None', 'Under insured'])),
  },
  growthExposureAdequated: stored('growthAdequate', 'growth_exposure_adequated', undefined, largeGroups),
  investmentStrategySuitable: stored('investmentSuitable', 'investment_strategy_suitable', undefined, largeGroups),
  lifecycleInvestment: stored('lifecycle', 'lifecycle_investment', undefined, largeGroups),
  onTrackOrOnTrackUsingTolerance: stored('onTrack', 'on_track_or_using_tolerance', known.projection),
} as const;

/** Covers other than death cover, which have no flag among the dimensions. */
export const covers = {
  tpd: ofCover(secretFlag('if(tpd_cover_cents IS NULL, 2, tpd_cover_cents > 0)', 'tpdCover', 'known:tpdCover')),
  sci: ofCover(secretFlag('if(sci_cover_cents IS NULL, 2, sci_cover_cents > 0)', 'sciCover', 'known:sciCover')),
} as const;

const lastEngagement = 'greatest(last_sign_in_on, last_tool_on, last_consultation_on)';

/**
 * Whether a date lies within the last `months` months, up to and including the row's month. The label needs no date, because the month
 * determines the window.
 */
const trailing = (label: string, months: number, sql: string) =>
  secretCondition(
    () => `(${sql} >= addMonths(month, -${months - 1}))`,
    () => label,
  );

export const engaged = trailing('engaged', 12, lastEngagement);

export const trailingFlags = {
  riskProfileAssessmentCompleted: noGroups(trailing('riskProfileAssessed', 24, 'last_risk_profile_assessment_on')),
  insuranceIndicatorCompleted: noGroups(trailing('insuranceAssessed', 24, 'last_insurance_assessment_on')),
  consolidationVerified: noGroups(trailing('consolidationVerified', 24, 'last_consolidation_verified_on')),
  beneficiaryNominationAssistantCompleted: trailing('beneficiaryAssistant', 24, 'last_beneficiary_assistant_on'),
} as const;

export const insuranceAdvice = secretCondition(
  () => "(last_insurance_advice_on > toDate('1970-01-01'))",
  () => 'insuranceAdvice',
);

/**
 * Whether a date lies within the question's period. For employers this is one of three look-backs. The label has its length and no date, so
 * that the same members with the same sign-ins have the same noise in the next month.
 */
const within = (label: string, sql: string): SecretColumn => ({
  ...secretCondition(
    ({ periodFrom }) => `(${sql} >= ${periodFrom})`,
    ({ lookBack }) => `${label}:${lookBack}`,
  ),
  looksBack: true,
});

export const periodFlags = {
  // Over three months in groups, sign-ins of the last month would be told of more members than the budget allows.
  loggedInMember: { ...within('lastSignIn', 'last_sign_in_on'), groupsLookBack: 12 as const },
  contactRequested: within('lastContact', 'last_contact_on'),
  contactRequestedNominatedBeneficiary: within(
    'lastContactNominatedBeneficiary',
    'last_contact_nominated_beneficiary_on',
  ),
  contactRequestedAccountBalance: within('lastContactAccountBalance', 'last_contact_account_balance_on'),
  contactRequestedInvestment: within('lastContactInvestment', 'last_contact_investment_on'),
  contactRequestedInsurance: within('lastContactInsurance', 'last_contact_insurance_on'),
  contactRequestedRetirementAdequacy: within('lastContactRetirementAdequacy', 'last_contact_retirement_adequacy_on'),
} as const;

/**
 * Labels of facts that make a member engaged. Under the condition 'engaged' they keep the noise that they have without it. A test on random
 * members finds every such fact.
 */
export const makeEngaged: ReadonlySet<string> = new Set(
  lookBacks.flatMap((lookBack) => periodFlags.loggedInMember.noise({ lookBack })[0]!.map(({ label }) => label)),
);

/** The label of members for whom their employer contributed. */
export const contributedFor = 'employerContributions';

/** Members who contributed a positive amount in the month itself. */
export const contributed = {
  /** Public where a plan's employers share one payroll. */
  employer: secretCondition(
    () => '(ifNull(employer_contributions_cents, 0) > 0)',
    () => contributedFor,
  ),
  salarySacrifice: noGroups(
    secretCondition(
      () => '(ifNull(salary_sacrifice_cents, 0) > 0)',
      () => 'salarySacrifice',
    ),
  ),
  personal: noGroups(
    secretCondition(
      () => '(ifNull(personal_contributions_cents, 0) > 0)',
      () => 'personalContributions',
    ),
  ),
  voluntary: noGroups(
    secretCondition(
      () => '(ifNull(salary_sacrifice_cents, 0) > 0 OR ifNull(personal_contributions_cents, 0) > 0)',
      () => 'voluntaryOfMonth',
    ),
  ),
} as const;

/** Whether a figure of a member is known, as a fact of its own. */
export const isKnown = {
  score: secretCondition(
    () => '(score IS NOT NULL)',
    () => known.score,
  ),
  benchmark: secretCondition(
    () => '(benchmark_cents IS NOT NULL)',
    () => known.benchmark,
  ),
} as const;
