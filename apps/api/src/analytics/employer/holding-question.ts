import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { conditionSql, type ConditionContext } from '../compile/condition-sql.js';
import { platformAssetsSql } from '../compile/holdings-sql.js';
import { Params } from '../compile/params.js';
import { refused } from '../query/bad-query.js';
import { membersOf } from '../query/normalize-filters.js';
import type { Statement } from '../statement.js';
import type { MonthBucket } from './closed-months.js';
import type { EditionCalendar } from './editions.js';
import { namedQuestion, type NamedQuestion } from './named-question.js';
import { editionsSql } from './cell-statement.js';

const code = 'AssetOwned.assetCode';
export const holders = 'AssetOwned.members';

const namesOneAsset = (filter: NormalizedFilterNode): boolean =>
  'member' in filter &&
  filter.member === code &&
  (filter.operator === 'equals' || filter.operator === 'in') &&
  filter.values!.length === 1;

/** Checks that employers may ask a question about holdings. Throws BadQuery with 403 and a message that says what may be asked. */
export function holdingQuestion(query: NormalizedQuery): NamedQuestion {
  const question = namedQuestion(query, 'asset');
  const measures = [...query.measures, ...question.having.flatMap(membersOf)];
  const isOfOneAsset = query.dimensions.includes(code) || question.filters.some(namesOneAsset);
  if (measures.includes(holders) && !isOfOneAsset)
    throw refused(`A member may hold several assets, so '${holders}' is published by '${code}', or of one asset`);
  return question;
}

/** The assets that a question is about: all that the plans' platforms ever published, whether or not anybody holds them. */
export function assetsStatement({ query, filters }: NamedQuestion, planIds: readonly string[] | null): Statement {
  const params = new Params();
  const context: ConditionContext = { params, zone: query.timezone, timezone: '', periodFrom: '' };
  const plans = planIds === null ? [] : [`plan_id IN ${params.add(planIds, 'Array(String)', 'plans')}`];
  const conditions = filters.map((filter) => conditionSql(filter, context));
  const where = conditions.length > 0 ? `\nWHERE ${conditions.join('\n  AND ')}` : '';
  return {
    sql: `SELECT plan_id, asset_code, name\nFROM ${platformAssetsSql(plans)} AS assets${where}\nORDER BY plan_id, asset_code`,
    params: params.values,
  };
}

/** Members' holdings of each asset at the quarter ends of the buckets, in factored cents. */
export function heldStatement(
  planIds: readonly string[],
  buckets: readonly MonthBucket[],
  calendar: EditionCalendar,
): Statement {
  const params = new Params();
  const months = [...new Set(buckets.map(({ stock }) => stock))].sort();
  const conditions = editionsSql(planIds, months, calendar, params);
  return {
    sql: `SELECT plan_id, month, asset_code, members, total_factored_cents, lowest_factored_cents, highest_factored_cents
FROM asset_edition
WHERE ${conditions.join('\n  AND ')}`,
    params: params.values,
  };
}
