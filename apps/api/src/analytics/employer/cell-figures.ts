import {
  margin,
  meanPoints,
  percent,
  ratio,
  rest,
  scaled,
  sum,
  total,
  valuesTogether,
  type MarginKind,
  type Several,
} from '@superscope/domain/publishing/combine';
import {
  average,
  category,
  flag,
  headcount,
  publicFigure,
  type Boundaries,
  type Condition,
  type PublishedCount,
} from '@superscope/domain/publishing/publish';
import { isFigure, withheld, type Published } from '@superscope/domain/publishing/published';
import { measureOf } from '../model/catalogue.js';
import type { Measure } from '../model/cube-member.js';
import type { PublishedAs } from '../model/published-as.js';
import type { SecretColumn, SecretContext, SecretRow } from '../model/secret-column.js';
import { engaged as engagedColumn, makeEngaged } from '../model/secret-columns.js';
import type { CellRow, Tally } from './cells.js';

/** Which of a cell's members a row of the answer is about. */
export interface Asked {
  /** Everybody, the engaged, or the others. */
  side: 'all' | 'engaged' | 'others';
  /** Rows of the question's secret column, several if a filter names them; null if the question has no secret column. */
  secret: { column: SecretColumn; rows: readonly SecretRow[] } | null;
}

/** One published figure of a cell, with the members by which it is weighted. A change within `margin` means nothing. */
export interface CellFigure {
  value: Published;
  members: Published;
  /** In the wire's unit of the figure. */
  margin: number | null;
  /** Values of the secret column that are not published, and so not part of the sum. */
  leftOut: readonly string[];
}

const unpublished: PublishedCount = { count: withheld('np'), share: withheld('np') };
const engagedLabel = 'engaged';
/** Plans of fewer members publish nothing by public columns. */
export const leastDivided = 30;

/** The figures of one cell. Everything that is published about the cell goes through this class. */
export class CellFigures {
  readonly members: Published;
  private readonly engaged: PublishedCount;
  private readonly counted = new Map<string, PublishedCount[]>();

  constructor(
    private readonly row: CellRow,
    private readonly partAt: ReadonlyMap<string, number>,
    /** Whether public columns divide the plan. A plan with few members then publishes nothing. */
    divided: boolean,
    private readonly context: SecretContext,
    /** The cell that the answer's breakdowns divide, of which this cell is a part. */
    private readonly whole: () => CellFigures,
    hasEngaged: boolean,
  ) {
    const { cell } = row;
    this.members = divided && cell.plan < leastDivided ? withheld('np') : headcount(cell);
    this.engaged = hasEngaged ? flag(cell, this.members, engagedLabel, row.engaged.n) : unpublished;
  }

  /** The members of a row, ignoring the secret column. */
  membersOf(side: Asked['side']): Published {
    if (side === 'all') return this.members;
    if (side === 'engaged') return this.engaged.count;
    return this.sidesOf()[1]!.count;
  }

  figure(measure: Measure, asked: Asked): CellFigure {
    const { published } = measure;
    const members = this.membersOf(asked.side);
    const several = asked.secret && asked.secret.rows.length > 1 ? this.together(measure, asked, members) : null;
    const value = several?.value ?? this.value(measure, asked);
    const isWhole = this.row.cell.whole && asked.side === 'all';
    const kind = marginKind(published, asked);
    const leftOut = several?.leftOut ?? [];
    return { value, members, margin: kind === null ? null : margin(kind, value, members, isWhole), leftOut };
  }

  /**
   * The sum over several values of a filter on the secret column, of those that are published. As one set, the values would be published
   * even where each is withheld. And two sets that differ only by a rare value are nearly the same fact, each with its own noise.
   */
  private together(measure: Measure, { side, secret }: Asked, members: Published): Several {
    const { column, rows } = secret!;
    const parts = rows.map((row) => ({
      name: String(row.wire),
      value: this.value(measure, { side, secret: { column, rows: [row] } }),
      members,
    }));
    const all = measure.published.as === 'share' ? 100 : isFigure(members) ? members.value : Infinity;
    return valuesTogether(parts, all);
  }

  private value(measure: Measure, asked: Asked): Published {
    const { published } = measure;
    const { side, secret } = asked;
    if (published.as === 'headcount') return secret ? this.secretRow(asked).count : this.membersOf(side);
    if (published.as === 'share') return this.share(asked);
    if (side === 'others') return withheld('np');
    const condition = side === 'engaged' ? this.condition() : null;
    const tally = condition ? this.row.engaged : this.row.all;
    switch (published.as) {
      case 'count':
        return this.rowOf(published, tally, condition).count;
      case 'percent':
        return this.rowOf(published, tally, condition).share;
      case 'average':
        return scaled(this.mean(published, tally, condition), hundredth);
      case 'total':
        return total(scaled(this.mean(published, tally, condition), hundredth), this.membersOf(side));
      case 'exact':
        return publicFigure(
          this.members,
          measure.value(measure.parts.map(({ key }) => this.part(tally, key) ?? 0)),
          condition,
        );
      case 'sum':
        return sum(published.of.map((name) => this.value(measureOf(name), asked)));
      case 'points':
        return this.points(published, tally, condition);
      case 'index': {
        const have = this.part(tally, 'benchmark_have') ?? 0;
        const exact = have === 0 ? null : (this.part(tally, 'benchmark_total') ?? 0) / have;
        const benchmark = publicFigure(this.members, exact, condition);
        return ratio(this.mean(published, tally, condition), benchmark, (index) => Math.round(index * 1000) / 10);
      }
      default:
        return withheld('np');
    }
  }

  private part(tally: Tally, name: string): number | null {
    return tally.parts[this.partAt.get(name)!] ?? null;
  }

  private condition(): Condition {
    return { label: engagedLabel, n: this.row.engaged.n, base: this.engaged.count, impliedBy: makeEngaged };
  }

  private mean(
    { key, of }: Extract<PublishedAs, { as: 'average' | 'total' | 'index' }>,
    tally: Tally,
    condition: Condition | null,
  ): Published {
    const amounts = {
      have: this.part(tally, `${key}_have`) ?? 0,
      nonzero: this.part(tally, `${key}_nonzero`) ?? 0,
      total: this.part(tally, `${key}_total`) ?? 0,
      lowest: this.part(tally, `${key}_lowest`) ?? 0,
      highest: this.part(tally, `${key}_highest`) ?? 0,
    };
    return average(this.row.cell, this.members, of, amounts, condition);
  }

  /** The engaged and the others. */
  private sidesOf(): PublishedCount[] {
    return this.counts('engaged', engagedColumn, [this.row.engaged.n, this.row.all.n - this.row.engaged.n], null);
  }

  /** The published counts of every row of a secret column, drawn once and then cached. */
  private counts(
    key: string,
    column: SecretColumn,
    values: readonly number[],
    condition: Condition | null,
  ): PublishedCount[] {
    const id = condition ? `${key}&` : key;
    const known = this.counted.get(id);
    if (known) return known;
    const boundaries: Boundaries = { noise: column.noise(this.context), hasUnknown: column.hasUnknown };
    const sets = column.rows.map(({ places }) => places);
    const { cell } = this.row;
    const published = category(cell, this.members, boundaries, values, condition, sets).map((count, at) =>
      !cell.whole && cell.n > 0 && cell.n < (column.rows[at]!.groupLeast ?? 0) ? unpublished : count,
    );
    this.counted.set(id, published);
    return published;
  }

  private rowOf(
    { key, column, wire }: Extract<PublishedAs, { as: 'count' | 'percent' }>,
    tally: Tally,
    condition: Condition | null,
  ): PublishedCount {
    const at = column.rows.findIndex((row) => row.wire === wire);
    return this.counts(key, column, this.valueCounts(key, column, tally), condition)[at]!;
  }

  /** Members by value: those that the statement counts, and the rest. */
  private valueCounts(key: string, column: SecretColumn, tally: Tally): number[] {
    const counts = column.values.slice(0, -1).map((_, place) => this.part(tally, `${key}_${place}`) ?? 0);
    return [...counts, tally.n - counts.reduce((all, count) => all + count, 0)];
  }

  private secretRow({ side, secret }: Asked): PublishedCount {
    const { column, rows } = secret!;
    const of = (tally: Tally, condition: Condition | null) =>
      this.counts('secret', column, storedCounts(column, tally), condition)[column.rows.indexOf(rows[0]!)]!;
    if (side === 'all') return of(this.row.all, null);
    const engaged = of(this.row.engaged, this.condition());
    if (side === 'engaged') return engaged;
    const count = rest(of(this.row.all, null).count, engaged.count);
    return { count, share: ratio(count, this.membersOf('others'), percent) };
  }

  /**
   * The percentage of members whose value is known. Without a secret column, the percentage of the cell that the answer's breakdowns
   * divide.
   */
  private share(asked: Asked): Published {
    if (asked.secret) return this.secretRow(asked).share;
    if (asked.side !== 'all') return this.sidesOf()[asked.side === 'engaged' ? 0 : 1]!.share;
    const whole = this.whole();
    return ratio(this.members, whole.members, percent);
  }

  /** Mean points from the published shares of the values. */
  private points(
    { key, column, points }: Extract<PublishedAs, { as: 'points' }>,
    tally: Tally,
    condition: Condition | null,
  ): Published {
    const rows = this.counts(key, column, this.valueCounts(key, column, tally), condition).slice(0, points.length);
    return meanPoints(
      rows.map(({ share }) => share),
      points,
      condition ? condition.base : this.members,
    );
  }
}

const hundredth = (value: number): number => value / 100;

/** Members by index in the column's values. */
function storedCounts({ values, other }: SecretColumn, tally: Tally): number[] {
  const counts = values.map(() => 0);
  for (const [stored, n] of tally.values) {
    const at = values.findIndex((value) => String(value) === String(stored));
    const place = at !== -1 ? at : other === undefined ? values.length - 1 : values.indexOf(other);
    counts[place]! += n;
  }
  return counts;
}

function marginKind(published: PublishedAs, { side, secret }: Asked): MarginKind | null {
  const isSecret = secret !== null || side !== 'all';
  switch (published.as) {
    case 'headcount':
      return isSecret ? 'count' : null;
    case 'share':
      return isSecret ? 'share' : null;
    case 'count':
      return 'count';
    case 'percent':
      return 'share';
    case 'average':
    case 'total':
      return published.of.kind === 'score' && published.of.top! <= 1_000_000 ? 'component' : published.of.kind;
    case 'points':
      return 'component';
    case 'index':
      return 'size';
    case 'sum':
      return 'presence';
    default:
      return null;
  }
}
