import { category, column, everHappened, storedFlag, withinMonths, withinPeriod } from './dimensions.js';
import type { Dimension, Segment } from './member.js';

const lastEngagement = 'greatest(last_sign_in_on, last_tool_on, last_consultation_on)';

/** Stored as '' where there is none. */
const identifier = (name: string, sql: string): Dimension => ({
  ...column(name, { use: 'group', sql, known: `${sql} != ''` }),
  toWire: (value) => (value === '' ? null : value),
});

/** Who members are and what they did. Windows are those of domain.md section 1, taken from dates so that no flag grows old. */
export const memberDimensions: readonly Dimension[] = [
  column('Member.planId', { use: 'plan', sql: 'plan_id' }),
  identifier('Member.companyId', 'company_id'),
  identifier('Member.categoryId', 'category_id'),
  category('Member.gender', 'gender', 'filter'),
  category('Member.ageGroup', 'age_group', 'filter'),
  category('Member.salaryGroup', 'salary_group', 'filter'),
  category('Member.addressState', 'address_state', 'filter'),
  category('Member.accountType', 'account_type', 'group'),
  category('Member.occupationalRating', 'occupational_rating', 'group'),
  category('Member.riskProfileName', 'risk_profile_name', 'group'),
  category('Member.beneficiaryNominationType', 'beneficiary_nomination_type', 'subject'),
  category('Member.insurancePoints', 'insurance_points', 'subject'),
  category('Member.lifeInsuranceIndicatorResult', 'life_insurance_indicator_result', 'subject'),
  category('Member.projectedRetirementStandardName', 'projected_retirement_standard', 'subject'),
  category('Member.projectedRetirementStandardSuperOnlyName', 'projected_retirement_standard_super_only', 'subject'),

  withinMonths('Member.engaged', 12, lastEngagement, 'filter'),
  withinPeriod('Member.loggedInMember', 'last_sign_in_on'),
  withinPeriod('Member.contactRequested', 'last_contact_on'),
  withinPeriod('Member.contactRequestedNominatedBeneficiary', 'last_contact_nominated_beneficiary_on'),
  withinPeriod('Member.contactRequestedAccountBalance', 'last_contact_account_balance_on'),
  withinPeriod('Member.contactRequestedInvestment', 'last_contact_investment_on'),
  withinPeriod('Member.contactRequestedInsurance', 'last_contact_insurance_on'),
  withinPeriod('Member.contactRequestedRetirementAdequacy', 'last_contact_retirement_adequacy_on'),
  withinMonths('Member.riskProfileAssessmentCompleted', 24, 'last_risk_profile_assessment_on'),
  withinMonths('Member.insuranceIndicatorCompleted', 24, 'last_insurance_assessment_on'),
  withinMonths('Member.consolidationVerified', 24, 'last_consolidation_verified_on'),
  withinMonths('Member.beneficiaryNominationAssistantCompleted', 24, 'last_beneficiary_assistant_on'),
  everHappened('Member.insuranceAdviceImplemented', 'last_insurance_advice_on'),

  storedFlag('Member.mobileNumberProvided', 'mobile_number_provided'),
  storedFlag('Member.emailAddressProvided', 'email_address_provided'),
  storedFlag('Member.taxFileNumberProvided', 'tax_file_number_provided'),
  storedFlag('Member.riskProfileAssessmentCompletedAndAligned', 'risk_profile_assessment_completed_and_aligned'),
  storedFlag('Member.makingVoluntaryContributions', 'making_voluntary_contributions'),
  storedFlag('Member.approachingConcessionalCap', 'approaching_concessional_cap'),
  storedFlag('Member.expiredBeneficiaryNominated', 'expired_beneficiary_nominated'),
  storedFlag('Member.beneficiaryNominationValidated', 'beneficiary_nomination_validated'),
  storedFlag('Member.balanceWithinAverage', 'balance_within_average'),
  storedFlag('Member.noLifeInsurance', 'no_life_insurance'),
  storedFlag('Member.lifeCoverWithinBenchmark', 'life_cover_within_benchmark'),
  storedFlag('Member.potentiallyInadequateLifeInsurance', 'potentially_inadequate_life_insurance'),
  storedFlag('Member.growthExposureAdequated', 'growth_exposure_adequated'),
  storedFlag('Member.investmentStrategySuitable', 'investment_strategy_suitable'),
  storedFlag('Member.lifecycleInvestment', 'lifecycle_investment'),
  storedFlag('Member.onTrackOrOnTrackUsingTolerance', 'on_track_or_using_tolerance'),

  column('Member.memberId', { use: 'staff', sql: 'toString(member_id)' }),
  column('Member.age', { use: 'staff', sql: 'age', type: 'number', known: 'age IS NOT NULL' }),
  column('Member.joinDate', { use: 'staff', sql: 'toString(joined_on)', known: 'joined_on IS NOT NULL' }),
];

export const memberSegments: readonly Segment[] = [
  {
    kind: 'segment',
    name: 'Member.engagedMembers',
    title: 'Member Engaged Members',
    shortTitle: 'Engaged Members',
    source: 'memberMonth',
    filter: { member: 'Member.engaged', values: ['1'] },
  },
];
