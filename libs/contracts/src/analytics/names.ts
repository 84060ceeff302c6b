import { z } from 'zod';
import { memberCategories, memberFlags, memberStaffDimensions } from './member-names.js';

/**
 * The members of the query service at /cubejs-api/v1. Money is in dollars, percentages are 0..100, the SuperScore is 0..5,
 * component points are 0..1, times are local wall times `YYYY-MM-DDTHH:mm:ss.SSS` without Z.
 */

export const memberSnapshotDimensions = [
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
  /** The same under the name that the specification also uses. */
  'time',
] as const;

export const memberSnapshotMeasures = [
  'countMembers',
  /**
   * 0..100: of the members of whom it is known, those with the row's value of a secret column (a flag, a nomination type); without
   * such a column, of all that the query's filters select, those in the row's group.
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
  /** 100 x balances / peer averages, of the members that have both. */
  'benchmarkIndex',
  /** The members that the index counts: the bubble's size. */
  'benchmarkMembers',
] as const;

export const superScoreMeasures = [
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
  /** Members with a score under 3, the stars to aim for; and 0..100, of those with a score. */
  'membersUnderAim',
  'shareUnderAim',
  /** Dollars a year at 67, in today's money. */
  'averageProjectedRetirementIncome',
] as const;

export const superScoreDimensions = [
  'planId',
  /** 0-1, 1-2, 2-3, 3-4, 4-5 */
  'scoreBand',
  'projectedRetirementStandardName',
  'projectedRetirementStandardSuperOnlyName',
] as const;

/** Members between the two months that the range of `Movement.month` names. */
export const movementMeasures = ['members'] as const;
export const movementDimensions = [
  'planId',
  /** Score bands, and 'Unknown' without a score; who came meanwhile is from 'Joined', who went is to 'Left'. */
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

export const contactRequestedMeasures = ['count', 'members'] as const;
export const contactRequestedDimensions = ['planId', 'reason', 'status', 'at'] as const;

export const campaignMeasures = [
  /** Different campaigns by name and type. */
  'total',
  /** Runs: each dated campaign. */
  'runs',
  /** Members reached, summed over runs; likewise opened and clicked. */
  'recipients',
  'opened',
  'clicked',
  /** 0..100, of the recipients; for employers of all members where the recipients are not published. */
  'openedPercent',
  'clickedPercent',
  /** Members that took the `step`, summed over runs: the funnel. */
  'conversions',
  /** Of the recipients of the same runs. */
  'conversionsPercent',
] as const;
export const campaignDimensions = [
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
export const memberCategoryMeasures = [
  /** Categories. */
  'count',
  'members',
] as const;
export const memberCategoryDimensions = [
  'planId',
  'categoryId',
  'name',
  /** `1|Yes`, `2|No` */
  'active',
  /** Time dimension: the month that the members are of. */
  'month',
] as const;

/** Investment options of a plan's platform, as they were imported: by default those of the newest data date. */
export const assetMeasures = [
  /** Assets. */
  'count',
  /** Means over the assets that have a value, each counted alike. */
  'averageGrowthPercent',
  'averageReturn1yr',
  'averageReturn3yr',
  'averageReturn5yr',
] as const;
export const assetDimensions = [
  'planId',
  'platformId',
  'assetCode',
  'name',
  'description',
  /** 0..100 */
  'growthPercent',
  /** `1|Yes`, `2|No`, and null where it is not known. */
  'isLifecycle',
  'isChoice',
  'return1yr',
  'return3yr',
  'return5yr',
  /** Time dimension. */
  'dataDate',
] as const;

/** What members hold of the investment options at a month's end, by default the newest with holdings. */
export const assetOwnedMeasures = [
  /** Members who hold some of it. */
  'members',
  'balance',
] as const;
export const assetOwnedDimensions = [
  'planId',
  'assetCode',
  /** As it was published last. */
  'name',
  /** Time dimension. */
  'month',
] as const;

export const scoreBands = ['0-1', '1-2', '2-3', '3-4', '4-5'] as const;

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
export type TimeDimensionName = z.infer<typeof timeDimensionName>;

export const segmentName = z.enum(['Member.engagedMembers']);
export type SegmentName = z.infer<typeof segmentName>;
