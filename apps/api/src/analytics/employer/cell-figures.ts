import type { Cell } from '@superscope/domain/publishing/cell';
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
  hasTwin,
  headcount,
  publicFigure,
  type AverageOf,
  type Boundaries,
  type Condition,
  type PublishedCount,
} from '@superscope/domain/publishing/publish';
import { isFigure, withheld, type Published } from '@superscope/domain/publishing/published';
import { measureOf } from '../model/catalogue.js';
import type { Measure } from '../model/cube-member.js';
import { publishedIn, yearsOf, type PublishedAs } from '../model/published-as.js';
import type { SecretColumn, SecretContext, SecretRow } from '../model/secret-column.js';
import { engaged as engagedColumn, knownLabels, makeEngaged } from '../model/secret-columns.js';
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
const leastDivided = 30;

/** One cell. Everything that is published about it goes through `figureOf`. Noise is drawn when it is first needed, and once. */
export interface CellFigures {
  row: CellRow;
  /** Indexes of the statement's parts in tallies. */
  partAt: ReadonlyMap<string, number>;
  context: SecretContext;
  members: () => Published;
  /** The members of the cell that the answer's breakdowns divide, of which this cell is a part. */
  whole: () => Published;
  engaged: () => PublishedCount;
  /** The published counts of every row of a secret column, kept by column and condition. */
  counted: Map<string, PublishedCount[]>;
}

/** Computes a value when it is first asked for. */
export function once<Value>(make: () => Value): () => Value {
  let known: { value: Value } | null = null;
  return () => (known ??= { value: make() }).value;
}

/** The members of a cell. `divided` says that public columns divide the plan: a plan with few members then publishes nothing. */
export const membersIn = (cell: Cell, divided: boolean): Published =>
  divided && cell.plan < leastDivided ? withheld('np') : headcount(cell);

/** How a question divides plans: by no public column, by some, or by one that only one payroll tells. */
export type DividedBy = 'nothing' | 'public' | 'payroll';

/** `whole` is null for a cell that no breakdown divides. */
export function cellFigures({
  row,
  partAt,
  context,
  dividedBy,
  whole,
}: Pick<CellFigures, 'row' | 'partAt' | 'context'> & {
  dividedBy: DividedBy;
  whole: (() => Published) | null;
}): CellFigures {
  const isSecret = dividedBy === 'payroll' && !row.onePayroll;
  const members = once(() => (isSecret ? withheld('np') : membersIn(row.cell, dividedBy !== 'nothing')));
  const engaged = once(() => flag(row.cell, members(), engagedLabel, row.engaged.n));
  return { row, partAt, context, members, whole: whole ?? members, engaged, counted: new Map() };
}

/** A measure of the asked members of a cell. */
export function figureOf(of: CellFigures, measure: Measure, asked: Asked): CellFigure {
  const members = membersOn(of, asked.side);
  const several = asked.secret && asked.secret.rows.length > 1 ? together(of, measure, asked) : null;
  const value = several?.value ?? valueOf(of, measure, asked);
  const published = publishedIn(measure.published, of.row.onePayroll);
  const isWhole = of.row.cell.whole && asked.side === 'all';
  const kind = marginKind(published, asked);
  const leftOut = several?.leftOut ?? [];
  const within =
    kind === null ? null : margin(kind, value, members, isWhole, isYoungerTwin(of, measure.published, asked));
  return { value, members, margin: within, leftOut };
}

/** The members of a row, ignoring the secret column. */
function membersOn(of: CellFigures, side: Asked['side']): Published {
  if (side === 'all') return of.members();
  return side === 'engaged' ? of.engaged().count : sidesOf(of)[1]!.count;
}

/**
 * The sum over several values of a filter on the secret column, of those that are published. As one set, the values would be published
 * even where each is withheld. And two sets that differ only by a rare value are nearly the same fact, each with its own noise.
 */
function together(of: CellFigures, measure: Measure, { side, secret }: Asked): Several {
  const { column, rows } = secret!;
  const members = membersOn(of, side);
  const parts = rows.map((row) => ({
    name: String(row.wire),
    value: valueOf(of, measure, { side, secret: { column, rows: [row] } }),
    members,
  }));
  const all = measure.published.as === 'share' ? 100 : isFigure(members) ? members.value : Infinity;
  return valuesTogether(parts, all);
}

/** Those members of a cell whom a figure is about: all of them, or under a condition. */
interface Side {
  of: CellFigures;
  tally: Tally;
  condition: Condition | null;
}

const everybody = (of: CellFigures): Side => ({ of, tally: of.row.all, condition: null });
const theEngaged = (of: CellFigures): Side => ({
  of,
  tally: of.row.engaged,
  condition: { label: engagedLabel, n: of.row.engaged.n, base: of.engaged().count, impliedBy: makeEngaged },
});

function valueOf(of: CellFigures, measure: Measure, asked: Asked): Published {
  const published = publishedIn(measure.published, of.row.onePayroll);
  const { side, secret } = asked;
  if (published.as === 'headcount') return secret ? secretRow(of, asked).count : membersOn(of, side);
  if (published.as === 'share') return shareOf(of, asked);
  if (side === 'others') return withheld('np');
  const about = side === 'engaged' ? theEngaged(of) : everybody(of);
  // What only one payroll tells is not published under a secret condition, with or without noise.
  if (published !== measure.published && about.condition !== null) return withheld('np');
  switch (published.as) {
    case 'count':
      return rowOf(about, published).count;
    case 'percent':
      return rowOf(about, published).share;
    case 'average':
      return scaled(meanOf(about, published), hundredth);
    case 'total':
      return total(scaled(meanOf(about, published), hundredth), membersOn(of, side));
    case 'exact':
      return publicFigure(of.members(), exactValue(about, measure, published.decimals), about.condition);
    case 'subset':
      return subsetOf(about, published);
    case 'sum':
      return sum(published.of.map((name) => valueOf(of, measureOf(name), asked)));
    case 'points':
      return pointsOf(about, published);
    case 'index': {
      return ratio(meanOf(about, published), benchmarkOf(about), (index) => Math.round(index * 1000) / 10);
    }
    default:
      return withheld('np');
  }
}

/** A part that the statement did not select, or an aggregate of nothing, is 0. */
const partOf = ({ of, tally }: Side, name: string): number => Number(tally.parts[of.partAt.get(name)!] ?? 0);

/** Since the second rules a public average has no more decimals than its page shows. */
function exactValue(about: Side, measure: Measure, decimals: number | undefined): number | null {
  const value = measure.value(measure.parts.map(({ key }) => partOf(about, key)));
  if (value === null || decimals === undefined || about.of.row.cell.rules < 2) return value;
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/** The members of a public subset. Of a whole plan their number is public; otherwise they are counted like any group. */
function subsetOf(about: Side, { key }: Extract<PublishedAs, { as: 'subset' }>): Published {
  const { cell } = about.of.row;
  const n = partOf(about, `${key}_n`);
  if (cell.whole) return publicFigure(about.of.members(), n, about.condition);
  if (!isFigure(about.of.members())) return about.of.members();
  const subset = BigInt(about.tally.parts[about.of.partAt.get(`${key}_key`)!] ?? 0);
  return headcount(cell.subset(subset, n));
}

/** The average benchmark follows from ages, so it is as exact as they are. */
function benchmarkOf(about: Side): Published {
  const { of, condition } = about;
  const have = partOf(about, 'benchmark_have');
  const exact = have === 0 ? null : partOf(about, 'benchmark_total') / have;
  if (of.row.onePayroll) return publicFigure(of.members(), exact, condition);
  return condition === null ? meanOf(about, { key: 'benchmark', of: averageBenchmark }) : withheld('np');
}
const averageBenchmark: AverageOf = { ...yearsOf('benchmark'), known: knownLabels.benchmark };

function meanOf(about: Side, { key, of }: { key: string; of: AverageOf }): Published {
  const amounts = {
    have: partOf(about, `${key}_have`),
    nonzero: partOf(about, `${key}_nonzero`),
    total: partOf(about, `${key}_total`),
    lowest: partOf(about, `${key}_lowest`),
    highest: partOf(about, `${key}_highest`),
  };
  return average(about.of.row.cell, about.of.members(), of, amounts, about.condition);
}

/** The engaged and the others. */
const sidesOf = (of: CellFigures): PublishedCount[] =>
  countsOf(everybody(of), 'engaged', engagedColumn, [of.row.engaged.n, of.row.all.n - of.row.engaged.n]);

/** The published counts of every row of a secret column. */
function countsOf(
  { of, condition }: Side,
  key: string,
  column: SecretColumn,
  values: readonly number[],
): PublishedCount[] {
  const id = condition ? `${key}&` : key;
  const known = of.counted.get(id);
  if (known) return known;
  const boundaries: Boundaries = { noise: column.noise(of.context), hasUnknown: column.hasUnknown };
  const sets = column.rows.map(({ places }) => places);
  const { cell } = of.row;
  const published = category(cell, of.members(), boundaries, values, condition, sets).map((count, at) =>
    !cell.whole && cell.n > 0 && cell.n < leastOf(column, column.rows[at]!, of) ? unpublished : count,
  );
  of.counted.set(id, published);
  return published;
}

/** The fewest members of a group for which a row is published. */
function leastOf(
  { groupsLookBack = 1 }: SecretColumn,
  { groupLeast = 0, groupLeastBefore: before }: SecretRow,
  { context, row }: CellFigures,
): number {
  const { rules } = row.cell;
  if (rules >= 2 && context.lookBack < groupsLookBack) return Infinity;
  return before !== undefined && rules < before.rules ? before.groupLeast : groupLeast;
}

/** The published counts of a column whose members by value are parts: those that the statement counts, and the rest. */
function countsOfParts(about: Side, key: string, column: SecretColumn): PublishedCount[] {
  const counts = column.values.slice(0, -1).map((_, place) => partOf(about, `${key}_${place}`));
  return countsOf(about, key, column, [...counts, about.tally.n - counts.reduce((all, count) => all + count, 0)]);
}

const rowOf = (about: Side, { key, column, wire }: Extract<PublishedAs, { as: 'count' | 'percent' }>): PublishedCount =>
  countsOfParts(about, key, column)[column.rows.findIndex((row) => row.wire === wire)]!;

function secretRow(of: CellFigures, { side, secret }: Asked): PublishedCount {
  const { column, rows } = secret!;
  const rowIn = (about: Side) =>
    countsOf(about, 'secret', column, storedCounts(column, about.tally))[column.rows.indexOf(rows[0]!)]!;
  if (side === 'all') return rowIn(everybody(of));
  const engaged = rowIn(theEngaged(of));
  if (side === 'engaged') return engaged;
  const count = rest(rowIn(everybody(of)).count, engaged.count);
  return { count, share: ratio(count, membersOn(of, 'others'), percent) };
}

/**
 * The percentage of members whose value is known. Without a secret column, the percentage of the cell that the answer's breakdowns
 * divide.
 */
function shareOf(of: CellFigures, asked: Asked): Published {
  if (asked.secret) return secretRow(of, asked).share;
  if (asked.side !== 'all') return sidesOf(of)[asked.side === 'engaged' ? 0 : 1]!.share;
  return ratio(of.members(), of.whole(), percent);
}

/** Mean points from the published shares of the values. */
function pointsOf(about: Side, { key, column, points }: Extract<PublishedAs, { as: 'points' }>): Published {
  const shares = countsOfParts(about, key, column).map(({ share }) => share);
  return meanPoints(shares.slice(0, points.length), points, about.condition?.base ?? about.of.members());
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

/** Whether a figure has the noise of a fact that shares it with an elder, so that its margin is wider. */
function isYoungerTwin({ row: { cell }, context }: CellFigures, published: PublishedAs, asked: Asked): boolean {
  const isTwin = (column: SecretColumn, rows: readonly SecretRow[]) =>
    rows.some(({ places }) => hasTwin(cell, column.noise(context), places));
  switch (published.as) {
    case 'headcount':
    case 'share':
      return asked.secret ? isTwin(asked.secret.column, asked.secret.rows) : isTwin(engagedColumn, engagedColumn.rows);
    case 'count':
    case 'percent':
      return isTwin(
        published.column,
        published.column.rows.filter(({ wire }) => wire === published.wire),
      );
    case 'points':
      return isTwin(published.column, published.column.rows);
    default:
      return false;
  }
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
