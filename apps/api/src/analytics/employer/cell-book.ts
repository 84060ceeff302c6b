import { Cell, type Meter } from '@superscope/domain/publishing/cell';
import { averageOf, sumOf, type Part } from '@superscope/domain/publishing/combine';
import { withheld } from '@superscope/domain/publishing/published';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import type { Stored } from '../answer/shape-answer.js';
import type { Measure } from '../model/cube-member.js';
import { CellFigures, type Asked } from './cell-figures.js';
import type { Budget } from './budget.js';
import { cellsOf, nobodyIn, StaleCalendar, type CellRow } from './cells.js';
import type { MonthBucket } from './closed-months.js';
import type { EditionCalendar } from './editions.js';
import type { RowFigure } from './published-answer.js';
import type { EmployerQuestion } from './question.js';
import type { CellStatement } from './cell-statement.js';

export interface CellAnswer {
  question: EmployerQuestion;
  statement: CellStatement;
  rows: readonly (readonly unknown[])[];
  buckets: readonly MonthBucket[];
  /** Plans that the question is about, those without an edition included. */
  planIds: readonly string[];
  calendar: EditionCalendar;
  secret: PublishingSecret;
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

const monthId = (planId: string, month: string): string => `${planId} ${month}`;
const groupId = (planId: string, month: string, group: readonly Stored[]): string =>
  JSON.stringify([planId, month, ...group]);

function add<Value>(lists: Map<string, Value[]>, id: string, value: Value): void {
  const known = lists.get(id);
  if (known) known.push(value);
  else lists.set(id, [value]);
}

/** The cells of an answer by plan, month and public columns. The noise of each figure is drawn once. */
export class CellBook {
  private readonly byMonth = new Map<string, CellRow[]>();
  private readonly byGroup = new Map<string, CellRow[]>();
  private readonly figures = new Map<CellRow, CellFigures>();
  private readonly wholes = new Map<string, CellFigures>();
  private readonly byFilter = new Map<string, CellRow[]>();
  private readonly partAt: ReadonlyMap<string, number>;
  private readonly width: number;

  private constructor(
    private readonly answer: CellAnswer,
    cells: readonly CellRow[],
    private readonly meter: Meter,
    private readonly budget: Budget,
  ) {
    this.partAt = new Map(answer.statement.parts.map(({ name }, at) => [name, at]));
    this.width = answer.question.breakdowns.length;
    for (const row of cells) {
      add(this.byMonth, monthId(row.planId, row.month), row);
      add(this.byGroup, groupId(row.planId, row.month, row.columns.slice(0, this.width)), row);
      add(this.byFilter, groupId(row.planId, row.month, row.columns.slice(this.width)), row);
    }
  }

  /** Throws StaleCalendar. */
  static async of(answer: CellAnswer, budget: Budget): Promise<CellBook> {
    const { statement, rows, calendar, secret } = answer;
    const meter: Meter = { drawn: 0 };
    return new CellBook(answer, await cellsOf(statement, rows, calendar, secret, meter), meter, budget);
  }

  /** Charges the budget for what was drawn since the last call. */
  async pay(): Promise<void> {
    const { drawn } = this.meter;
    this.meter.drawn = 0;
    await this.budget.spend(drawn);
  }

  /** The combinations of breakdown values that occur in a month. */
  groups(month: string, planIds: readonly string[]): Stored[][] {
    if (this.width === 0) return [[]];
    const groups = new Map<string, Stored[]>();
    for (const planId of planIds)
      for (const { columns } of this.byMonth.get(monthId(planId, month)) ?? []) {
        const group = columns.slice(0, this.width);
        groups.set(JSON.stringify(group), group);
      }
    return [...groups.values()];
  }

  /**
   * A measure of one group, combined over its plans, the values of its filters and, for a flow, the months of the bucket. Throws BadQuery,
   * StaleCalendar.
   */
  async figure(
    measure: Measure,
    asked: Asked,
    bucket: MonthBucket,
    planIds: readonly string[],
    group: readonly Stored[],
  ): Promise<RowFigure> {
    const months = measure.flow ? bucket.flows : [bucket.stock];
    const isNamed = { plan: planIds.length > 1, month: months.length > 1 };
    const parts: (Part & { margin: number | null })[] = [];
    const values = new Set<string>();
    for (const month of months)
      for (const planId of planIds) {
        const name = [...(isNamed.plan ? [planId] : []), ...(isNamed.month ? [month] : [])];
        if (!this.answer.calendar.of(planId, month)) {
          if (planIds.length > 1 || months.length > 1)
            parts.push({ name: name.join(', '), value: withheld('np'), members: withheld('np'), margin: null });
          continue;
        }
        for (const row of this.rowsOf(planId, month, group)) {
          const filtered = row.columns.slice(this.width).map(String);
          const { value, members, margin, leftOut } = this.figuresOf(row, bucket).figure(measure, asked);
          parts.push({ name: [...name, ...filtered].join(', '), value, members, margin });
          for (const part of leftOut) values.add([...name, ...filtered, part].join(', '));
          if (this.meter.drawn >= drawsPerPayment) await this.pay();
        }
      }
    if (parts.length === 0) return { value: withheld('np'), margin: null, leftOut: [] };
    const { value, leftOut } = addsUp(measure) ? sumOf(parts) : averageOf(parts, averageUnit);
    return {
      value,
      leftOut: [...leftOut, ...values],
      margin: parts.length === 1 ? parts[0]!.margin : marginOfSeveral(measure, parts),
    };
  }

  private rowsOf(planId: string, month: string, group: readonly Stored[]): CellRow[] {
    const found = this.byGroup.get(groupId(planId, month, group));
    if (found) return found;
    const { statement, calendar, secret } = this.answer;
    // A plan with members always has rows, so its edition was replaced while the statement ran.
    if (!statement.keyed && calendar.of(planId, month)!.members > 0) throw new StaleCalendar();
    return [nobodyIn(planId, month, statement, calendar, secret)];
  }

  private figuresOf(row: CellRow, bucket: MonthBucket): CellFigures {
    const known = this.figures.get(row);
    if (known) return known;
    const { question, statement } = this.answer;
    const figures: CellFigures = new CellFigures(
      row,
      this.partAt,
      statement.keyed,
      { lookBack: bucket.lookBack },
      () => (question.breakdowns.length === 0 ? figures : this.wholeOf(row, bucket)),
      question.engaged !== null,
    );
    this.figures.set(row, figures);
    return figures;
  }

  /** The cell that the answer's breakdowns divide. Its key and number of members are the sums of its parts. */
  private wholeOf({ planId, month, columns }: CellRow, bucket: MonthBucket): CellFigures {
    const { statement, calendar, secret } = this.answer;
    const id = groupId(planId, month, columns.slice(this.width));
    const known = this.wholes.get(id);
    if (known) return known;
    const edition = calendar.of(planId, month)!;
    const parts = this.byFilter.get(id) ?? [];
    const n = parts.reduce((sum, { cell }) => sum + cell.n, 0);
    const key = BigInt.asUintN(
      64,
      parts.reduce((sum, { cell }) => sum + cell.key, 0n),
    );
    const whole = key === edition.key && n === edition.members;
    const cell = new Cell(
      secret,
      { key, n, plan: edition.members, month, edition: edition.edition, whole },
      this.meter,
    );
    const row = { ...nobodyIn(planId, month, statement, calendar, secret), cell };
    const figures: CellFigures = new CellFigures(
      row,
      this.partAt,
      statement.keyed,
      { lookBack: bucket.lookBack },
      () => figures,
      false,
    );
    this.wholes.set(id, figures);
    return figures;
  }
}

/** The noise of cells is independent, so the squares of their margins add up: unweighted for a sum, weighted by members for a mean. */
function marginOfSeveral(measure: Measure, parts: readonly (Part & { margin: number | null })[]): number | null {
  const stand = parts.filter(({ value, margin }) => value.value !== null && margin !== null);
  if (stand.length === 0) return null;
  const members = stand.reduce((sum, part) => sum + (part.members.value ?? 0), 0);
  const weight = (part: Part) => (addsUp(measure) ? 1 : members === 0 ? 0 : (part.members.value ?? 0) / members);
  return Math.sqrt(stand.reduce((sum, part) => sum + (part.margin! * weight(part)) ** 2, 0));
}
