/** Yes/No dimensions. Their values are `1|Yes`, `2|No`, and null if unknown; filters also take '1' and '2'. */
export const memberFlags = [
  'engaged',
  'loggedInMember',
  'contactRequested',
  'contactRequestedNominatedBeneficiary',
  'contactRequestedAccountBalance',
  'contactRequestedInvestment',
  'contactRequestedInsurance',
  'contactRequestedRetirementAdequacy',
  'mobileNumberProvided',
  'emailAddressProvided',
  'taxFileNumberProvided',
  'riskProfileAssessmentCompleted',
  'riskProfileAssessmentCompletedAndAligned',
  'insuranceIndicatorCompleted',
  'insuranceAdviceImplemented',
  'makingVoluntaryContributions',
  'approachingConcessionalCap',
  'consolidationVerified',
  'expiredBeneficiaryNominated',
  'beneficiaryNominationValidated',
  'beneficiaryNominationAssistantCompleted',
  'balanceWithinAverage',
  'noLifeInsurance',
  'lifeCoverWithinBenchmark',
  'potentiallyInadequateLifeInsurance',
  'growthExposureAdequated',
  'investmentStrategySuitable',
  'lifecycleInvestment',
  'onTrackOrOnTrackUsingTolerance',
] as const;
export type MemberFlag = (typeof memberFlags)[number];

/** Flags about something that happened within the question's period. */
export const datedFlags: readonly MemberFlag[] = memberFlags.filter(
  (name) => name === 'loggedInMember' || name.startsWith('contactRequested'),
);

/** Dimensions with a list of values, some of which have the form `rank|label`. */
export const memberCategories = [
  'planId',
  'companyId',
  'categoryId',
  'gender',
  'ageGroup',
  'birthGroup',
  'salaryGroup',
  'addressState',
  'accountType',
  'occupationalRating',
  'riskProfileName',
  'beneficiaryNominationType',
  'insurancePoints',
  'lifeInsuranceIndicatorResult',
  'projectedRetirementStandardName',
  'projectedRetirementStandardSuperOnlyName',
] as const;

/** Dimensions that single out people, for the staff audience only. */
export const memberStaffDimensions = ['memberId', 'age', 'joinDate'] as const;
