import type { LookBack } from '@superscope/contracts/analytics/look-back';
import { Params, type ParamValue } from '../../platform/clickhouse/params.js';
import { equalsSql, type ConditionContext } from '../compile/condition-sql.js';
import { withLeaversSql } from '../compile/source-sql.js';
import type { Dimension, DimensionSql, Measure } from '../model/cube-member.js';
import { measureOf } from '../model/catalogue.js';
import { amountParts, publishedIn, subsetParts, valueParts, type CellPart } from '../model/published-as.js';
import { engaged } from '../model/secret-columns.js';
import type { MonthBucket } from './closed-months.js';
import type { Edition } from './editions.js';
import { plansOf, type PlanEditions } from './employer-source.js';
import type { EmployerQuestion } from './question.js';

/**
 * The statement over editions that answers a question. Its columns are, in order: month, plan, public columns, engaged?, secret value?,
 * key?, version?, gone?, members, parts.
 */
export interface CellStatement {
  sql: string;
  params: Record<string, ParamValue>;
  /** Public columns by which cells differ: breakdowns, and filters with several values. */
  columns: readonly Dimension[];
  engaged: boolean;
  secret: boolean;
  /**
   * Whether the statement selects cell keys. It does not if no public column filters or divides: each cell is then a whole plan, whose key
   * is known.
   */
  keyed: boolean;
  /** Whether ClickHouse looks up the editions, so that each row states its version. */
  versioned: boolean;
  /** Whether the statement also reads those who left in the month. `gone` then says so of a row: it only has the parts of leavers. */
  leavers: boolean;
  parts: readonly CellPart[];
  lookBack: LookBack;
}

/** The most (month, version) pairs that a statement lists. If there are more, ClickHouse looks them up. */
const mostNamed = 300;

/** The parts that measures need, each once. `payrolls` are those of the editions that are read. */
function partsOf(measures: readonly Measure[], context: DimensionSql, payrolls: readonly boolean[]): CellPart[] {
  const parts = new Map<string, CellPart>();
  const add = (added: readonly CellPart[]) => {
    for (const part of added) parts.set(part.name, part);
  };
  const all = measures.flatMap((measure) =>
    [...new Set(payrolls.map((onePayroll) => publishedIn(measure.published, onePayroll)))].map(
      (published) => [measure, published] as const,
    ),
  );
  for (const [measure, published] of all)
    switch (published.as) {
      case 'count':
      case 'percent':
      case 'points':
        add(valueParts(published.key, published.column, context));
        break;
      case 'average':
      case 'total':
        add(amountParts(published.key, published.amounts));
        break;
      case 'index':
        add(amountParts(published.key, published.amounts));
        add(
          payrolls.includes(false)
            ? amountParts('benchmark', published.benchmark)
            : [
                { name: 'benchmark_total', sql: `sum(${published.benchmark})`, fold: 'sum' },
                { name: 'benchmark_have', sql: `count(${published.benchmark})`, fold: 'sum' },
              ],
        );
        break;
      case 'exact':
        add(
          measure.parts.map(({ key, sql }) => ({
            name: key,
            sql: sql(null),
            fold: 'sum',
            ...(measure.leavers ? { leavers: true } : {}),
          })),
        );
        break;
      case 'sum':
        add(partsOf(published.of.map(measureOf), context, payrolls));
        break;
      case 'subset':
        add(subsetParts(published.key, published.where));
    }
  return [...parts.values()];
}

const first = (month: string): string => `${month}-01`;

const editionsIn = (months: readonly string[], editions: PlanEditions): Edition[] =>
  plansOf(editions).flatMap((planId) => months.flatMap((month) => editions.calendar.of(planId, month) ?? []));

/** Whether the editions that count have one payroll: each answer once. */
const payrollsIn = (months: readonly string[], editions: PlanEditions): boolean[] => [
  ...new Set(editionsIn(months, editions).map(({ onePayroll }) => onePayroll)),
];

/** Conditions that select the rows of the editions that count. */
export function editionsSql(months: readonly string[], editions: PlanEditions, params: Params): string[] {
  const found = editionsIn(months, editions);
  const plans = [...new Set(found.map(({ planId }) => planId))];
  const dates = [...new Set(found.map(({ month }) => first(month)))];
  const conditions = [
    plans.length === 1
      ? `plan_id = ${params.add(plans[0]!, 'String', 'plan')}`
      : `plan_id IN ${params.add(plans, 'Array(String)', 'plans')}`,
    dates.length === 1
      ? `month = ${params.add(dates[0]!, 'Date', 'month')}`
      : `month IN ${params.add(dates, 'Array(Date)', 'months')}`,
  ];
  const versions = [...new Set(found.map(({ version }) => version))];
  if (versions.length === 1) conditions.push(`version = ${params.add(versions[0]!, 'UInt64', 'version')}`);
  else if (plans.length === 1 && found.length <= mostNamed)
    conditions.push(
      `(month, version) IN arrayZip(${params.add(
        found.map(({ month }) => first(month)),
        'Array(Date)',
        'of',
      )}, ${params.add(
        found.map(({ version }) => version),
        'Array(UInt64)',
        'versions',
      )})`,
    );
  else conditions.push('(plan_id, month, version) IN (SELECT plan_id, month, version FROM plan_month FINAL)');
  return conditions;
}

/** SQL for the first month of the look-back that ends with a row's own month. */
export const lookBackSql = (lookBack: LookBack): string =>
  lookBack === 1 ? 'month' : `addMonths(month, -${lookBack - 1})`;

/** Months that a question reads: flows need all months of a bucket, stocks only its last month. */
export const monthsRead = ({ measures }: EmployerQuestion, buckets: readonly MonthBucket[]): string[] => {
  const flows = measures.some(({ flow }) => flow);
  return [...new Set(buckets.flatMap((bucket) => (flows ? bucket.flows : [bucket.stock])))].sort();
};

/** The statement for a question's cells. At least one of the plans must have an edition in the months that are read. */
export function cellStatement(
  question: EmployerQuestion,
  buckets: readonly MonthBucket[],
  editions: PlanEditions,
): CellStatement {
  const params = new Params();
  const { filters, breakdowns, secret } = question;
  const lookBack = buckets[0]?.lookBack ?? 12;
  const context: ConditionContext = {
    params,
    zone: question.query.timezone,
    timezone: '',
    periodFrom: lookBackSql(lookBack),
  };
  const months = monthsRead(question, buckets);
  const conditions = editionsSql(months, editions, params);
  for (const { dimension, values } of filters)
    conditions.push(values.length === 0 ? '0' : equalsSql(dimension, values, context));
  const columns = [
    ...breakdowns,
    ...filters
      .filter(({ values }) => values.length > 1)
      .map(({ dimension }) => dimension)
      .filter((dimension) => !breakdowns.some((each) => each.sql(context) === dimension.sql(context))),
  ];
  const versioned = conditions.some((condition) => condition.includes('plan_month'));
  const keyed = columns.length > 0 || filters.length > 0;
  const parts = secret === null ? partsOf(question.measures, context, payrollsIn(months, editions)) : [];
  const leavers = parts.some((part) => part.leavers);
  const keys = [
    'month',
    'plan_id',
    ...columns.map((dimension) => dimension.sql(context)),
    ...(question.engaged === null ? [] : [engaged.sql(context)]),
    ...(secret === null ? [] : [secret.dimension.secret!.sql(context)]),
  ];
  const select = [
    ...keys.map((sql, i) => `${sql} AS k${i}`),
    ...(keyed ? ["leftPad(lower(hex(sumWithOverflow(record_key))), 16, '0') AS cell_key"] : []),
    ...(versioned ? ['any(version) AS edition_version'] : []),
    ...(leavers ? ['gone'] : []),
    'count() AS members',
    ...parts.map(({ name, sql }) => `${sql} AS p_${name}`),
  ];
  const sql = [
    `SELECT\n  ${select.join(',\n  ')}`,
    `FROM ${leavers ? withLeaversSql('member_edition', 'exit_edition') : 'member_edition'}`,
    `WHERE ${conditions.join('\n  AND ')}`,
    `GROUP BY ${[...keys.map((_, i) => `k${i}`), ...(leavers ? ['gone'] : [])].join(', ')}`,
  ].join('\n');
  return {
    sql,
    params: params.values,
    columns,
    engaged: question.engaged !== null,
    secret: secret !== null,
    keyed,
    versioned,
    leavers,
    parts,
    lookBack,
  };
}
