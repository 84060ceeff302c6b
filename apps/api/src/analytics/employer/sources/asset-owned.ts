import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import type { Cell } from '@superscope/domain/publishing/cell';
import { margin, scaled, sumOf, total, type Part } from '@superscope/domain/publishing/combine';
import { average, flag, headcount, notAboutMembers } from '@superscope/domain/publishing/publish';
import { isFigure, withheld, type Published } from '@superscope/domain/publishing/published';
import { conditionSql, type ConditionContext } from '../../compile/condition-sql.js';
import { platformAssetsSql } from '../../compile/holdings-sql.js';
import { Params } from '../../compile/params.js';
import { presenceDollars } from '../../model/published-as.js';
import { refused } from '../../query/bad-query.js';
import type { Statement } from '../../statement.js';
import { pay } from '../budget.js';
import { editionsSql } from '../cell-statement.js';
import { wholePlan } from '../cells.js';
import { figuresOf, monthBuckets, type MonthBucket } from '../closed-months.js';
import type { EmployerSource, PlanEditions, PublishingContext } from '../employer-source.js';
import { groupsOf, nameAmong, namedQuestion, type Named, type NamedQuestion } from '../named-question.js';
import { measuresIn, publishedAnswer, type PublishedRow, type RowFigure } from '../published-answer.js';

const code = 'AssetOwned.assetCode';
const holders = 'AssetOwned.members';

/** What members hold of their platforms' assets. */
export const assetOwned: EmployerSource<NamedQuestion> = {
  accepts: holdingQuestion,
  readModels: () => ['editions', 'figures', 'plans'],
  statements: (question, editions) =>
    statementsOf(question, editions, monthBuckets(question, editions.calendar.months)),
  async answer(question, context) {
    const buckets = monthBuckets(question, context.calendar.months);
    const [stored = [], held = []] = await Promise.all(statementsOf(question, context, buckets).map(context.read));
    const assets = stored.map(assetOf);
    const months = heldByMonth(held, context);
    const rows: PublishedRow[] = [];
    for (const { keys, bucket, all } of groupsOf(question.query, assets, buckets.length === 0 ? null : buckets)) {
      const figures = Object.fromEntries(
        measuresIn(question).map((name) => [name, figureOf(name, all, months, bucket)]),
      );
      rows.push({ keys, figures });
      await pay(context);
    }
    return { ...publishedAnswer(rows, question), ...figuresOf(buckets), quarterEnds: true };
  },
};

const statementsOf = (
  question: NamedQuestion,
  editions: PlanEditions,
  buckets: readonly MonthBucket[],
): Statement[] => [
  assetsStatement(question, editions.planIds),
  ...(buckets.length === 0 ? [] : [heldStatement(buckets, editions)]),
];

const namesOneAsset = (filter: NormalizedFilterNode): boolean =>
  'member' in filter &&
  filter.member === code &&
  (filter.operator === 'equals' || filter.operator === 'in') &&
  filter.values!.length === 1;

function holdingQuestion(query: NormalizedQuery): NamedQuestion {
  const question = namedQuestion(query, 'asset');
  const isOfOneAsset = query.dimensions.includes(code) || question.filters.some(namesOneAsset);
  if (measuresIn(question).includes(holders) && !isOfOneAsset)
    throw refused(`A member may hold several assets, so '${holders}' is published by '${code}', or of one asset`);
  return question;
}

/** The assets that a question is about: all that the plans' platforms ever published, whether or not anybody holds them. */
function assetsStatement({ query, filters }: NamedQuestion, planIds: readonly string[] | null): Statement {
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
function heldStatement(buckets: readonly MonthBucket[], editions: PlanEditions): Statement {
  const params = new Params();
  const months = [...new Set(buckets.map(({ stock }) => stock))].sort();
  const conditions = editionsSql(months, editions, params);
  return {
    sql: `SELECT plan_id, month, asset_code, members, total_factored_cents, lowest_factored_cents, highest_factored_cents
FROM asset_edition
WHERE ${conditions.join('\n  AND ')}`,
    params: params.values,
  };
}

interface Asset extends Named {
  assetCode: string;
}

const assetOf = ([planId, assetCode, name]: readonly unknown[]): Asset => ({
  planId: String(planId),
  assetCode: String(assetCode),
  name: String(assetCode),
  columns: { plan_id: String(planId), asset_code: String(assetCode), name: String(name) },
});

/** Members who hold some of an asset, and their factored cents. */
interface Held {
  members: number;
  total: number;
  lowest: number;
  highest: number;
}

const nobody: Held = { members: 0, total: 0, lowest: 0, highest: 0 };

/** The published figures of one asset. */
interface HeldFigures {
  all: Published;
  members: Published;
  balance: Published;
}

const unpublished: HeldFigures = { all: withheld('np'), members: withheld('np'), balance: withheld('np') };

/** A plan in a month: all its members, and those who hold each asset. */
interface HeldMonth {
  cell: Cell;
  assets: Map<string, Held>;
}

const monthId = (planId: string, month: string): string => `${planId} ${month}`;

function heldByMonth(
  rows: readonly (readonly unknown[])[],
  context: PublishingContext,
): ReadonlyMap<string, HeldMonth> {
  const found = new Map<string, HeldMonth>();
  for (const [plan, day, assetCode, ...numbers] of rows) {
    const [planId, month] = [String(plan), String(day).slice(0, 7)];
    const edition = context.calendar.of(planId, month);
    if (!edition) continue;
    const [members = 0, sum = 0, lowest = 0, highest = 0] = numbers.map(Number);
    const held = found.get(monthId(planId, month)) ?? { cell: wholePlan(edition, context), assets: new Map() };
    held.assets.set(String(assetCode), { members, total: sum, lowest, highest });
    found.set(monthId(planId, month), held);
  }
  return found;
}

/** An asset is published for the whole plan. Holding it is a fact with its own noise label. */
function heldFigures({ cell, assets }: HeldMonth, assetCode: string): HeldFigures {
  const held = assets.get(assetCode) ?? nobody;
  const label = `holds:${assetCode}`;
  const all = headcount(cell);
  const amounts = {
    have: cell.n,
    nonzero: held.members,
    total: held.total,
    lowest: held.members < cell.n ? Math.min(0, held.lowest) : held.lowest,
    highest: held.members < cell.n ? Math.max(0, held.highest) : held.highest,
  };
  const mean = average(cell, all, presenceDollars(`held:${assetCode}`, label, label), amounts);
  return {
    all,
    members: flag(cell, all, label, held.members).count,
    balance: total(
      scaled(mean, (cents) => cents / 100),
      all,
    ),
  };
}

/** Balances of several assets are the sum of those that are published. */
function figureOf(
  measure: string,
  assets: readonly Asset[],
  months: ReadonlyMap<string, HeldMonth>,
  bucket: MonthBucket | null,
): RowFigure {
  if (assets.length === 0) return { value: notAboutMembers(0), margin: null, leftOut: [] };
  const parts: Part[] = [];
  const margins: number[] = [];
  for (const asset of assets) {
    const month = bucket === null ? undefined : months.get(monthId(asset.planId, bucket.stock));
    // A month without any holdings is a month whose holdings are unknown.
    const { all, members, balance } = month === undefined ? unpublished : heldFigures(month, asset.assetCode);
    const value = measure === holders ? members : balance;
    parts.push({ name: nameAmong(assets, asset), value, members: all });
    // Only a few members hold the asset, so one member's amount is weighed against its holders, not against all members.
    const within =
      measure === holders
        ? margin('count', value, all, true)
        : margin('presence', value, isFigure(members) ? members : all, true);
    if (isFigure(value) && within !== null) margins.push(within);
  }
  return { ...sumOf(parts), margin: margins.length > 0 ? Math.hypot(...margins) : null };
}
