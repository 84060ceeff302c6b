/** The areas of the lists, in their order. */
export const listAreas = [
  'Members',
  'About the person',
  'Score',
  'Balance',
  'Beneficiary',
  'Insurance',
  'Investment',
  'Retirement',
  'Contributions',
  'Activity',
  'Details on file',
  'Contact requests',
  'Campaigns',
  'Other',
] as const;
export type ListArea = (typeof listAreas)[number];

interface Entry {
  area: ListArea;
  /** Replaces the query service's title, where that is not what a person would say. */
  title?: string;
  /** What people type when they look for it. */
  words?: string;
}

const of = (area: ListArea, title?: string, words = ''): Entry => ({
  area,
  ...(title !== undefined && { title }),
  words,
});

/** Metrics and dimensions by their key: the one list of areas, titles and everyday words. */
const entries: Record<string, Entry> = {
  countMembers: of('Members', 'Members', 'people staff employees headcount how many'),
  newMembers: of('Members', 'Joined', 'new starters joiners hired'),
  exitedMembers: of('Members', 'Left', 'leavers exits resigned departed turnover'),
  shareOfMembers: of('Members', 'Share of members', 'percent part'),
  averageAge: of('Members', undefined, 'old years'),
  averageSalary: of('Members', undefined, 'pay wage income earnings'),

  gender: of('About the person', undefined, 'sex women men female male'),
  ageGroup: of('About the person', undefined, 'old young years'),
  salaryGroup: of('About the person', undefined, 'pay wage income earnings'),
  addressState: of('About the person', undefined, 'where location nsw vic qld region'),
  company: of('About the person', undefined, 'employer entity'),
  category: of('About the person', undefined, 'member class'),
  timeInPlan: of('About the person', undefined, 'tenure years how long'),
  accountType: of('About the person', undefined, 'accumulation pension'),
  occupationalRating: of('About the person', undefined, 'job occupation work'),

  averageSuperScore: of('Score', 'Plan SuperScore', 'stars rating health'),
  membersUnderAim: of('Score', 'Members under 3 stars', 'low score below'),
  shareUnderAim: of('Score', 'Share under 3 stars', 'low score below percent'),
  scoredMembers: of('Score', 'Members with a score', 'rated'),
  averageBeneficiaryPoints: of('Score', 'Score of nominated beneficiary', 'points nomination'),
  averageAccountBalancePoints: of('Score', 'Score of account balance', 'points savings'),
  averageInsurancePoints: of('Score', 'Score of life insurance', 'points cover'),
  averageInvestmentPoints: of('Score', 'Score of investment approach', 'points'),
  averageRetirementAdequacyPoints: of('Score', 'Score of retirement adequacy', 'points'),
  scoreBand: of('Score', undefined, 'stars rating'),

  totalAssetsOwned: of('Balance', undefined, 'savings money funds super balance'),
  averageTotalAssetsOwned: of('Balance', undefined, 'savings money funds super balance mean'),
  balanceGroup: of('Balance', undefined, 'savings money'),
  balanceWithinAverage: of('Balance', 'Balance near the average', 'low account balance savings peers'),
  benchmarkIndex: of('Balance', 'Balance against the average', 'benchmark index compare peers'),
  benchmarkMembers: of('Balance', 'Members compared with the average', 'benchmark peers'),
  fees: of('Balance', 'Fees paid', 'cost charges price'),

  beneficiaryNominationType: of('Beneficiary', 'Beneficiary nomination', 'death benefit who gets will heir binding'),
  beneficiaryNominationValidated: of('Beneficiary', 'Nomination validated', 'checked valid will heir'),
  expiredBeneficiaryNominated: of('Beneficiary', 'Nomination expired', 'lapsed old renew'),
  beneficiaryNominationAssistantCompleted: of('Beneficiary', 'Nomination assistant completed', 'tool'),

  potentiallyInadequateLifeInsurance: of(
    'Insurance',
    'Inadequate life insurance',
    'cover underinsured too little death',
  ),
  noLifeInsurance: of('Insurance', undefined, 'cover none uninsured'),
  lifeCoverWithinBenchmark: of('Insurance', 'Life cover within what is needed', 'benchmark enough'),
  lifeInsuranceIndicatorResult: of('Insurance', 'Life insurance against the need', 'cover indicator result enough'),
  insuranceCoverType: of('Insurance', 'Kind of cover', 'death disability income protection'),
  insurancePoints: of('Insurance', 'Insurance points', 'score'),
  insuranceAdviceImplemented: of('Insurance', undefined, 'cover changed'),
  averageLifeInsuranceCover: of('Insurance', 'Average cover', 'life insurance death insured sum'),
  averageInsurancePremium: of('Insurance', 'Average premium', 'cost price of insurance cover'),
  deathCoverCount: of('Insurance', 'Members with death cover', 'life insurance'),
  deathCoverPercent: of('Insurance', 'Share with death cover', 'life insurance percent'),
  tpdCoverCount: of('Insurance', 'Members with disability cover (TPD)', 'permanent disablement insurance'),
  tpdCoverPercent: of('Insurance', 'Share with disability cover (TPD)', 'permanent disablement insurance percent'),
  sciCoverCount: of('Insurance', 'Members with income cover (SCI)', 'salary continuance income protection insurance'),
  sciCoverPercent: of('Insurance', 'Share with income cover (SCI)', 'salary continuance income protection percent'),

  investmentStrategySuitable: of('Investment', 'Investment suits age or risk profile', 'unsuitable growth'),
  growthExposureAdequated: of('Investment', 'Growth share suits the age', 'exposure shares assets'),
  lifecycleInvestment: of('Investment', 'In a lifecycle option', 'default mysuper'),
  riskProfileName: of('Investment', 'Risk profile', 'cautious balanced growth appetite'),
  riskProfileAssessmentCompletedAndAligned: of('Investment', 'Invested as the risk profile says', 'aligned'),

  averageProjectedRetirementIncome: of('Retirement', 'Average projected income', 'pension future retire'),
  projectedRetirementStandardName: of('Retirement', 'Retirement standard', 'modest comfortable adequacy enough retire'),
  projectedRetirementStandardSuperOnlyName: of(
    'Retirement',
    'Retirement standard, super alone',
    'modest comfortable without age pension retire',
  ),
  onTrackOrOnTrackUsingTolerance: of('Retirement', 'On track for Modest', 'adequacy enough retire tolerance'),

  employerContributions: of('Contributions', undefined, 'paid in sg guarantee'),
  salarySacrificeContributions: of('Contributions', 'Salary sacrifice', 'before tax extra paid in'),
  personalContributions: of('Contributions', undefined, 'after tax extra own paid in'),
  voluntaryContributions: of('Contributions', undefined, 'extra paid in'),
  totalContributions: of('Contributions', undefined, 'all paid in'),
  employerContributionsCount: of('Contributions', 'Members with employer contributions', 'paid in sg'),
  salarySacrificeContributionsCount: of('Contributions', 'Members who salary sacrifice', 'before tax extra'),
  personalContributionsCount: of('Contributions', 'Members with personal contributions', 'after tax extra'),
  voluntaryContributionsCount: of('Contributions', 'Members with voluntary contributions', 'extra'),
  makingVoluntaryContributions: of('Contributions', undefined, 'extra paid in'),
  approachingConcessionalCap: of('Contributions', undefined, 'limit maximum tax'),

  engaged: of('Activity', undefined, 'active online consultation'),
  loggedInMember: of('Activity', 'Logged-in members', 'signed in login sign-in online website app'),
  riskProfileAssessmentCompleted: of('Activity', 'Risk profile completed', 'assessment questionnaire tool'),
  insuranceIndicatorCompleted: of('Activity', undefined, 'tool cover'),
  consolidationVerified: of('Activity', undefined, 'other super brought together lost rollover'),

  mobileNumberProvided: of('Details on file', 'Mobile number on file', 'phone contact details'),
  mobileNumberProvidedCount: of('Details on file', 'Members with a mobile number', 'phone contact details'),
  mobileNumberProvidedPercent: of('Details on file', 'Share with a mobile number', 'phone contact details percent'),
  emailAddressProvided: of('Details on file', 'Email address on file', 'e-mail contact details'),
  emailAddressProvidedCount: of('Details on file', 'Members with an email address', 'e-mail contact details'),
  emailAddressProvidedPercent: of('Details on file', 'Share with an email address', 'e-mail contact details percent'),
  taxFileNumberProvided: of('Details on file', 'Tax file number on file', 'tfn'),
  taxFileNumberProvidedCount: of('Details on file', 'Members with a tax file number', 'tfn'),
  taxFileNumberProvidedPercent: of('Details on file', 'Share with a tax file number', 'tfn percent'),

  contactRequests: of('Contact requests', undefined, 'call back asked help'),
  reason: of('Contact requests', undefined, 'why asked help'),
  contactRequested: of('Contact requests', undefined, 'call back asked help'),
  contactRequestedNominatedBeneficiary: of('Contact requests', 'Contact about beneficiaries', 'call asked help'),
  contactRequestedAccountBalance: of('Contact requests', 'Contact about the balance', 'call asked help'),
  contactRequestedInvestment: of('Contact requests', 'Contact about investment', 'call asked help'),
  contactRequestedInsurance: of('Contact requests', 'Contact about insurance', 'call asked help cover'),
  contactRequestedRetirementAdequacy: of('Contact requests', 'Contact about retirement', 'call asked help'),

  campaignType: of('Campaigns', undefined, 'email report kind'),
  campaignRuns: of('Campaigns', undefined, 'emails sent reports mailings'),
  campaignRecipients: of('Campaigns', undefined, 'emails sent to received mailings'),
  campaignsOpened: of('Campaigns', undefined, 'emails read'),
  campaignsClicked: of('Campaigns', undefined, 'emails links'),
  campaignsOpenedPercent: of('Campaigns', undefined, 'emails read rate percent'),
  campaignsClickedPercent: of('Campaigns', undefined, 'emails links rate percent'),
};

/** What the lists say of a metric or dimension. One that is not listed keeps its own title. */
export const everyday = (key: string): Entry => entries[key] ?? { area: 'Other' };
