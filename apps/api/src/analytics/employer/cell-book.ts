import { Cell } from '@superscope/domain/publishing/cell';
import { averageOf, scaled, sumOf, type Part, type Several } from '@superscope/domain/publishing/combine';
import { withheld, type Published } from '@superscope/domain/publishing/published';
import type { Stored } from '../answer/shape-answer.js';
import type { Measure } from '../model/cube-member.js';
import { pay } from './budget.js';
import {
  cellFigures,
  figureOf,
  membersIn,
  once,
  type Asked,
  type CellFigures,
  type DividedBy,
} from './cell-figures.js';
import type { CellStatement } from './cell-statement.js';
import { cellsOf, nobodyIn, StaleCalendar, type CellRow } from './cells.js';
import type { MonthBucket } from './closed-months.js';
import type { PublishingContext } from './employer-source.js';
import type { RowFigure } from './published-answer.js';
import { byPayroll, type EmployerQuestion } from './question.js';

/** A question's statement and its rows. */
export interface CellAnswer {
  question: EmployerQuestion;
  buckets: readonly MonthBucket[];
  statement: CellStatement;
  rows: readonly (readonly unknown[])[];
}

/** The cells of an answer by plan, month and public columns. */
export interface CellBook {
  answer: CellAnswer;
  context: PublishingContext;
  partAt: ReadonlyMap<string, number>;
  /** The breakdown values of every cell, by plan and month. */
  groups: ReadonlyMap<string, readonly Stored[][]>;
  /** By plan, month and breakdown values: one cell, or one for each value of a filter that names several. */
  cells: ReadonlyMap<string, readonly CellFigures[]>;
  /** The published members of the cells that the breakdowns divide, by plan, month and values of filters. */
  wholes: ReadonlyMap<string, () => Published>;
}

/** What one figure of an answer is about. */
export interface FigureAsked {
  measure: Measure;
  asked: Asked;
  bucket: MonthBucket;
  planIds: readonly string[];
  /** Values of the breakdowns. */
  group: readonly Stored[];
}

/** Sums and counts add up over cells; everything else is weighted by members. */
const addsUp = ({ published }: Measure): boolean =>
  ['headcount', 'count', 'total', 'sum'].includes(published.as) ||
  (published.as === 'exact' && published.combine === 'sum');

/** Draws after which the budget is charged: fewer than those after which the budget yields the event loop. */
const drawsPerPayment = 200;

/**
 * Averages of several cells are rounded to this unit. Single figures are published no finer: in cents, tenths of a percent or hundredths of
 * a star.
 */
const averageUnit = 0.01;

function meanOfParts({ published }: Measure, parts: readonly Part[]): Several {
  if (published.as !== 'exact' || published.decimals === undefined) return averageOf(parts, averageUnit);
  const { value, leftOut } = averageOf(parts, 10 ** -published.decimals);
  // Multiples of a tenth are not exact.
  return { value: scaled(value, (years) => Number(years.toPrecision(12))), leftOut };
}

const monthId = (planId: string, month: string): string => `${planId} ${month}`;
const groupId = (planId: string, month: string, group: readonly Stored[]): string =>
  JSON.stringify([planId, month, ...group]);

function add<Value>(lists: Map<string, Value[]>, id: string, value: Value): void {
  const known = lists.get(id);
  if (known) known.push(value);
  else lists.set(id, [value]);
}

/** Throws StaleCalendar. */
export async function cellBook(answer: CellAnswer, context: PublishingContext): Promise<CellBook> {
  const { question, statement, rows } = answer;
  const width = question.breakdowns.length;
  const all = await cellsOf(statement, rows, context);
  const divided = new Map<string, CellRow[]>();
  if (width > 0) for (const row of all) add(divided, groupId(row.planId, row.month, row.columns.slice(width)), row);
  const wholes = [...divided].map(
    ([id, parts]) => [id, once(() => membersIn(wholeOf(parts, context), statement.keyed))] as const,
  );
  const partAt = new Map(statement.parts.map(({ name }, at) => [name, at]));
  const groups = new Map<string, Stored[][]>();
  const cells = new Map<string, CellFigures[]>();
  const book: CellBook = { answer, context, partAt, groups, cells, wholes: new Map(wholes) };
  const dividedBy = dividedByOf(answer);
  for (const row of all) {
    // A group of a plan that does not publish it must not be seen to exist.
    if (dividedBy === 'payroll' && !row.onePayroll) continue;
    const group = row.columns.slice(0, width);
    add(groups, monthId(row.planId, row.month), group);
    add(cells, groupId(row.planId, row.month, group), figuresIn(book, row));
  }
  return book;
}

/** The cell that breakdowns divide into these parts, at least one. Its key and number of members are the sums of theirs. */
function wholeOf(parts: readonly CellRow[], { calendar, secret, meter }: PublishingContext): Cell {
  const { planId, month } = parts[0]!;
  const edition = calendar.of(planId, month)!;
  const n = parts.reduce((sum, { cell }) => sum + cell.n, 0);
  const sum = parts.reduce((all, { cell }) => all + cell.key, 0n);
  const key = BigInt.asUintN(64, sum);
  const whole = key === edition.key && n === edition.members;
  return new Cell(
    secret,
    { key, n, plan: edition.members, month, edition: edition.edition, whole, rules: edition.rules },
    meter,
  );
}

const dividedByOf = ({ question, statement }: CellAnswer): DividedBy =>
  !statement.keyed ? 'nothing' : byPayroll(question) ? 'payroll' : 'public';

function figuresIn({ answer, partAt, wholes }: CellBook, row: CellRow): CellFigures {
  const { question, statement } = answer;
  const whole = wholes.get(groupId(row.planId, row.month, row.columns.slice(question.breakdowns.length))) ?? null;
  const dividedBy = dividedByOf(answer);
  return cellFigures({ row, partAt, context: { lookBack: statement.lookBack }, dividedBy, whole });
}

/** The combinations of breakdown values that occur in a month. */
export function groupsIn({ answer, groups }: CellBook, month: string, planIds: readonly string[]): Stored[][] {
  if (answer.question.breakdowns.length === 0) return [[]];
  const all = planIds.flatMap((planId) => groups.get(monthId(planId, month)) ?? []);
  return [...new Map(all.map((group) => [JSON.stringify(group), group])).values()];
}

/**
 * A measure of one group, combined over its plans, the values of its filters and, for a flow, the months of the bucket. Throws BadQuery,
 * StaleCalendar.
 */
export async function bookFigure(
  book: CellBook,
  { measure, asked, bucket, planIds, group }: FigureAsked,
): Promise<RowFigure> {
  const { answer, context } = book;
  const months = measure.flow ? bucket.flows : [bucket.stock];
  const isNamed = { plan: planIds.length > 1, month: months.length > 1 };
  const parts: (Part & { margin: number | null })[] = [];
  const values = new Set<string>();
  for (const month of months)
    for (const planId of planIds) {
      const name = [...(isNamed.plan ? [planId] : []), ...(isNamed.month ? [month] : [])];
      if (!context.calendar.of(planId, month)) {
        if (isNamed.plan || isNamed.month)
          parts.push({ name: name.join(', '), value: withheld('np'), members: withheld('np'), margin: null });
        continue;
      }
      for (const cell of cellsIn(book, planId, month, group)) {
        const filtered = cell.row.columns.slice(answer.question.breakdowns.length).map(String);
        const { value, members, margin, leftOut } = figureOf(cell, measure, asked);
        parts.push({ name: [...name, ...filtered].join(', '), value, members, margin });
        for (const part of leftOut) values.add([...name, ...filtered, part].join(', '));
        if (context.meter.drawn >= drawsPerPayment) await pay(context);
      }
    }
  if (parts.length === 0) return { value: withheld('np'), margin: null, leftOut: [] };
  const { value, leftOut } = addsUp(measure) ? sumOf(parts) : meanOfParts(measure, parts);
  return {
    value,
    leftOut: [...leftOut, ...values],
    margin: parts.length === 1 ? parts[0]!.margin : marginOfSeveral(measure, parts),
  };
}

function cellsIn(book: CellBook, planId: string, month: string, group: readonly Stored[]): readonly CellFigures[] {
  const found = book.cells.get(groupId(planId, month, group));
  if (found) return found;
  const { statement } = book.answer;
  const edition = book.context.calendar.of(planId, month)!;
  // A plan with members always has rows, so its edition was replaced while the statement ran.
  if (!statement.keyed && edition.members > 0) throw new StaleCalendar();
  return [figuresIn(book, nobodyIn(edition, statement, book.context))];
}

/** The noise of cells is independent, so the squares of their margins add up: unweighted for a sum, weighted by members for a mean. */
function marginOfSeveral(measure: Measure, parts: readonly (Part & { margin: number | null })[]): number | null {
  const stand = parts.filter(({ value, margin }) => value.value !== null && margin !== null);
  if (stand.length === 0) return null;
  const members = stand.reduce((sum, part) => sum + (part.members.value ?? 0), 0);
  const weight = (part: Part) => (addsUp(measure) ? 1 : members === 0 ? 0 : (part.members.value ?? 0) / members);
  return Math.sqrt(stand.reduce((sum, part) => sum + (part.margin! * weight(part)) ** 2, 0));
}
