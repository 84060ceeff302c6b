import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { dimensionOf, measureOf } from '../model/catalogue.js';
import { members } from '../model/measures.js';
import type { Dimension, Measure, Part, Source } from '../model/member.js';
import { BadQuery } from '../query/bad-query.js';
import { membersOf, splitFilters } from '../query/normalize-filters.js';
import { sourceOf } from '../query/normalize.js';
import { conditionSql, equalsSql, rangeSql, type ConditionContext } from './condition-sql.js';
import { bucketSql, isTimeMember, isTimeNode, monthsSql, type MonthsSql } from './months.js';
import { Params, type ParamValue } from './params.js';
import { employerQuestion, sameColumn, type EmployerQuestion } from './question-space.js';
import { engagementOf, fromSql, rowKey, type Engagement } from './source-sql.js';

export type Audience = 'employer' | 'staff';

export interface CompileScope {
  audience: Audience;
  /** Plans the caller may and the query wants to read; null for all. */
  planIds: readonly string[] | null;
}

/**
 * A column that groups. `partition`: each of its values is a table of its own (time, plan). `axis`: it is a dimension of that
 * table, and the statement answers its margins. `subject` is an axis that the answer does not show.
 */
export interface KeyColumn {
  dimension: Dimension;
  role: 'partition' | 'axis' | 'subject';
  /** Set for the bucket of a time dimension. */
  granularity?: string;
  /** Stored values to keep in the answer, where the dimension is also filtered. */
  keep?: ReadonlySet<string>;
}

export interface MeasureColumns {
  measure: Measure;
  /** Its parts' places among `parts`. */
  parts: readonly number[];
  additive: boolean;
  /** False for one that only filters: it is computed and published by the same rules, and not part of the answer. */
  selected: boolean;
}

/** A statement, and what its columns are, in order: failed?, keys, margin?, parts. */
export interface CompiledQuery {
  sql: string;
  params: Record<string, ParamValue>;
  query: NormalizedQuery;
  audience: Audience;
  source: Source;
  /** Leading column: 0 for members that pass all filters, i for those that fail the i-th only. */
  failed: boolean;
  keys: readonly KeyColumn[];
  /** Column after the keys: grouping() of the axes, whose first is its highest bit; a set bit is a total over that axis. */
  margin: boolean;
  measures: readonly MeasureColumns[];
  /** Place of the count of members, which the rows' own suppression goes by; null in cubes that are not about members' months. */
  members: { part: number; additive: boolean } | null;
  /** Places of the counts of each selected value, where a filter names several. */
  selected: readonly number[];
  having: readonly NormalizedFilterNode[];
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
  private readonly places = new Map<string, number>();

  add(name: string, expression: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    this.places.set(name, this.sql.length);
    return this.sql.push(`${expression} AS ${name}`) - 1;
  }
}

/** How parts are taken where a bucket holds several months. */
interface Buckets {
  months: boolean;
  /** Condition for the bucket's last month, where only some parts are restricted to it. */
  last: string | null;
}

function partSql(
  part: Part,
  flow: boolean,
  { months, last }: Buckets,
): { name: string; sql: string; additive: boolean } {
  if (months && flow) {
    const sql = (part.overMonths ?? part.sql)(null);
    return { name: `${part.key}_over`, sql, additive: part.additive && part.overMonths === undefined };
  }
  return { name: part.key, sql: part.sql(last), additive: part.additive };
}

function timeConditions(query: NormalizedQuery, times: readonly NormalizedFilterNode[], context: ConditionContext) {
  return [
    ...query.timeDimensions.flatMap((time) =>
      time.dateRange ? [rangeSql(dimensionOf(time.dimension), time.dateRange, context)] : [],
    ),
    ...times.map((filter) => conditionSql(filter, context)),
  ];
}

function keyColumns(query: NormalizedQuery, question: EmployerQuestion | null): KeyColumn[] {
  const keys: KeyColumn[] = query.timeDimensions
    .filter((time) => time.granularity)
    .map((time) => ({
      dimension: dimensionOf(time.dimension),
      role: 'partition' as const,
      granularity: time.granularity!,
    }));
  const subject = question?.subject ?? null;
  let answered = false;
  for (const dimension of query.dimensions.map(dimensionOf)) {
    const scope = dimension.use === 'plan' || dimension.use === 'time' || dimension.partition === true;
    const filtered = subject !== null && sameColumn(subject.dimension, dimension);
    answered ||= filtered;
    const keep = filtered ? { keep: new Set(subject.values) } : {};
    keys.push({ dimension, role: scope || question === null ? 'partition' : 'axis', ...keep });
  }
  if (subject !== null && !answered)
    keys.push({ dimension: subject.dimension, role: 'subject', keep: new Set(subject.values) });
  return keys;
}

/** Every combination of axes and totals, the full one first. */
function groupingSets(fixed: readonly string[], axes: readonly string[]): string {
  const sets: string[] = [];
  for (let totals = 0; totals < 2 ** axes.length; totals += 1) {
    const kept = axes.filter((_, axis) => (totals & (1 << (axes.length - 1 - axis))) === 0);
    sets.push(`(${[...fixed, ...kept].join(', ')})`);
  }
  return `GROUP BY GROUPING SETS (\n  ${sets.join(',\n  ')}\n)`;
}

/**
 * Compiles a normalised query (its filters on plans taken out) to one statement. Under the employer rule the statement also
 * answers every margin of its table and, for each filter, the members that only this filter leaves out. Throws BadQuery.
 */
export function compile(query: NormalizedQuery, { audience, planIds }: CompileScope): CompiledQuery {
  const params = new Params();
  const source = sourceOf(query);
  const { where, having } = splitFilters(query.filters);
  const question = audience === 'employer' ? employerQuestion(query, where) : null;
  const plan = planCondition(planIds, params);
  const context: ConditionContext = {
    params,
    zone: query.timezone,
    periodFrom: '',
    get timezone() {
      return params.add(query.timezone, 'String', 'timezone');
    },
  };
  const times = question?.times ?? where.filter(isTimeNode);
  const measures = [...new Set([...query.measures, ...having.flatMap(membersOf)])].map(measureOf);
  const engaged: Engagement = engagementOf(query, [...where, ...having].flatMap(membersOf));

  let months: MonthsSql | null = null;
  if (source === 'memberMonth') {
    // Without a condition on time the newest month is meant; with half a one nobody could say which months are.
    if (where.some((filter) => !isTimeNode(filter) && membersOf(filter).some(isTimeMember)))
      throw new BadQuery("A condition on time cannot share an 'or' with others");
    months = monthsSql(query, times, plan, context);
    context.periodFrom = months.periodFrom;
  }
  const flows = measures.filter((measure) => measure.flow);
  const mixed = months?.last != null && flows.length > 0;
  const buckets: Buckets = { months: mixed, last: mixed ? months!.last : null };

  const conditions = [
    ...(plan === null || source === 'campaign' ? [] : [plan]),
    ...(months?.conditions ?? timeConditions(query, times, context)),
    ...(months?.last != null && !mixed ? [months.last] : []),
    ...(question === null
      ? where.filter((filter) => !isTimeNode(filter)).map((filter) => conditionSql(filter, context))
      : []),
    ...campaignConditions(query, source, engaged),
  ];

  const filters = question?.filters ?? [];
  const passes = filters.map(({ dimension, values }) =>
    values.length === 0 ? '0' : equalsSql(dimension, values, context),
  );
  if (passes.length > 1) conditions.push(`(${passes.map((pass) => `(${pass})`).join(' + ')}) >= ${passes.length - 1}`);

  const keys = keyColumns(query, question);
  const select: string[] = [];
  if (passes.length > 0)
    select.push(`multiIf(${passes.map((pass, i) => `NOT (${pass}), ${i + 1}`).join(', ')}, 0) AS failed`);
  const names = keys.map((_, i) => `k${i}`);
  for (const [i, key] of keys.entries()) {
    const sql = key.dimension.sql(context);
    const bucket = key.granularity
      ? bucketSql(
          sql,
          source === 'memberMonth' ? monthly(key.granularity) : key.granularity,
          key.dimension.time === 'instant',
        )
      : sql;
    select.push(`${bucket} AS ${names[i]}`);
  }
  const axes = names.filter((_, i) => keys[i]!.role !== 'partition');
  const fixed = [...(passes.length > 0 ? ['failed'] : []), ...names.filter((_, i) => keys[i]!.role === 'partition')];
  if (axes.length > 0) select.push(`grouping(${axes.join(', ')}) AS margin`);

  const parts = new PartColumns();
  const measureColumns = measures.map((measure) => {
    const taken = measure.parts.map((part) => partSql(part, measure.flow === true, buckets));
    return {
      measure,
      parts: taken.map(({ name, sql }) => parts.add(name, sql)),
      additive: taken.every(({ additive }) => additive),
      selected: query.measures.includes(measure.name),
    };
  });
  const onlyFlows = mixed && flows.length === measures.length;
  const counted = partSql(members, onlyFlows, buckets);
  const membersColumn =
    question !== null && source === 'memberMonth'
      ? { part: parts.add(counted.name, counted.sql), additive: counted.additive }
      : null;
  const selected = filters
    .filter(({ values }) => values.length > 1)
    .flatMap(({ dimension, values }, filter) =>
      values.flatMap((value, i) => {
        const chosen = equalsSql(dimension, [value], context);
        const atLast = buckets.last === null ? chosen : `${chosen} AND ${buckets.last}`;
        // Where flows are of several months so are their members, who may have left before the last one.
        return [
          ...(onlyFlows ? [] : [parts.add(`selected_${filter}_${i}`, `countIf(${atLast})`)]),
          ...(mixed ? [parts.add(`selected_over_${filter}_${i}`, `uniqExactIf(member_id, ${chosen})`)] : []),
        ];
      }),
    );
  select.push(...parts.sql);
  if (select.length === 0) select.push('1');

  const groups = query.ungrouped ? [...fixed, ...rowKey[source]] : fixed;
  const groupBy =
    axes.length > 0
      ? groupingSets(fixed, axes)
      : groups.length > 0
        ? `GROUP BY ${[...new Set(groups)].join(', ')}`
        : null;
  const sql = [
    `SELECT\n  ${select.join(',\n  ')}`,
    `FROM ${fromSql(source, plan, engaged)}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join('\n  AND ')}`] : []),
    ...(groupBy === null ? [] : [groupBy]),
    readSettings,
  ].join('\n');
  return {
    sql,
    params: params.values,
    query,
    audience,
    source,
    failed: passes.length > 0,
    keys,
    margin: axes.length > 0,
    measures: measureColumns,
    members: membersColumn,
    selected,
    having,
  };
}

/** Rows of members are a month each, by its first day. */
const monthly = (granularity: string): string =>
  ['week', 'quarter', 'year'].includes(granularity) ? granularity : 'day';

/** Consultations are campaigns in the fund's books only: a list shows them where it asks for the type. */
function campaignConditions(query: NormalizedQuery, source: Source, { steps }: Engagement): string[] {
  if (source !== 'campaign') return [];
  const typed = query.filters.flatMap(membersOf).includes('Campaign.campaignType');
  return [
    ...(typed ? [] : ["campaign_type != 'Consult'"]),
    ...(steps ? ["step IN ('Open Email', 'Click Email')"] : []),
  ];
}
