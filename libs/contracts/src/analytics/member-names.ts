/** Yes/No dimensions. Their values are `1|Yes`, `2|No` and null where it is not known; filters also take '1' and '2'. */
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

/** Dimensions with a list of values; those marked rank|label in the specification carry both. */
export const memberCategories = [
  'planId',
  'companyId',
  'categoryId',
  'gender',
  'ageGroup',
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

/** For staff's own tools only: these single out people. */
export const memberStaffDimensions = ['memberId', 'age', 'joinDate'] as const;
