import { z } from 'zod';
import { memberCategories, memberFlags, memberStaffDimensions } from './member-names.js';

/**
 * The members of the query service at /cubejs-api/v1. Money is in dollars, percentages are 0..100, the SuperScore is 0..5,
 * component points are 0..1, times are local wall times `YYYY-MM-DDTHH:mm:ss.SSS` without Z.
 */

const memberSnapshotDimensions = [
  'planId',
  'ageGroup',
  'balanceGroup',
  'salaryGroup',
  'timeInPlan',
  'insuranceCoverType',
  'beneficiaryNominationType',
  'beneficiaryNominationValidated',
  'riskProfileName',
  /** yyyyMM */
  'atYearMonth',
  /** Time dimension: the first day of the month. */
  'month',
  /** A second name of `month`, which the specification also uses. */
  'time',
] as const;

const memberSnapshotMeasures = [
  'countMembers',
  /**
   * 0..100. With a secret column (a flag, a nomination type): the share with the row's value, among members whose value is known. Without
   * one: the share in the row's group, among all members that the query's filters select.
   */
  'shareOfMembers',
  'averageAge',
  'totalAssetsOwned',
  'averageTotalAssetsOwned',
  'averageSalary',
  'averageLifeInsuranceCover',
  'averageInsurancePremium',
  'fees',
  'employerContributions',
  'salarySacrificeContributions',
  'personalContributions',
  'voluntaryContributions',
  'totalContributions',
  'employerContributionsCount',
  'salarySacrificeContributionsCount',
  'personalContributionsCount',
  'voluntaryContributionsCount',
  'deathCoverCount',
  'tpdCoverCount',
  'sciCoverCount',
  'deathCoverPercent',
  'tpdCoverPercent',
  'sciCoverPercent',
  'newMembers',
  'exitedMembers',
  'femaleCount',
  'maleCount',
  'taxFileNumberProvidedCount',
  'emailAddressProvidedCount',
  'mobileNumberProvidedCount',
  'taxFileNumberProvidedPercent',
  'emailAddressProvidedPercent',
  'mobileNumberProvidedPercent',
  /** 100 x balances / peer averages, over the members who have both. */
  'benchmarkIndex',
  /** Members in the index, shown as the size of a bubble. */
  'benchmarkMembers',
] as const;

const superScoreMeasures = [
  /** 0..5 */
  'averageSuperScore',
  /** 0..1 each. */
  'averageBeneficiaryPoints',
  'averageAccountBalancePoints',
  'averageInsurancePoints',
  'averageInvestmentPoints',
  'averageRetirementAdequacyPoints',
  /** Members with a score. */
  'scoredMembers',
  /** Members with a score under 3 stars, the aim; and their share (0..100) of the members with a score. */
  'membersUnderAim',
  'shareUnderAim',
  /** Dollars a year at 67, in today's money. */
  'averageProjectedRetirementIncome',
] as const;

const superScoreDimensions = [
  'planId',
  /** 0-1, 1-2, 2-3, 3-4, 4-5 */
  'scoreBand',
  'projectedRetirementStandardName',
  'projectedRetirementStandardSuperOnlyName',
] as const;

/** Members counted by their group in the two months that the range of `Movement.month` names. */
const movementMeasures = ['members'] as const;
const movementDimensions = [
  'planId',
  /** Score bands, or 'Unknown' without a score. Members who joined in between are from 'Joined'; members who left are to 'Left'. */
  'from',
  'to',
  'gender',
  'ageGroup',
  'salaryGroup',
  'addressState',
  'companyId',
  'categoryId',
  'month',
] as const;

const contactRequestedMeasures = ['count', 'members'] as const;
const contactRequestedDimensions = ['planId', 'reason', 'status', 'at'] as const;

const campaignMeasures = [
  /** Campaigns. Runs with the same name and type count once. */
  'total',
  /** Campaign runs: the same campaign on another date counts again. */
  'runs',
  /** Members reached, summed over runs; likewise opened and clicked. */
  'recipients',
  'opened',
  'clicked',
  /** 0..100: the share of the recipients. For employers, the share of all members if the number of recipients is not published. */
  'openedPercent',
  'clickedPercent',
  /** Members who took the `step`, summed over runs, for the funnel. */
  'conversions',
  /** 0..100: the share of the recipients of the same runs. */
  'conversionsPercent',
] as const;
const campaignDimensions = [
  'planId',
  'campaignId',
  'name',
  'campaignType',
  /** 'Open Email' | 'Click Email' */
  'step',
  /** Time dimensions: the day the campaign ran, and the instant of the step. */
  'eventDate',
  'time',
] as const;

/** Categories of a plan's members, as they are defined now. */
const memberCategoryMeasures = [
  /** Number of categories. */
  'count',
  'members',
] as const;
const memberCategoryDimensions = [
  'planId',
  'categoryId',
  'name',
  /** `1|Yes`, `2|No` */
  'active',
  /** Time dimension: the month in which the members are counted. */
  'month',
] as const;

/** Investment options of a plan's platform, as they were imported: by default those of the newest data date. */
const assetMeasures = [
  /** Number of assets. */
  'count',
  /** Unweighted means over the assets that have a value. */
  'averageGrowthPercent',
  'averageReturn1yr',
  'averageReturn3yr',
  'averageReturn5yr',
] as const;
const assetDimensions = [
  'planId',
  'platformId',
  'assetCode',
  'name',
  'description',
  /** 0..100 */
  'growthPercent',
  /** `1|Yes`, `2|No`, and null if unknown. */
  'isLifecycle',
  'isChoice',
  'return1yr',
  'return3yr',
  'return5yr',
  /** Time dimension. */
  'dataDate',
] as const;

/** What members hold of the investment options at a month's end, by default the newest with holdings. */
const assetOwnedMeasures = [
  /** Members who hold any of the option. */
  'members',
  'balance',
] as const;
const assetOwnedDimensions = [
  'planId',
  'assetCode',
  /** The option's name as last published. */
  'name',
  /** Time dimension. */
  'month',
] as const;

const of = <Cube extends string, Name extends string>(cube: Cube, names: readonly Name[]) =>
  names.map((name): `${Cube}.${Name}` => `${cube}.${name}`);

export const measureName = z.enum([
  ...of('MemberSnapshot', memberSnapshotMeasures),
  ...of('SuperScore', superScoreMeasures),
  ...of('Movement', movementMeasures),
  ...of('ContactRequested', contactRequestedMeasures),
  ...of('Campaign', campaignMeasures),
  ...of('MemberCategory', memberCategoryMeasures),
  ...of('Asset', assetMeasures),
  ...of('AssetOwned', assetOwnedMeasures),
]);
export type MeasureName = z.infer<typeof measureName>;

export const dimensionName = z.enum([
  ...of('Member', [...memberFlags, ...memberCategories, ...memberStaffDimensions]),
  ...of('MemberSnapshot', memberSnapshotDimensions),
  ...of('SuperScore', superScoreDimensions),
  ...of('Movement', movementDimensions),
  ...of('ContactRequested', contactRequestedDimensions),
  ...of('Campaign', campaignDimensions),
  ...of('MemberCategory', memberCategoryDimensions),
  ...of('Asset', assetDimensions),
  ...of('AssetOwned', assetOwnedDimensions),
]);
export type DimensionName = z.infer<typeof dimensionName>;

export const timeDimensionName = z.enum([
  ...of('MemberSnapshot', ['month', 'time']),
  ...of('Movement', ['month']),
  ...of('ContactRequested', ['at']),
  ...of('Campaign', ['eventDate', 'time']),
  ...of('MemberCategory', ['month']),
  ...of('Asset', ['dataDate']),
  ...of('AssetOwned', ['month']),
]);

export const segmentName = z.enum(['Member.engagedMembers']);
