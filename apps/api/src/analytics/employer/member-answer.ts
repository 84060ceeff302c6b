import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { KeyColumn } from '../compile/compile.js';
import { keyValues, type Stored } from '../answer/shape-answer.js';
import { dimensionOf } from '../model/catalogue.js';
import type { SecretRow } from '../model/secret-column.js';
import { refused } from '../query/bad-query.js';
import type { Budget } from './budget.js';
import type { Asked } from './cell-figures.js';
import { CellBook, type CellAnswer } from './cell-book.js';
import type { MonthBucket } from './closed-months.js';
import type { PublishedRow, RowFigure } from './published-answer.js';
import type { EmployerQuestion } from './question.js';

/** The rows of a question's answer, each figure published. Throws StaleCalendar, BadQuery. */
export async function memberRows(answer: CellAnswer, budget: Budget): Promise<PublishedRow[]> {
  const { question, buckets } = answer;
  assertMonthByMonth(question, buckets);
  const book = await CellBook.of(answer, budget);
  const rows: PublishedRow[] = [];
  for (const bucket of buckets)
    for (const planIds of plansOf(answer))
      for (const group of book.groups(bucket.stock, planIds))
        for (const asked of askedOf(question)) {
          const keys = keysOf(question, bucket, planIds, group, asked);
          const figures: Record<string, RowFigure> = {};
          for (const measure of question.measures)
            figures[measure.name] = await book.figure(measure, asked, bucket, planIds, group);
          rows.push({ keys, figures });
          await book.pay();
        }
  return rows;
}

function assertMonthByMonth({ measures }: EmployerQuestion, buckets: readonly MonthBucket[]): void {
  const people = measures.find(
    ({ flow, published }) => flow && (published.as === 'count' || (published.as === 'exact' && published.people)),
  );
  if (people && buckets.some(({ flows }) => flows.length > 1))
    throw refused(`'${people.name}' over several months is not published, as months share members; ask month by month`);
}

/** Each plan on its own if the answer names plans, otherwise all plans together. */
const plansOf = ({ question, planIds }: CellAnswer): (readonly string[])[] =>
  question.query.dimensions.some((name) => dimensionOf(name).use === 'plan')
    ? planIds.map((planId) => [planId])
    : [planIds];

const nobody: SecretRow = { wire: null, places: [] };

/** The rows of a group: each side of the engaged flag with each value of the secret column. */
function askedOf({ engaged, secret }: EmployerQuestion): (Asked & { engagedWire: AnalyticsValue })[] {
  const sides: readonly (readonly [Asked['side'], AnalyticsValue])[] =
    engaged === 'breakdown'
      ? [
          ['engaged', '1|Yes'],
          ['others', '2|No'],
        ]
      : [[engaged === 'filter' ? 'engaged' : 'all', '1|Yes']];
  const column = secret?.dimension.secret;
  const rows = column?.rows.filter(({ wire }) => secret!.wires === null || secret!.wires.includes(wire));
  return sides.flatMap(([side, engagedWire]): (Asked & { engagedWire: AnalyticsValue })[] => {
    if (!column || !rows) return [{ side, secret: null, engagedWire }];
    if (secret!.shown) return rows.map((row) => ({ side, secret: { column, rows: [row] }, engagedWire }));
    if (rows.length > 0) return [{ side, secret: { column, rows }, engagedWire }];
    // The filter names only values that nobody can have. It is answered like a value that nobody has: fewer than 11 members.
    return [{ side, secret: { column: { ...column, rows: [nobody] }, rows: [nobody] }, engagedWire }];
  });
}

const bucketDate = (month: string): string => `${month}-01`;

function keysOf(
  { query, breakdowns }: EmployerQuestion,
  { start, stock }: MonthBucket,
  planIds: readonly string[],
  group: readonly Stored[],
  asked: Asked & { engagedWire: AnalyticsValue },
): Record<string, AnalyticsValue> {
  const row: Record<string, AnalyticsValue> = {};
  for (const { dimension, granularity } of query.timeDimensions)
    if (granularity) keyValues({ dimension: dimensionOf(dimension), granularity }, bucketDate(start!), row);
  for (const dimension of query.dimensions.map(dimensionOf)) {
    const key: KeyColumn = { dimension };
    if (dimension.use === 'plan') keyValues(key, planIds[0]!, row);
    else if (dimension.use === 'time')
      keyValues(key, dimension.type === 'time' ? bucketDate(stock) : stock.replace('-', ''), row);
    else if (dimension.use === 'engaged') row[dimension.name] = asked.engagedWire;
    else if (dimension.use === 'secret') row[dimension.name] = asked.secret!.rows[0]!.wire;
    else keyValues(key, group[breakdowns.findIndex((each) => each.sql(noSql) === dimension.sql(noSql))]!, row);
  }
  return row;
}

const noSql = { periodFrom: '', timezone: '' };
