import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { dimensionOf, findMember } from '../model/catalogue.js';
import { BadQuery } from '../query/bad-query.js';
import { membersOf } from '../query/normalize-filters.js';

const isPlan = (name: string): boolean => {
  const member = findMember(name);
  return member?.kind === 'dimension' && member.use === 'plan';
};

/** Whether a condition is on plans, and so selects platforms. Throws BadQuery for a condition that mixes plans with other members. */
export function isPlanNode(filter: NormalizedFilterNode): boolean {
  const names = membersOf(filter);
  if (!names.some(isPlan)) return false;
  if (!names.every(isPlan)) throw new BadQuery("A condition on plans cannot share an 'or' with others");
  return true;
}

/** Whether an answer is grouped by plan. An asset then has a row for each plan of its platform. */
const isByPlan = ({ dimensions }: Pick<NormalizedQuery, 'dimensions'>): boolean => dimensions.some(isPlan);

const isDate = (name: string): boolean => dimensionOf(name).use === 'time';

/** Whether a query names data dates. A query that names none reads the newest date of each platform. */
const namesDates = ({ dimensions, timeDimensions }: NormalizedQuery, where: readonly NormalizedFilterNode[]): boolean =>
  timeDimensions.length > 0 ||
  dimensions.some(isDate) ||
  where.flatMap(membersOf).some((name) => findMember(name)?.kind === 'dimension' && isDate(name));

/**
 * The assets that count, as a FROM clause. `plans` are conditions on the plans whose platforms are read. For each data date, the newest
 * publication that has all its chunks counts, as in `publishedTables` of libs/contracts.
 */
export function assetSql(
  query: NormalizedQuery,
  where: readonly NormalizedFilterNode[],
  plans: readonly string[],
): string {
  const platforms = `SELECT plan_id, platform_id FROM plan_platform FINAL${plans.length > 0 ? ` WHERE ${plans.join(' AND ')}` : ''}`;
  const within = plans.length > 0 ? `\n      WHERE platform_id IN (SELECT platform_id FROM (${platforms}))` : '';
  const counting = namesDates(query, where)
    ? `SELECT platform_id, data_date, argMax(import_id, published)`
    : `SELECT platform_id, max(data_date), argMax(import_id, (data_date, published))`;
  const assets = `(
  SELECT *
  FROM asset FINAL
  WHERE (platform_id, data_date, import_id) IN (
    ${counting}
    FROM (
      SELECT platform_id, data_date, import_id, argMax(revision, chunk_index) AS published
      FROM asset FINAL${within}
      GROUP BY platform_id, data_date, import_id
      HAVING uniqExact(chunk_index) = max(chunks)
    )
    GROUP BY platform_id${namesDates(query, where) ? ', data_date' : ''}
  )
)`;
  return isByPlan(query) ? `${assets} AS assets INNER JOIN (${platforms}) AS plans USING (platform_id)` : assets;
}
