import type { MemberFlag } from '@superscope/contracts/analytics/member-names';
import type { ScoredArea } from '@superscope/contracts/super-score';
import { findMember } from '../analytics/model/catalogue.js';

/** How the report calls what its questions measure. */
const measures: Readonly<Record<string, string>> = {
  'MemberSnapshot.countMembers': 'Members',
  'MemberSnapshot.shareOfMembers': 'Share of members',
  'MemberSnapshot.totalAssetsOwned': 'Total assets owned',
  'MemberSnapshot.averageTotalAssetsOwned': 'Average total assets owned',
  'MemberSnapshot.averageAge': 'Average age',
  'MemberSnapshot.averageSalary': 'Average salary',
  'MemberSnapshot.averageLifeInsuranceCover': 'Average death cover',
  'MemberSnapshot.averageInsurancePremium': 'Average insurance premium',
  'MemberSnapshot.fees': 'Fees',
  'MemberSnapshot.employerContributions': 'Employer contributions',
  'MemberSnapshot.salarySacrificeContributions': 'Salary sacrifice',
  'MemberSnapshot.personalContributions': 'Personal contributions',
  'MemberSnapshot.salarySacrificeContributionsCount': 'Members who salary sacrifice',
  'MemberSnapshot.newMembers': 'Members who joined',
  'MemberSnapshot.exitedMembers': 'Members who left',
  'MemberSnapshot.deathCoverCount': 'Members with death cover',
  'MemberSnapshot.deathCoverPercent': 'Share of members with death cover',
  'MemberSnapshot.tpdCoverCount': 'Members with disability cover (TPD)',
  'MemberSnapshot.tpdCoverPercent': 'Share of members with disability cover (TPD)',
  'MemberSnapshot.sciCoverCount': 'Members with income cover (SCI)',
  'MemberSnapshot.sciCoverPercent': 'Share of members with income cover (SCI)',
  'SuperScore.averageSuperScore': 'Average SuperScore',
  'SuperScore.membersUnderAim': 'Members under 3 stars',
  'SuperScore.shareUnderAim': 'Share of members under 3 stars',
  'SuperScore.scoredMembers': 'Members with a score',
  'SuperScore.averageBeneficiaryPoints': 'Score of Nominated Beneficiary',
  'SuperScore.averageAccountBalancePoints': 'Score of Account Balance',
  'SuperScore.averageInsurancePoints': 'Score of Life Insurance',
  'SuperScore.averageInvestmentPoints': 'Score of Investment Approach',
  'SuperScore.averageRetirementAdequacyPoints': 'Score of Retirement Adequacy',
  'Movement.members': 'Members who moved between score bands',
  'Asset.count': 'Investment options',
  'AssetOwned.members': 'Members who hold an investment option',
  'AssetOwned.balance': 'Balance in an investment option',
};

/** Facts about members that are known or not, all of them, because a page asks for them by name. */
const flags: Readonly<Record<MemberFlag, string>> = {
  approachingConcessionalCap: 'Approaching the concessional cap',
  makingVoluntaryContributions: 'Voluntary contributors',
  consolidationVerified: 'Consolidation verified',
  loggedInMember: 'Logged in',
  balanceWithinAverage: 'Balance within the average',
  beneficiaryNominationValidated: 'Nomination validated',
  lifeCoverWithinBenchmark: 'Life cover on target',
  potentiallyInadequateLifeInsurance: 'Potentially inadequate life insurance',
  noLifeInsurance: 'No life insurance',
  insuranceIndicatorCompleted: 'Insurance indicator completed',
  investmentStrategySuitable: 'Investment suits age or risk profile',
  lifecycleInvestment: 'In lifestage investments',
  riskProfileAssessmentCompleted: 'Risk profile completed',
  riskProfileAssessmentCompletedAndAligned: 'Risk profile matches',
  onTrackOrOnTrackUsingTolerance: 'On track for Modest',
  mobileNumberProvided: 'Mobile number on file',
  emailAddressProvided: 'Email address on file',
  taxFileNumberProvided: 'Tax file number on file',
  contactRequested: 'Contact requested',
  contactRequestedNominatedBeneficiary: 'Contact requested about beneficiaries',
  contactRequestedAccountBalance: 'Contact requested about the balance',
  contactRequestedInsurance: 'Contact requested about insurance',
  contactRequestedInvestment: 'Contact requested about investment',
  contactRequestedRetirementAdequacy: 'Contact requested about retirement',
  engaged: 'Engaged',
  insuranceAdviceImplemented: 'Insurance advice implemented',
  expiredBeneficiaryNominated: 'Nomination expired',
  beneficiaryNominationAssistantCompleted: 'Nomination assistant completed',
  growthExposureAdequated: 'Growth share suits the age',
};

/** Facts about members: how many have each of their values is a figure of the fact. */
const facts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(flags).map(([flag, words]) => [`Member.${flag}`, words])),
  'MemberSnapshot.balanceGroup': 'Balance',
  'Member.beneficiaryNominationType': 'Beneficiary nomination',
  'Member.lifeInsuranceIndicatorResult': 'Life insurance against the need',
  'Member.riskProfileName': 'Risk profile',
  'Member.projectedRetirementStandardName': 'Retirement standard',
  'Member.projectedRetirementStandardSuperOnlyName': 'Retirement standard, super alone',
  'SuperScore.scoreBand': 'SuperScore, stars',
  'MemberSnapshot.timeInPlan': 'Time in the plan',
};

/** Groups of people, and what tells investment options apart. */
const groups: Readonly<Record<string, string>> = {
  'Member.gender': 'gender',
  'Member.ageGroup': 'age',
  'Member.birthGroup': 'born',
  'Member.addressState': 'state',
  'Member.salaryGroup': 'salary',
  'Movement.from': 'from stars',
  'Movement.to': 'to stars',
  'Asset.assetCode': 'option',
  'Asset.growthPercent': 'growth assets in percent',
  'Asset.isLifecycle': 'lifestage',
  'AssetOwned.assetCode': 'code',
  'AssetOwned.name': 'option',
};

const areas: Readonly<Record<ScoredArea, string>> = {
  nominatedBeneficiary: 'Nominated Beneficiary',
  accountBalance: 'Account Balance',
  lifeInsurance: 'Life Insurance',
  investmentApproach: 'Investment Approach',
  retirementAdequacy: 'Retirement Adequacy',
};

/** 'Average fees': a title of the query service, for what no report of this release asks. */
const titleOf = (name: string): string => {
  const title = findMember(name)?.shortTitle ?? 'Another figure';
  return title.charAt(0) + title.slice(1).toLowerCase();
};

/** A value without the number by which it is sorted: 'Yes' for '1|Yes'. */
function valueText(value: unknown): string {
  const text = value == null ? 'Unknown' : String(value).replace(/^\d+\|/, '');
  return text === 'Unknown' ? 'not known' : text;
}

/** A group, or what a question is narrowed to. */
export interface Named {
  member: string;
  value: unknown;
}

const groupText = ({ member, value }: Named): string => {
  const fact = facts[member];
  if (fact !== undefined) return `${fact}, ${valueText(value)}`;
  return `${groups[member] ?? titleOf(member).toLowerCase()} ${valueText(value)}`;
};

const isHeadcount = (measure: string): boolean => measure === 'MemberSnapshot.countMembers';
const isShare = (measure: string): boolean => measure === 'MemberSnapshot.shareOfMembers';

/**
 * What a figure is of, in the words of the report: 'Approaching the concessional cap, No', or 'Average age, gender Female'. A share is the
 * fact's own figure, a number of members says so.
 */
export function figureWords(measure: string, of: readonly Named[], narrowed: readonly string[]): string[] {
  const fact = isHeadcount(measure) || isShare(measure) ? of.find(({ member }) => member in facts) : undefined;
  const others = of.filter((each) => each !== fact).map(groupText);
  if (fact === undefined) return [measures[measure] ?? titleOf(measure), ...others, ...narrowed];
  return [groupText(fact), ...others, ...narrowed, ...(isHeadcount(measure) ? ['members'] : [])];
}

/** What a question is narrowed to by a value. */
export const narrowedWords = (of: Named): string => groupText(of);

/** What a question is narrowed to by a set of its own, such as engaged members. */
export const segmentWords = (name: string): string => titleOf(name).toLowerCase();

export const areaWords = (area: string): string => areas[area as ScoredArea] ?? titleOf(area);

/** The plan, which is that of the whole report, and the months, which each figure names. */
export const isSaidAnyway = (member: string): boolean =>
  member.endsWith('.planId') || member === 'MemberSnapshot.atYearMonth';

/** Whether the report has words for a member of the query service. */
export const hasWords = (name: string): boolean =>
  name in measures || name in facts || name in groups || isSaidAnyway(name);
