import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import type { Statement } from '../statement.js';
import type { Budget } from './budget.js';
import { categoryOf, categoryRows } from './category-answer.js';
import { categoryStatement, type CategoryQuestion } from './category-question.js';
import { CellBook } from './cell-book.js';
import { monthBuckets, type MonthBucket } from './closed-months.js';
import type { EditionCalendar } from './editions.js';
import { assetOf, HoldingBook, holdingRows } from './holding-answer.js';
import { assetsStatement, heldStatement } from './holding-question.js';
import type { NamedQuestion } from './named-question.js';
import { publishedAnswer, type EmployerResult } from './published-answer.js';
import { cellStatement } from './cell-statement.js';

// Answers about things that the fund defines for everybody, such as member categories and assets, and about the members in them. Figures of
// members are published as at quarter ends.

/** The inputs of an answer. */
export interface AnswerSource {
  read: (statement: Statement) => Promise<unknown[][]>;
  calendar: EditionCalendar;
  secret: PublishingSecret;
  budget: Budget;
}

type PlanIds = readonly string[] | null;

const quartersOf = (
  { query, times }: Pick<NamedQuestion, 'query' | 'times'>,
  calendar: EditionCalendar,
): MonthBucket[] => monthBuckets(query, times, calendar.months, true);

const ofNewest = (buckets: readonly MonthBucket[]): Pick<EmployerResult, 'figuresOf'> => {
  const stock = buckets.at(-1)?.stock;
  return stock === undefined ? {} : { figuresOf: stock };
};

const membersByCategory = ({ members }: CategoryQuestion, planIds: PlanIds, calendar: EditionCalendar) => {
  const buckets = members === null ? [] : quartersOf(members, calendar);
  const counted =
    members === null || buckets.length === 0
      ? null
      : cellStatement(members, planIds ?? calendar.planIds, buckets, calendar);
  return { buckets, counted };
};

export function categoryStatements(
  question: CategoryQuestion,
  planIds: PlanIds,
  calendar: EditionCalendar,
): Statement[] {
  const { counted } = membersByCategory(question, planIds, calendar);
  return [categoryStatement(question, planIds), ...(counted === null ? [] : [counted])];
}

export async function categoriesAnswer(
  question: CategoryQuestion,
  asked: PlanIds,
  { read, calendar, secret, budget }: AnswerSource,
): Promise<EmployerResult> {
  const { query, having, members } = question;
  const planIds = asked ?? calendar.planIds;
  const { buckets, counted } = membersByCategory(question, asked, calendar);
  const categories = (await read(categoryStatement(question, asked))).map(categoryOf);
  let book: CellBook | null = null;
  if (counted !== null) {
    const rows = await read(counted);
    book = await CellBook.of(
      { question: members!, statement: counted, rows, buckets, planIds, calendar, secret },
      budget,
    );
  }
  return {
    ...publishedAnswer(await categoryRows(question, categories, book && { book, buckets }), query, having),
    ...ofNewest(buckets),
    ...(members === null ? {} : { quarterEnds: true }),
  };
}

export function holdingStatements(question: NamedQuestion, planIds: PlanIds, calendar: EditionCalendar): Statement[] {
  const buckets = quartersOf(question, calendar);
  const held = buckets.length === 0 ? [] : [heldStatement(planIds ?? calendar.planIds, buckets, calendar)];
  return [assetsStatement(question, planIds), ...held];
}

export async function holdingsAnswer(
  question: NamedQuestion,
  planIds: PlanIds,
  { read, calendar, secret, budget }: AnswerSource,
): Promise<EmployerResult> {
  const buckets = quartersOf(question, calendar);
  const [assets = [], held = []] = await Promise.all(holdingStatements(question, planIds, calendar).map(read));
  const book = new HoldingBook(held, calendar, secret, budget);
  const rows = await holdingRows(question, assets.map(assetOf), book, buckets.length === 0 ? null : buckets);
  return { ...publishedAnswer(rows, question.query, question.having), ...ofNewest(buckets), quarterEnds: true };
}
