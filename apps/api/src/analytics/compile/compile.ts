import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { dimensionOf, measureOf } from '../model/catalogue.js';
import type { Dimension, Measure, Part, Source } from '../model/cube-member.js';
import { BadQuery } from '../query/bad-query.js';
import { membersOf, splitFilters } from '../query/normalize-filters.js';
import { movementMonths } from '../movement/movement-months.js';
import { movementSql } from '../movement/movement-sql.js';
import { sourceOf } from '../query/normalize.js';
import { assetSql, isPlanNode } from './asset-sql.js';
import { conditionSql, rangeSql, type ConditionContext } from './condition-sql.js';
import { holdingMonths, withHoldingMonths } from './holdings-sql.js';
import { bucketSql, isTimeMember, isTimeNode, monthsSql, type MonthsSql } from './months.js';
import { costOf, type Cost } from './cost-sql.js';
import { pageSql } from './page-sql.js';
import { Params, type ParamValue } from '../../platform/clickhouse/params.js';
import { engagementOf, fromSql, ofMembers, readsMonths, rowKey, type Engagement } from './source-sql.js';

export type Audience = 'employer' | 'staff';

/** A column of GROUP BY. */
export interface KeyColumn {
  dimension: Dimension;
  /** Set for the bucket of a time dimension. */
  granularity?: string;
}

export interface MeasureColumns {
  measure: Measure;
  /** Indexes of its parts among the selected part columns. */
  parts: readonly number[];
  /** False for a measure that only filters and is not part of the answer. */
  selected: boolean;
}

/** A statement of exact figures. Its columns are the keys, then the parts. */
export interface CompiledQuery {
  sql: string;
  params: Record<string, ParamValue>;
  query: NormalizedQuery;
  keys: readonly KeyColumn[];
  measures: readonly MeasureColumns[];
  having: readonly NormalizedFilterNode[];
  /** Whether the statement filters by measures, orders and limits its rows itself. */
  isPage: boolean;
  cost: Cost | null;
}

const readSettings = 'SETTINGS do_not_merge_across_partitions_select_final = 1';

function planCondition(planIds: readonly string[] | null, params: Params): string | null {
  if (planIds === null) return null;
  return planIds.length === 1
    ? `plan_id = ${params.add(planIds[0]!, 'String', 'plan')}`
    : `plan_id IN ${params.add(planIds, 'Array(String)', 'plans')}`;
}

/** The columns that a query's measures need, each once. */
class PartColumns {
  readonly sql: string[] = [];
  get names(): string[] {
    return [...this.places.keys()];
  }
  private readonly places = new Map<string, number>();

  add(name: string, expression: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    this.places.set(name, this.sql.length);
    return this.sql.push(`${expression} AS ${name}`) - 1;
  }
}

/** How parts are aggregated if only some of them are of all rows that are read. */
interface Buckets {
  /** Whether a bucket spans several months. */
  months: boolean;
  /** Condition for the bucket's last month, if only some parts are restricted to it. */
  last: string | null;
  /** Whether the rows of those who left are read. */
  leavers: boolean;
}

function partSql(part: Part, measure: Measure, { months, last, leavers }: Buckets): { name: string; sql: string } {
  const isOver = months && measure.flow === true;
  const conditions = [
    ...(last === null || isOver ? [] : [last]),
    ...(leavers && measure.leavers !== true ? [ofMembers] : []),
  ];
  const when = conditions.length === 0 ? null : conditions.join(' AND ');
  if (isOver) return { name: `${part.key}_over`, sql: (part.overMonths ?? part.sql)(when) };
  return { name: part.key, sql: part.sql(when) };
}

function timeConditions(query: NormalizedQuery, times: readonly NormalizedFilterNode[], context: ConditionContext) {
  return [
    ...query.timeDimensions.flatMap((time) =>
      time.dateRange ? [rangeSql(dimensionOf(time.dimension), time.dateRange, context)] : [],
    ),
    ...times.map((filter) => conditionSql(filter, context)),
  ];
}

const keyColumns = (query: NormalizedQuery): KeyColumn[] => [
  ...query.timeDimensions
    .filter((time) => time.granularity)
    .map((time) => ({ dimension: dimensionOf(time.dimension), granularity: time.granularity! })),
  ...query.dimensions.map((name) => ({ dimension: dimensionOf(name) })),
];

function assertSharesAreOfRows(measures: readonly Measure[], where: readonly NormalizedFilterNode[]): void {
  if (!measures.some((measure) => measure.share)) return;
  const secret = where.flatMap(membersOf).find((name) => dimensionOf(name).use === 'secret');
  if (secret)
    throw new BadQuery(`A share is calculated over the rows of an answer: group by '${secret}' instead of filtering`);
}

/**
 * Compiles a normalised query (without its filters on plans) to one statement of exact figures, of all rows.
 * `planIds` are the plans that the query asks for and the caller may read, null for all. Throws BadQuery.
 */
export const compile = (query: NormalizedQuery, planIds: readonly string[] | null): CompiledQuery =>
  compiled(query, planIds, false);

/**
 * The same with the query's order and limit left to ClickHouse where possible, for the staff audience: what is published is rounded and
 * withheld only once it has been read. A share is computed from all rows, and a single row needs neither order nor limit.
 */
export const compilePage = (query: NormalizedQuery, planIds: readonly string[] | null): CompiledQuery =>
  compiled(query, planIds, true);

function compiled(query: NormalizedQuery, planIds: readonly string[] | null, asPage: boolean): CompiledQuery {
  const params = new Params();
  const source = sourceOf(query);
  const { where, having } = splitFilters(query.filters);
  const plan = planCondition(planIds, params);
  const context: ConditionContext = {
    params,
    zone: query.timezone,
    periodFrom: '',
    get timezone() {
      return params.add(query.timezone, 'String', 'timezone');
    },
  };
  const times = where.filter(isTimeNode);
  const measures = [...new Set([...query.measures, ...having.flatMap(membersOf)])].map(measureOf);
  assertSharesAreOfRows(measures, where);
  const filtered = [...where, ...having].flatMap(membersOf);
  const engaged: Engagement = engagementOf(query, filtered);

  let months: MonthsSql | null = null;
  if (readsMonths(source, query, filtered)) {
    // Without a condition on time the newest month is meant. Under an 'or' it would be ambiguous whether there is such a condition.
    if (where.some((filter) => !isTimeNode(filter) && membersOf(filter).some(isTimeMember)))
      throw new BadQuery("A condition on time cannot share an 'or' with others");
    months = monthsSql(query, times, plan, context, source === 'assetOwned' ? holdingMonths : undefined);
    context.periodFrom = months.periodFrom;
  }
  const mixed = months?.last != null && measures.some((measure) => measure.flow);
  const leavers = measures.some((measure) => measure.leavers);
  const buckets: Buckets = { months: mixed, last: mixed ? months!.last : null, leavers };

  const ofPlans = source === 'asset' ? where.filter(isPlanNode) : [];
  const ofMonths = months && [...months.conditions, ...(months.last != null && !mixed ? [months.last] : [])];
  const conditions = [
    ...(plan === null || scopedInside.has(source) ? [] : [plan]),
    ...(source === 'memberMonth' ? ofMonths! : []),
    ...(ofMonths !== null || source === 'movement' ? [] : timeConditions(query, times, context)),
    ...where
      .filter((filter) => !isTimeNode(filter) && !ofPlans.includes(filter))
      .map((filter) => conditionSql(filter, context)),
    ...campaignConditions(query, source, engaged),
  ];

  const keys = keyColumns(query);
  const names = keys.map((_, i) => `k${i}`);
  const select = keys.map(({ dimension, granularity }, i) => {
    const sql = dimension.sql(context);
    const unit = granularity && months !== null ? monthly(granularity) : granularity;
    return `${unit ? bucketSql(sql, unit, dimension.time === 'instant') : sql} AS ${names[i]}`;
  });
  const selected = [...select];
  const parts = new PartColumns();
  const measureColumns = measures.map((measure) => ({
    measure,
    parts: measure.parts.map((part) => partSql(part, measure, buckets)).map(({ name, sql }) => parts.add(name, sql)),
    selected: query.measures.includes(measure.name),
  }));
  select.push(...parts.sql);
  if (select.length === 0) select.push('1');

  const ofRow = query.ungrouped ? [...rowKey[source], ...(months === null ? [] : ['month'])] : [];
  const groups = [...new Set([...names, ...ofRow])];
  const isPage = asPage && groups.length > 0 && !measures.some((measure) => measure.share);
  const columns = { keys, measures: measureColumns, parts: parts.names, rowKey: [...new Set(ofRow)] };
  const plans = [...(plan === null ? [] : [plan]), ...ofPlans.map((filter) => conditionSql(filter, context))];
  const from =
    source === 'movement'
      ? movementSql('member_snapshot AS rows FINAL', plans, movementMonths(query), params)
      : source === 'asset'
        ? assetSql(query, where, plans)
        : fromSql(source, plan, engaged, ofMonths, leavers);
  const before = source === 'assetOwned' ? [withHoldingMonths(plan === null ? [] : [plan])] : [];
  const rows = [`FROM ${from}`, ...(conditions.length > 0 ? [`WHERE ${conditions.join('\n  AND ')}`] : [])];
  const cost = costOf(query, planIds, source, engaged, keys, { selected, with: before, rows, settings: readSettings });
  const sql = [
    ...before,
    `SELECT\n  ${select.join(',\n  ')}`,
    ...rows,
    ...(groups.length > 0 ? [`GROUP BY ${groups.join(', ')}`] : []),
    ...(isPage ? pageSql(query, having, columns, params) : []),
    readSettings,
  ].join('\n');
  return { sql, params: params.values, query, keys, measures: measureColumns, having, isPage, cost };
}

/** Sources whose FROM clause restricts the plans. */
const scopedInside: ReadonlySet<Source> = new Set(['campaign', 'movement', 'asset']);

/**
 * Rows about members are dated the first day of their month, so a month or a shorter unit needs no rounding: 'day' leaves dates as they
 * are.
 */
const monthly = (granularity: string): string =>
  ['week', 'quarter', 'year'].includes(granularity) ? granularity : 'day';

/** Consultations are campaigns in the fund's books only. They are listed only if a query filters by campaign type. */
function campaignConditions(query: NormalizedQuery, source: Source, { steps }: Engagement): string[] {
  if (source !== 'campaign') return [];
  const typed = query.filters.flatMap(membersOf).includes('Campaign.campaignType');
  return [
    ...(typed ? [] : ["campaign_type != 'Consult'"]),
    ...(steps ? ["step IN ('Open Email', 'Click Email')"] : []),
  ];
}
