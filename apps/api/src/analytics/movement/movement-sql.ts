import type { Params } from '../../platform/clickhouse/params.js';
import { categories } from '../model/secret-columns.js';
import type { MovementMonths } from './movement-months.js';

export const joined = 'Joined';
export const left = 'Left';

const band = categories.scoreBand.sql({ periodFrom: '', timezone: '' });
const publicColumns = ['gender', 'age_group', 'salary_group', 'address_state', 'company_id', 'category_id'];

/**
 * One row for each member of either month, with the bands in both. `rows` are conditions that select the rows of the two months; `more` are
 * further columns of a member.
 */
export function movementSql(
  table: string,
  rows: readonly string[],
  { from, to }: MovementMonths,
  params: Params,
  more: readonly string[] = [],
): string {
  const isFrom = `month = ${params.add(`${from}-01`, 'Date', 'from')}`;
  const isTo = `month = ${params.add(`${to}-01`, 'Date', 'to')}`;
  const columns = [
    'plan_id',
    'member_id',
    `if(countIf(${isFrom}) = 0, '${joined}', anyIf(${band}, ${isFrom})) AS from_band`,
    `if(countIf(${isTo}) = 0, '${left}', anyIf(${band}, ${isTo})) AS to_band`,
    // `argMax(gender, month) AS gender` would refer to itself.
    ...publicColumns.map((name) => `argMax(rows.${name}, month) AS ${name}`),
    ...more,
  ];
  return `(
  SELECT ${columns.join(',\n    ')}
  FROM ${table}
  WHERE ${[...rows, `(${isFrom} OR ${isTo})`].join(' AND ')}
  GROUP BY plan_id, member_id
)`;
}
