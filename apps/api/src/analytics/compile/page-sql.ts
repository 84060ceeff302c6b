import type { NormalizedFilter, NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import type { KeyColumn, MeasureColumns } from './compile.js';
import type { Params } from '../../platform/clickhouse/params.js';

/** What of a statement's columns HAVING and ORDER BY name: keys are k0, k1 and so on. */
interface Columns {
  keys: readonly KeyColumn[];
  measures: readonly MeasureColumns[];
  /** The names of the part columns. */
  parts: readonly string[];
  /** The columns that tell rows with the same keys apart, if a query is ungrouped. */
  rowKey: readonly string[];
}

/** Nobody has as many groups. An engine takes no larger number, and a query may name one. */
const largestOffset = 4_000_000_000;
/** Without any row the engine does not count those before the limit. */
const fewestRows = 1;

/**
 * The clauses that leave an answer's rows in their order, the same as `pageOf` of the answer. Nulls are last in both directions, which is
 * ClickHouse's default.
 */
export function pageSql(
  query: NormalizedQuery,
  having: readonly NormalizedFilterNode[],
  { keys, measures, parts, rowKey }: Columns,
  params: Params,
): string[] {
  const valueOf = (name: string): string | undefined => {
    const { measure, parts: at } = measures.find(({ measure: { name: own } }) => own === name) ?? {};
    // A sum over no value is null; on the wire it is zero.
    return measure?.valueSql(at!.map((part) => `ifNull(${parts[part]}, 0)`));
  };
  // A bucket's value also stands under its dimension's name, unless the dimension itself is asked for too.
  const keyOf = (name: string): string => {
    const at = keys.findLastIndex(({ dimension }) => dimension.name === name);
    return keys[at]!.dimension.orderSql?.(`k${at}`) ?? `k${at}`;
  };
  const order = new Map<string, string>();
  for (const { id, desc } of [...query.order, ...keys.map(({ dimension }) => ({ id: dimension.name, desc: false }))])
    if (!order.has(id)) order.set(id, `${valueOf(id) ?? keyOf(id)}${desc ? ' DESC' : ''}`);
  const offset = Math.min(query.offset ?? 0, largestOffset);
  return [
    ...(having.length > 0 ? [`HAVING ${having.map((each) => havingSql(each, valueOf, params)).join('\n  AND ')}`] : []),
    `ORDER BY ${[...order.values(), ...rowKey].join(', ')}`,
    `LIMIT ${Math.max(query.limit, fewestRows)}${offset > 0 ? ` OFFSET ${offset}` : ''}`,
  ];
}

/** The same as `fulfils` of the answer for figures that are complete. A comparison with null is not fulfilled. */
function havingSql(
  filter: NormalizedFilterNode,
  valueOf: (measure: string) => string | undefined,
  params: Params,
): string {
  const all = (each: NormalizedFilterNode) => havingSql(each, valueOf, params);
  if ('and' in filter) return `(${filter.and.map(all).join(' AND ')})`;
  if ('or' in filter) return `(${filter.or.map(all).join(' OR ')})`;
  return comparisonSql(filter, valueOf(filter.member)!, params);
}

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function comparisonSql({ operator, values = [] }: NormalizedFilter, value: string, params: Params): string {
  const numbers = values.map(Number);
  switch (operator) {
    case 'set':
    case 'notSet':
      return `(${value}) IS ${operator === 'set' ? 'NOT ' : ''}NULL`;
    case 'equals':
    case 'in':
      return `has(${params.add(numbers, 'Array(Float64)')}, ${value})`;
    case 'notEquals':
    case 'notIn':
      return `NOT has(${params.add(numbers, 'Array(Float64)')}, ${value})`;
    case 'gt':
    case 'gte':
    case 'lt':
      return `${value} ${comparisons[operator]} ${params.add(numbers[0]!, 'Float64')}`;
    default:
      return `${value} ${comparisons.lte} ${params.add(numbers[0]!, 'Float64')}`;
  }
}
