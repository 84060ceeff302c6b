import { addDays, type IsoDate, shiftMonth } from '../calendar-dates.js';
import { scoreMember } from '../scoring/member-score.js';
import { referenceFigures } from '../scoring/typical-member.js';
import { anyFlows, anyInput, asAt, maybe, month, pick, type Random } from './random-input.fixture.js';

export type RandomMemberRow = ReturnType<typeof randomMemberRow>;

/** The analytics row's value for a missing date. */
const never: IsoDate = '1970-01-01';

const flag = (value: boolean | null) => (value === null ? 2 : value ? 1 : 0);
const later = (...dates: IsoDate[]): IsoDate => dates.reduce((a, b) => (a > b ? a : b), never);
const anyFlag = (random: Random) => pick(random, [0, 0, 0, 1, 1, 1, 2]);

/** No date, any day of the four years before, or a day at the boundary of a month, quarter or trailing window. */
function anyDate(random: Random): IsoDate {
  if (random() < 0.3) return never;
  const day = addDays(asAt, -Math.floor(random() * 1_460));
  const start = `${shiftMonth(month, -Math.floor(random() * 37))}-01`;
  return pick(random, [day, day, start, addDays(start, -1), asAt]);
}

/** One in thirty members has snapshots, but no details in the fund's file of members. */
const withoutDetails = { birthMonth: null, gender: null, joinDate: null };

/**
 * A member's analytics row at 30 June 2025, by column name: the scores of randomly drawn inputs, and random flags and dates that
 * scoring does not derive. Money is integer cents, scores are millionths, and a flag is 1, 0, or 2 for unknown. Dates are the latest
 * of their kind.
 */
export function randomMemberRow(random: Random) {
  const date = () => anyDate(random);
  const flows = anyFlows(random);
  const [riskProfile, insurance, assistant] = [date(), date(), date()];
  const contacts = [date(), date(), date(), date(), date(), date()] as const;
  const detailed = random() > 1 / 30;
  const input = {
    ...anyInput(random, flows, riskProfile === never ? null : riskProfile),
    ...(detailed ? {} : withoutDetails),
  };
  const score = scoreMember(input, referenceFigures, asAt);
  const { componentMillionths: points } = score;
  const now = flows.at(-1)!;
  const ofDetails = <T>(value: T) => (detailed ? (maybe(random, value) ?? 'Unknown') : 'Unknown');
  const provided = () => flag(detailed ? random() < 0.8 : null);
  return {
    month: `${month}-01`,
    gender: input.gender === 'Female' || input.gender === 'Male' ? input.gender : 'Unknown',
    age: score.age,
    age_group: score.ageGroup,
    salary_group: score.salaryGroup,
    address_state: ofDetails(pick(random, ['NSW', 'QLD', 'SA', 'TAS', 'VIC', 'WA', 'NT', 'ACT'])),
    joined_on: input.joinDate,

    balance_group: score.balanceGroup,
    account_type: ofDetails(pick(random, ['Accumulation', 'Pension', 'Transition to retirement', 'Defined benefit'])),
    occupational_rating: ofDetails(
      pick(random, ['Standard', 'Professional', 'White collar', 'High risk', 'Light blue']),
    ),
    risk_profile_name: input.riskProfileName ?? 'Unknown',
    beneficiary_nomination_type: score.beneficiaryNominationType ?? 'Unknown',
    time_in_plan: score.timeInPlan,
    insurance_cover_type: score.insuranceCoverType ?? 'Unknown',
    insurance_points: score.insurancePoints ?? 'Unknown',
    life_insurance_indicator_result: score.lifeInsuranceIndicatorResult ?? 'Unknown',
    projected_retirement_standard: score.projectedRetirementStandardName ?? 'Unknown',
    projected_retirement_standard_super_only: score.projectedRetirementStandardSuperOnlyName ?? 'Unknown',

    mobile_number_provided: provided(),
    email_address_provided: provided(),
    tax_file_number_provided: provided(),
    lifecycle_investment: anyFlag(random),
    expired_beneficiary_nominated: flag(score.expiredBeneficiaryNominated),
    beneficiary_nomination_validated: flag(score.beneficiaryNominationValidated),
    balance_within_average: flag(score.balanceWithinAverage),
    no_life_insurance: flag(score.noLifeInsurance),
    life_cover_within_benchmark: flag(score.lifeCoverWithinBenchmark),
    potentially_inadequate_life_insurance: flag(score.potentiallyInadequateLifeInsurance),
    growth_exposure_adequated: flag(score.growthExposureAdequated),
    risk_profile_assessment_completed_and_aligned: flag(score.riskProfileAssessmentCompletedAndAligned),
    investment_strategy_suitable: flag(score.investmentStrategySuitable),
    on_track_or_using_tolerance: flag(score.onTrackOrOnTrackUsingTolerance),
    making_voluntary_contributions: flag(score.makingVoluntaryContributions),
    approaching_concessional_cap: flag(score.approachingConcessionalCap),

    last_sign_in_on: date(),
    last_tool_on: later(riskProfile, insurance, assistant),
    last_consultation_on: date(),
    last_contact_on: later(...contacts),
    last_contact_nominated_beneficiary_on: contacts[0],
    last_contact_account_balance_on: contacts[1],
    last_contact_investment_on: contacts[2],
    last_contact_insurance_on: contacts[3],
    last_contact_retirement_adequacy_on: contacts[4],
    last_risk_profile_assessment_on: riskProfile,
    last_insurance_assessment_on: insurance,
    last_beneficiary_assistant_on: assistant,
    last_consolidation_verified_on: date(),
    last_insurance_advice_on: date(),

    salary_cents: input.salaryCents,
    total_assets_owned_cents: input.totalAssetsOwnedCents,
    employer_contributions_cents: now.employerContributionsCents,
    salary_sacrifice_cents: now.salarySacrificeCents,
    personal_contributions_cents: now.personalContributionsCents,
    fees_cents: now.feesCents,
    insurance_premium_cents: input.insurancePremiumCents,
    death_cover_cents: input.deathCoverCents,
    tpd_cover_cents: input.tpdCoverCents,
    sci_cover_cents: input.sciCoverCents,
    benchmark_cents: input.totalAssetsOwnedCents === null ? null : score.peerAverageCents,
    retirement_income_cents: score.retirementIncomeCents,
    retirement_income_super_only_cents: score.retirementIncomeSuperOnlyCents,
    score: score.scoreMillionths,
    beneficiary_points: points.nominatedBeneficiary,
    account_balance_points: points.accountBalance,
    insurance_points_score: points.lifeInsurance,
    investment_points: points.investmentApproach,
    retirement_adequacy_points: points.retirementAdequacy,
  };
}
