import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { sumOf, type Part } from '@superscope/domain/publishing/combine';
import { notAboutMembers } from '@superscope/domain/publishing/publish';
import { isFigure, withheld } from '@superscope/domain/publishing/published';
import { conditionSql, type ConditionContext } from '../../compile/condition-sql.js';
import { platformAssetsSql } from '../../compile/holdings-sql.js';
import { Params } from '../../../platform/clickhouse/params.js';
import { measureOf } from '../../model/catalogue.js';
import { refused } from '../../query/bad-query.js';
import type { Statement } from '../../../platform/clickhouse/statement.js';
import { pay } from '../budget.js';
import { bookFigure, cellBook, type CellBook } from '../cell-book.js';
import { cellStatement, editionsSql, type CellStatement } from '../cell-statement.js';
import { figuresOf, monthBuckets, type MonthBucket } from '../closed-months.js';
import type { EmployerSource, PlanEditions, PublishingContext } from '../employer-source.js';
import { heldMonths, monthId, optionFigures, unknownOption, type OptionFigures } from '../held-options.js';
import { groupsOf, nameAmong, namedQuestion, type Named, type NamedQuestion } from '../named-question.js';
import { measuresIn, publishedAnswer, type PublishedRow, type RowFigure } from '../published-answer.js';
import type { EmployerQuestion } from '../question.js';

const code = 'AssetOwned.assetCode';
const holders = 'AssetOwned.members';
const balance = 'AssetOwned.balance';
const wholeBalance = measureOf('MemberSnapshot.totalAssetsOwned');
const everybody = { side: 'all', secret: null } as const;

/** What members hold of their platforms' assets. */
export const assetOwned: EmployerSource<NamedQuestion> = {
  accepts: holdingQuestion,
  readModels: () => ['editions', 'figures', 'plans'],
  statements(question, editions) {
    const { assets, held, total } = statementsOf(question, editions, bucketsOf(question, editions));
    return [assets, ...(held === null ? [] : [held]), ...(total === null ? [] : [total])];
  },
  async answer(question, context) {
    const buckets = bucketsOf(question, context);
    const { assets, held, total } = statementsOf(question, context, buckets);
    const read = (statement: Statement | null) => (statement === null ? [] : context.read(statement));
    const [stored, rows, totals] = await Promise.all([read(assets), read(held), read(total)]);
    const listed = stored.map(assetOf);
    const book =
      total &&
      (await cellBook({ question: totalQuestion(question), buckets, statement: total, rows: totals }, context));
    const months = await publishedMonths({ listed, rows, book, buckets }, context);
    const answered: PublishedRow[] = [];
    for (const { keys, bucket, all } of groupsOf(question.query, listed, buckets.length === 0 ? null : buckets)) {
      const figures = Object.fromEntries(
        measuresIn(question).map((name) => [name, figureOf(name, all, months, bucket)]),
      );
      answered.push({ keys, figures });
      await pay(context);
    }
    return { ...publishedAnswer(answered, question), ...figuresOf(buckets), quarterEnds: true };
  },
};

const bucketsOf = (question: NamedQuestion, { calendar }: PlanEditions): MonthBucket[] =>
  monthBuckets(question, calendar.months);

interface Statements {
  assets: Statement;
  held: Statement | null;
  total: CellStatement | null;
}

function statementsOf(question: NamedQuestion, editions: PlanEditions, buckets: readonly MonthBucket[]): Statements {
  const assets = assetsStatement(question, editions.planIds);
  if (buckets.length === 0) return { assets, held: null, total: null };
  const total = measuresIn(question).includes(balance)
    ? cellStatement(totalQuestion(question), buckets, editions)
    : null;
  return { assets, held: heldStatement(buckets, editions), total };
}

/** The plan's whole balance, as everywhere else: the balances of assets are published as parts of it. */
const totalQuestion = ({ query, times }: NamedQuestion): EmployerQuestion => ({
  query,
  shown: [],
  measures: [wholeBalance],
  filters: [],
  breakdowns: [],
  engaged: null,
  secret: null,
  quarterly: true,
  times,
  having: [],
});

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

/** What a question's statements gave. */
interface Read {
  /** The assets that the question is about. */
  listed: readonly Asset[];
  /** Rows of holdings. */
  rows: readonly (readonly unknown[])[];
  /** The plans' whole balances; null if the question is about holders only. */
  book: CellBook | null;
  buckets: readonly MonthBucket[];
}

type PublishedMonths = ReadonlyMap<string, ReadonlyMap<string, OptionFigures>>;

/** The published figures of assets by plan and month, and then by code. Throws BadQuery, StaleCalendar. */
async function publishedMonths(
  { listed, rows, book, buckets }: Read,
  context: PublishingContext,
): Promise<PublishedMonths> {
  const published = new Map<string, ReadonlyMap<string, OptionFigures>>();
  for (const [id, held] of heldMonths(rows, context)) {
    const { planId, month } = held;
    const bucket = buckets.find(({ stock }) => stock === month);
    const asked = { measure: wholeBalance, asked: everybody, planIds: [planId], group: [] };
    const total = book && bucket ? (await bookFigure(book, { ...asked, bucket })).value : withheld('np');
    const codes = listed.filter((asset) => asset.planId === planId).map(({ assetCode }) => assetCode);
    published.set(id, optionFigures(held, codes, total));
    await pay(context);
  }
  return published;
}

/** Balances of several assets are the sum of those that are published. */
function figureOf(
  measure: string,
  assets: readonly Asset[],
  months: PublishedMonths,
  bucket: MonthBucket | null,
): RowFigure {
  if (assets.length === 0) return { value: notAboutMembers(0), margin: null, leftOut: [] };
  const parts: Part[] = [];
  const margins: number[] = [];
  for (const asset of assets) {
    const month = bucket === null ? undefined : months.get(monthId(asset.planId, bucket.stock));
    const { all, members, balance: amount } = month?.get(asset.assetCode) ?? unknownOption;
    const { value, margin } = measure === holders ? members : amount;
    parts.push({ name: nameAmong(assets, asset), value, members: all });
    if (isFigure(value) && margin !== null) margins.push(margin);
  }
  const { value, leftOut } = sumOf(parts);
  // Where many hold one of them, or it is unknown how many do, '<11' would be wrong of all together.
  const isWrong = value.because === '<11' && parts.some((part) => part.value.because === 'np');
  return {
    value: isWrong ? withheld('np') : value,
    leftOut,
    margin: margins.length > 0 ? Math.hypot(...margins) : null,
  };
}
