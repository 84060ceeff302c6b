/**
 * The query service at /cubejs-api/v1: names of its members and the shapes on its wire. Money is in dollars, percentages are
 * 0..100, the SuperScore is 0..5, component points are 0..1, times are local wall times `YYYY-MM-DDTHH:mm:ss.SSS` without Z.
 */

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

export const scoreBands = ['0-1', '1-2', '2-3', '3-4', '4-5'] as const;

export type MeasureName =
  | `MemberSnapshot.${(typeof memberSnapshotMeasures)[number]}`
  | `SuperScore.${(typeof superScoreMeasures)[number]}`
  | `ContactRequested.${(typeof contactRequestedMeasures)[number]}`
  | `Campaign.${(typeof campaignMeasures)[number]}`;

export type DimensionName =
  | `Member.${MemberFlag | (typeof memberCategories)[number] | (typeof memberStaffDimensions)[number]}`
  | `MemberSnapshot.${(typeof memberSnapshotDimensions)[number]}`
  | `SuperScore.${(typeof superScoreDimensions)[number]}`
  | `ContactRequested.${(typeof contactRequestedDimensions)[number]}`
  | `Campaign.${(typeof campaignDimensions)[number]}`;

export type TimeDimensionName =
  'MemberSnapshot.month' | 'MemberSnapshot.time' | 'ContactRequested.at' | 'Campaign.eventDate' | 'Campaign.time';

export type SegmentName = 'Member.engagedMembers';

export const granularities = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Granularity = (typeof granularities)[number];

export const filterOperators = [
  'equals',
  'notEquals',
  'in',
  'notIn',
  'contains',
  'notContains',
  'startsWith',
  'notStartsWith',
  'endsWith',
  'notEndsWith',
  'set',
  'notSet',
  'gt',
  'gte',
  'lt',
  'lte',
  'inDateRange',
  'notInDateRange',
  'onTheDate',
  'beforeDate',
  'beforeOrOnDate',
  'afterDate',
  'afterOrOnDate',
  'measureFilter',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

export interface MemberFilter {
  member: DimensionName | MeasureName;
  operator: FilterOperator;
  values?: readonly (string | number | boolean | null)[];
}
export type AnalyticsFilter = MemberFilter | { and: readonly AnalyticsFilter[] } | { or: readonly AnalyticsFilter[] };

/** 'last 12 months', 'from 90 days ago to now', 'today', one day, or a pair of dates. */
export type DateRange = string | readonly [string, string];

export interface QueryTimeDimension {
  dimension: TimeDimensionName;
  granularity?: Granularity;
  dateRange?: DateRange;
  compareDateRange?: readonly DateRange[];
}

export type OrderDirection = 'asc' | 'desc';

export interface AnalyticsQuery {
  measures?: readonly MeasureName[];
  dimensions?: readonly DimensionName[];
  segments?: readonly SegmentName[];
  filters?: readonly AnalyticsFilter[];
  timeDimensions?: readonly QueryTimeDimension[];
  order?: Readonly<Record<string, OrderDirection>> | readonly (readonly [string, OrderDirection])[];
  /** At most 50,000; 10,000 unless told. */
  limit?: number;
  offset?: number;
  /** Answer with the number of rows before limit and offset. */
  total?: boolean;
  /** IANA name; Australia/Sydney unless told. Months ignore it. */
  timezone?: string;
  /** Staff audience only. */
  ungrouped?: boolean;
}

/** Body of POST load; GET carries the same as query parameters. */
export interface LoadRequest {
  query: AnalyticsQuery | readonly AnalyticsQuery[];
  queryType?: 'multi';
}

export type AnalyticsValue = string | number | null;

/** Keys are member names; a time dimension gives `M.month.month` and `M.month`. Withheld measures are null. */
export type AnalyticsRow = Readonly<Record<string, AnalyticsValue>>;

/**
 * Why a figure is null. `small`: it is of 1 to 10 members, shown "<11". `withheld`: publishing it would reveal a small one, shown
 * "np". `filter`: the filter leaves out, or leaves in, 1 to 10 members, so the filtered answer is withheld as a whole.
 */
export type SuppressionReason = 'small' | 'withheld' | 'filter';

/** What may still be said about a flag's share of the members whose flag is known. Whole percent. */
export type CodedShare =
  | { kind: 'below' }
  /** "at least x %" */
  | { kind: 'atLeast'; percent: number }
  /** "about x %": where the few members whose flag is not known would show from an exact share. */
  | { kind: 'about'; percent: number };

export interface Suppressed {
  /** Index into `data`; null where rows are withheld as a whole. */
  row: number | null;
  members: MeasureName[];
  reason: SuppressionReason;
  /** Only in tables by one flag (and time): on each row of that flag's table. It is the share of `1|Yes`. */
  share?: CodedShare;
  /** A sentence to show, where the whole answer is withheld. */
  message?: string;
}

export interface MemberAnnotation {
  title: string;
  shortTitle: string;
  type: 'number' | 'string' | 'time' | 'boolean';
  format?: 'currency' | 'percent' | 'number';
  granularity?: { name: Granularity; title: string; interval: string };
}

export interface Annotation {
  measures: Record<string, MemberAnnotation>;
  dimensions: Record<string, MemberAnnotation>;
  segments: Record<string, MemberAnnotation>;
  timeDimensions: Record<string, MemberAnnotation>;
}

export interface NormalizedFilter {
  member: string;
  operator: FilterOperator;
  values?: string[];
}
export type NormalizedFilterNode = NormalizedFilter | { and: NormalizedFilterNode[] } | { or: NormalizedFilterNode[] };

export interface NormalizedTimeDimension {
  dimension: string;
  granularity?: Granularity;
  /** Absolute: start T00:00:00.000, end T23:59:59.999. */
  dateRange?: [string, string];
}

export interface NormalizedQuery {
  measures: string[];
  dimensions: string[];
  segments: string[];
  filters: NormalizedFilterNode[];
  timeDimensions: NormalizedTimeDimension[];
  order: { id: string; desc: boolean }[];
  limit: number;
  rowLimit: number;
  offset?: number;
  total?: boolean;
  timezone: string;
  ungrouped?: boolean;
}

export type QueryType = 'regularQuery' | 'compareDateRangeQuery' | 'blendingQuery';

export type PivotQuery = Pick<NormalizedQuery, 'measures' | 'dimensions' | 'segments' | 'timeDimensions'> &
  Partial<NormalizedQuery> & { queryType: QueryType };

export interface LoadResult {
  query: NormalizedQuery;
  data: AnalyticsRow[];
  annotation: Annotation;
  lastRefreshTime: string;
  dataSource: 'default';
  dbType: 'clickhouse';
  external: false;
  slowQuery: false;
  /** Rows before limit and offset, where the query asked for it. */
  total: number | null;
  /** Only in answers under the employer rule that withhold something. */
  suppressed?: Suppressed[];
}

/** Answer with `queryType=multi`; without it the bare first result. */
export interface LoadAnswer {
  queryType: QueryType;
  results: LoadResult[];
  pivotQuery: PivotQuery;
  slowQuery: false;
}

export interface DryRunAnswer {
  queryType: QueryType;
  normalizedQueries: NormalizedQuery[];
  queryOrder: Record<string, OrderDirection>[];
  transformedQueries: Record<string, unknown>[];
  pivotQuery: PivotQuery;
}

export interface AnalyticsProblem {
  type?: 'UserError';
  error: string;
}

export interface MetaMeasure {
  name: string;
  title: string;
  shortTitle: string;
  type: 'number';
  aggType: string;
  cumulative: false;
  cumulativeTotal: false;
  drillMembers: string[];
  drillMembersGrouped: { measures: string[]; dimensions: string[] };
  isVisible: true;
  public: true;
  format?: 'currency' | 'percent' | 'number';
}

export interface MetaDimension {
  name: string;
  title: string;
  shortTitle: string;
  type: 'number' | 'string' | 'time' | 'boolean';
  suggestFilterValues: boolean;
  primaryKey: boolean;
  isVisible: true;
  public: true;
  granularities?: { name: Granularity; title: string; interval: string }[];
}

export interface MetaSegment {
  name: string;
  title: string;
  shortTitle: string;
  isVisible: true;
  public: true;
}

export interface MetaCube {
  name: string;
  title: string;
  type: 'cube';
  isVisible: true;
  public: true;
  measures: MetaMeasure[];
  dimensions: MetaDimension[];
  segments: MetaSegment[];
  hierarchies: never[];
  folders: never[];
  nestedFolders: never[];
}

export interface MetaAnswer {
  cubes: MetaCube[];
}

/** Header that opens the language and the answers for staff's own tools, for the roles that may: `staff`. */
export const audienceHeader = 'x-audience';
