import { Book, cellQuestions, type CellQuestion } from './book.js';
import { areOfBalances, cellKey, dimensionsOf, type Cell } from './cells.js';
import { averageBalance, countingMeasures, headcount, nominationPoints, shareOfMembers, type Fact } from './facts.js';
import { countFigure, exactly, notesByRow } from './figure.js';
import type { PlanKnowledge } from './knowledge.js';
import type { Mechanism } from './mechanism.js';
import { equals, monthOf, rangeOf, type Answer, type PortalAsker, type Query } from './portal-asker.js';

const month = 'MemberSnapshot.month';
const mostRanges = 20;

/** An employer's representative with their allowed queries and knowledge. Answers are cached, so each query is sent once. */
export class Employer {
  private readonly books = new Map<string, Promise<Book>>();
  private readonly asked = new Map<string, Promise<{ question: CellQuestion; answer: Answer }[]>>();

  constructor(
    readonly asks: PortalAsker,
    readonly mechanism: Mechanism,
    readonly plans: readonly PlanKnowledge[],
    /** Every queried month, oldest first. */
    readonly months: readonly string[],
    /** Limits groups to two attributes, each queried in one way. */
    private readonly isBrief = false,
  ) {}

  /** The count of each group with the fact, at every answered month. */
  counts(plan: PlanKnowledge, fact: Fact): Promise<Book> {
    return this.book(`${plan.planId} ${fact.name}`, () => this.askCounts(plan, fact));
  }

  /** Each group's total balance in dollars: its average times the true number of members, which an employer knows. */
  balances(plan: PlanKnowledge): Promise<Book> {
    const total = (average: number, cell: Cell, when: string) => average * plan.members(cell, when).length;
    return this.book(`${plan.planId} balances`, () => this.readAmounts(plan, averageBalance, total));
  }

  /** Each group's average points for nominations, 0 to 1. */
  nominationPoints(plan: PlanKnowledge): Promise<Book> {
    return this.book(`${plan.planId} points`, () => this.readAmounts(plan, nominationPoints));
  }

  /** The number of groups with different answers to different queries, whose average would be nearer to the truth. */
  async disagreements(): Promise<number> {
    const books = await Promise.all(this.books.values());
    return books.reduce((sum, { disagreements }) => sum + disagreements, 0);
  }

  /** Forgets all answers. */
  forget(): void {
    this.books.clear();
    this.asked.clear();
  }

  /** One query about groups, over all months or, for facts of a period, at quarter ends. */
  query(plan: PlanKnowledge, { filters, breakdowns }: CellQuestion, measures: string[], fact?: Fact): Query {
    return {
      measures,
      dimensions: breakdowns.map((name) => `Member.${name}`),
      filters: [
        ...this.of(plan, filters).filters,
        ...(fact?.filter ? [equals(fact.filter.member, fact.filter.values)] : []),
      ],
      timeDimensions: [
        fact?.lookBack === undefined
          ? { dimension: month, granularity: 'month', dateRange: rangeOf(this.months[0]!, this.months.at(-1)!) }
          : {
              dimension: month,
              compareDateRange: this.periods(fact.lookBack).map(({ from, to }) => rangeOf(from, to)),
            },
      ],
    };
  }

  /** The filters of a group of a plan. */
  of(plan: PlanKnowledge, cell: Cell): Required<Pick<Query, 'filters'>> {
    return {
      filters: [
        equals('Member.planId', [plan.planId]),
        ...dimensionsOf(cell).map((name) => equals(`Member.${name}`, [cell[name]!])),
      ],
    };
  }

  /** Periods of `lookBack` months that end with a quarter. */
  periods(lookBack: number): { from: string; to: string }[] {
    return this.months
      .flatMap((to, at) => {
        const from = this.months[at - lookBack + 1];
        return Number(to.slice(5)) % 3 === 0 && from !== undefined ? [{ from, to }] : [];
      })
      .slice(-mostRanges);
  }

  /** Questions that together cover every group. */
  groupQuestions(plan: PlanKnowledge, reach: number, byFilters: boolean): CellQuestion[] {
    return this.isBrief ? cellQuestions(plan, Math.min(2, reach), false) : cellQuestions(plan, reach, byFilters);
  }

  private book(key: string, ask: () => Promise<Book>): Promise<Book> {
    let book = this.books.get(key);
    if (!book) this.books.set(key, (book = ask()));
    return book;
  }

  private async askCounts(plan: PlanKnowledge, fact: Fact): Promise<Book> {
    const book = new Book();
    if (fact.lookBack !== undefined && this.periods(fact.lookBack).length === 0) return book;
    if (fact.measure !== undefined) {
      for (const { question, answer } of await this.amounts(plan))
        if (!isOfBalances(question)) this.readCounts(book, plan, fact, question, answer, fact.measure);
      return book;
    }
    const measures = this.mechanism === 'exact' ? [headcount] : [headcount, shareOfMembers];
    const all = this.groupQuestions(plan, fact.reach, fact.byFilters ?? false);
    // The others are refused, which refused-question.spec.ts proves.
    const questions = all.filter((question) => !isOfBalances(question));
    const answers = await this.asks.ask(questions.map((each) => this.query(plan, each, measures, fact)));
    for (const [at, question] of questions.entries())
      this.readCounts(book, plan, fact, question, answers[at]!, headcount);
    return book;
  }

  private readCounts(
    book: Book,
    plan: PlanKnowledge,
    fact: Fact,
    question: CellQuestion,
    answer: Answer,
    measure: string,
  ) {
    for (const [at, result] of (answer ?? []).entries()) {
      const ends = fact.lookBack === undefined ? null : this.periods(fact.lookBack)[at]!.to;
      const notes = notesByRow(result);
      // A sum with left-out parts is not the group's count.
      const lacking = new Set(result.leftOut?.map((part) => part.row));
      const answered = new Map<string, Set<string>>();
      for (const [place, row] of result.data.entries()) {
        const when = ends ?? monthOf(row[month]);
        const cell = cellOf(question, row);
        const whole = dimensionsOf(cell).length === 0;
        const members = plan.members(cell, when).length;
        const { mechanism } = this;
        const figure = countFigure(row, notes.get(place), measure, members, mechanism, whole, fact.boundaries);
        if (figure && !lacking.has(place)) book.note(cell, when, figure);
        if (!answered.has(when)) answered.set(when, new Set());
        answered.get(when)!.add(cellKey(cell));
      }
      if (this.mechanism === 'exact' && fact.filter) this.noteEmpty(book, plan, question, answered);
    }
  }

  /** Groups missing from an exact answer have no member with the fact. */
  private noteEmpty(
    book: Book,
    plan: PlanKnowledge,
    { filters, breakdowns }: CellQuestion,
    answered: Map<string, Set<string>>,
  ) {
    if (breakdowns.length !== 1) return;
    const [by] = breakdowns;
    for (const [when, cells] of answered)
      for (const value of plan.valuesOf(by!)) {
        const cell = { ...filters, [by!]: value };
        if (!cells.has(cellKey(cell)) && plan.members(cell, when).length > 0) book.note(cell, when, exactly(0));
      }
  }

  private async readAmounts(
    plan: PlanKnowledge,
    measure: string,
    of: (value: number, cell: Cell, when: string) => number = (value) => value,
  ): Promise<Book> {
    const book = new Book();
    for (const { question, answer } of await this.amounts(plan))
      for (const result of answer ?? [])
        for (const row of result.data) {
          const value = row[measure];
          const [cell, when] = [cellOf(question, row), monthOf(row[month])];
          if (typeof value === 'number') book.note(cell, when, exactly(of(value, cell, when)));
        }
    return book;
  }

  /** Measures without a condition share their queries. */
  private amounts(plan: PlanKnowledge): Promise<{ question: CellQuestion; answer: Answer }[]> {
    let asked = this.asked.get(plan.planId);
    if (!asked) this.asked.set(plan.planId, (asked = this.askAmounts(plan)));
    return asked;
  }

  private async askAmounts(plan: PlanKnowledge): Promise<{ question: CellQuestion; answer: Answer }[]> {
    const questions = this.groupQuestions(plan, 3, true);
    const measures = [averageBalance, nominationPoints, ...countingMeasures];
    const measuresOf = (question: CellQuestion) => (isOfBalances(question) ? [headcount, averageBalance] : measures);
    const answers = await this.asks.ask(questions.map((each) => this.query(plan, each, measuresOf(each))));
    return questions.map((question, at) => ({ question, answer: answers[at]! }));
  }
}

const isOfBalances = ({ filters, breakdowns }: CellQuestion): boolean =>
  areOfBalances([...dimensionsOf(filters), ...breakdowns]);

export function cellOf({ filters, breakdowns }: CellQuestion, row: Record<string, string | number | null>): Cell {
  return {
    ...filters,
    ...Object.fromEntries(breakdowns.map((name) => [name, String(row[`Member.${name}`] ?? 'Unknown')])),
  };
}
