import type { AnalyticsValue, LoadResult } from '@superscope/contracts/analytics/answer';
import { withheld } from '@superscope/domain/publishing/published';
import { keyValues } from '../answer/shape-answer.js';
import type { KeyColumn } from '../compile/compile.js';
import { dimensionOf } from '../model/catalogue.js';
import type { SecretRow } from '../model/secret-column.js';
import { refused } from '../query/bad-query.js';
import { pay } from './budget.js';
import { bookFigure, cellBook, groupsIn, type CellAnswer, type FigureAsked } from './cell-book.js';
import type { Asked } from './cell-figures.js';
import { cellStatement, type CellStatement } from './cell-statement.js';
import { figuresOf, monthBuckets, type MonthBucket } from './closed-months.js';
import { plansOf, type AnswerContext, type PlanEditions, type PublishingContext } from './employer-source.js';
import type { PublishedRow, RowFigure } from './published-answer.js';
import { looksBack, type EmployerQuestion } from './question.js';

/** The closed months of a question, and the statement for its cells: null if there is no such month. */
export interface AskedCells {
  buckets: readonly MonthBucket[];
  statement: CellStatement | null;
}

export function askedCells(question: EmployerQuestion, editions: PlanEditions): AskedCells {
  const buckets = monthBuckets(question, editions.calendar.months);
  return { buckets, statement: buckets.length === 0 ? null : cellStatement(question, buckets, editions) };
}

/** The statement of a question about members, or none. */
export const memberStatements = (question: EmployerQuestion, editions: PlanEditions): CellStatement[] => {
  const { statement } = askedCells(question, editions);
  return statement === null ? [] : [statement];
};

/** The rows of an answer about members, and what it says of their months. */
export interface MemberAnswer {
  rows: PublishedRow[];
  months: Pick<LoadResult, 'figuresOf' | 'lookBackMonths' | 'quarterEnds'>;
}

/** Answers a question about members. `rowsOf` takes the rows of its statement from elsewhere. Throws StaleCalendar, BadQuery. */
export async function memberAnswer(
  question: EmployerQuestion,
  context: AnswerContext,
  rowsOf?: (statement: CellStatement, buckets: readonly MonthBucket[]) => unknown[][],
): Promise<MemberAnswer> {
  const { buckets, statement } = askedCells(question, context);
  const rows =
    statement === null
      ? nothingClosed(question)
      : await memberRows(
          { question, buckets, statement, rows: rowsOf?.(statement, buckets) ?? (await context.read(statement)) },
          context,
        );
  const newest = buckets.at(-1);
  return {
    rows,
    months: {
      ...figuresOf(buckets),
      ...(newest !== undefined && looksBack(question) ? { lookBackMonths: newest.lookBack } : {}),
      ...(question.quarterly ? { quarterEnds: true } : {}),
    },
  };
}

/** One row of withheld figures if the answer has no groups, otherwise no rows. */
function nothingClosed({ query, measures }: EmployerQuestion): PublishedRow[] {
  if (query.dimensions.length > 0 || query.timeDimensions.some((time) => time.granularity)) return [];
  const figure = { value: withheld('np'), margin: null, leftOut: [] };
  return [{ keys: {}, figures: Object.fromEntries(measures.map(({ name }) => [name, figure])) }];
}

/** The rows of a question's answer, each figure published. Throws StaleCalendar, BadQuery. */
export async function memberRows(answer: CellAnswer, context: PublishingContext): Promise<PublishedRow[]> {
  const { question, buckets } = answer;
  assertMonthByMonth(question, buckets);
  const book = await cellBook(answer, context);
  const rows: PublishedRow[] = [];
  for (const bucket of buckets)
    for (const planIds of plansOfRows(question, plansOf(context)))
      for (const group of groupsIn(book, bucket.stock, planIds))
        for (const asked of askedOf(question)) {
          const figures: Record<string, RowFigure> = {};
          for (const measure of question.measures)
            figures[measure.name] = await bookFigure(book, { measure, asked, bucket, planIds, group });
          rows.push({ keys: keysOf(question, { asked, bucket, planIds, group }), figures });
          await pay(context);
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
const plansOfRows = ({ query }: EmployerQuestion, planIds: readonly string[]): (readonly string[])[] =>
  query.dimensions.some((name) => dimensionOf(name).use === 'plan') ? planIds.map((planId) => [planId]) : [planIds];

const nobody: SecretRow = { wire: null, places: [] };

/** What a row of the answer is about, with its value of the engaged flag. */
interface AskedRow extends Asked {
  engagedWire: AnalyticsValue;
}

/** The rows of a group: each side of the engaged flag with each value of the secret column. */
function askedOf({ engaged, secret }: EmployerQuestion): AskedRow[] {
  const sides: readonly (readonly [Asked['side'], AnalyticsValue])[] =
    engaged === 'breakdown'
      ? [
          ['engaged', '1|Yes'],
          ['others', '2|No'],
        ]
      : [[engaged === 'filter' ? 'engaged' : 'all', '1|Yes']];
  const column = secret?.dimension.secret;
  const rows = column?.rows.filter(({ wire }) => secret!.wires === null || secret!.wires.includes(wire));
  return sides.flatMap(([side, engagedWire]): AskedRow[] => {
    if (!column || !rows) return [{ side, secret: null, engagedWire }];
    if (secret.shown) return rows.map((row) => ({ side, secret: { column, rows: [row] }, engagedWire }));
    if (rows.length > 0) return [{ side, secret: { column, rows }, engagedWire }];
    // The filter names only values that nobody can have. It is answered like a value that nobody has: fewer than 11 members.
    return [{ side, secret: { column: { ...column, rows: [nobody] }, rows: [nobody] }, engagedWire }];
  });
}

const bucketDate = (month: string): string => `${month}-01`;

function keysOf(
  { query, shown, breakdowns }: EmployerQuestion,
  { bucket, planIds, group, asked }: Omit<FigureAsked, 'measure'> & { asked: AskedRow },
): Record<string, AnalyticsValue> {
  const { start, stock } = bucket;
  const row: Record<string, AnalyticsValue> = {};
  for (const { dimension, granularity } of query.timeDimensions)
    if (granularity) keyValues({ dimension: dimensionOf(dimension), granularity }, bucketDate(start!), row);
  for (const dimension of shown) {
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
