import type { Cell, NoiseTable } from './cell.js';
import { figure, isFigure, nothing, withheld, type Published } from './published.js';
import { ownLabel } from './twins.js';

/** Groups smaller than this are never published. */
export const least = 11;

/** A secret condition on a cell's members, such as being engaged. `n` is its true count, `base` its published count. */
export interface Condition {
  label: string;
  n: number;
  base: Published;
  /**
   * Labels of facts that only members under the condition have. With the condition they are the same fact as without it, so they keep that
   * fact's noise.
   */
  impliedBy?: ReadonlySet<string>;
}

/**
 * The members of a cell with a fact: their count, and their share in percent. The share is of all published members or, for the values of
 * a category whose 'not known' is published, of the others.
 */
export interface PublishedCount {
  count: Published;
  share: Published;
}

interface Base {
  n: number;
  base: Published;
  /** The noise table of amounts. */
  table: NoiseTable;
  /** The noise label of a fact under the condition. It does not depend on which of the two is the condition. */
  label: (fact: string) => string;
  /** The noise of the count of members with a fact. */
  noise: (fact: string) => number;
}

const both = (of: Published): PublishedCount => ({ count: of, share: of });

/** The published number of members of a cell; 0 for an empty cell. */
export function headcount(cell: Cell): Published {
  if (cell.n === 0) return figure(0);
  if (cell.n < least) return withheld('<11');
  const published = cell.whole ? cell.n : Math.min(cell.plan, cell.n + cell.headcountNoise());
  return published >= least ? figure(published) : withheld('<11');
}

/**
 * The noise of a fact's count. `draw` draws it for a label. A younger twin has its elder's noise and a draw of its own, so that the two facts
 * cannot be averaged and their published difference has the noise of one fact.
 */
function twinNoise({ elders }: Cell, fact: string, draw: (label: string) => number): number {
  const elder = elders.get(fact);
  return elder === undefined ? draw(fact) : draw(ownLabel(fact)) + elder.sign * draw(elder.label);
}

/** The noise of a fact's count without a condition. Every count's noise is drawn here or under a condition, because facts may be twins. */
export const noiseOf = (cell: Cell, table: NoiseTable, fact: string): number =>
  twinNoise(cell, fact, (label) => cell.noise(table, label));

function baseOf(cell: Cell, members: Published, condition: Condition | null): Base {
  const own = cell.whole ? 'plan' : 'group';
  const alone = (fact: string) => noiseOf(cell, own, fact);
  if (condition === null) return { n: cell.n, base: members, table: own, label: (fact) => fact, noise: alone };
  const { label, n, base, impliedBy } = condition;
  const isAlone = (fact: string) => fact === label || impliedBy?.has(fact) === true;
  const meet = (fact: string) => (isAlone(fact) ? fact : [label, fact].sort().join('&'));
  const draw = (fact: string) => (isAlone(fact) ? cell.noise(own, fact) : cell.noise('group', meet(fact)));
  const noise = (fact: string) => (isAlone(fact) ? alone(fact) : twinNoise(cell, fact, draw));
  return { n, base, table: 'group', label: meet, noise };
}

/** Rounds half up to a multiple of `step`. The remainder of a division of doubles is exact, so no tie is missed. */
export function halfUp(value: number, step: number): number {
  const remainder = ((value % step) + step) % step;
  const floor = Math.round((value - remainder) / step);
  return (remainder * 2 >= step ? floor + 1 : floor) * step;
}

/** With fewer members a share is published in whole tens, without its count. */
const exactShares = 50;

/** Applies the limits of 11. `n` and `base` are the true and published members; `k` and `count` those with the fact. */
function shown(n: number, base: number, k: number, count: number): PublishedCount {
  const fewWith = k < least || count < least;
  const fewWithout = n - k < least || base - count < least;
  if (fewWith) return both(withheld(fewWithout ? 'np' : '<11'));
  if (fewWithout) return { count: withheld('np'), share: withheld('least', Math.floor((100 * (base - 10)) / base)) };
  if (base < exactShares)
    return {
      count: withheld('np'),
      share: figure(10 * Math.floor((200 * count + 10 * base) / (20 * base)), { rounded: true }),
    };
  return { count: figure(count), share: figure(Math.floor((2000 * count + base) / (2 * base)) / 10) };
}

/** The members with a fact. Members for whom it is unknown count as without it. */
export function flag(
  cell: Cell,
  members: Published,
  fact: string,
  k: number,
  condition: Condition | null = null,
): PublishedCount {
  const { n, base, noise } = baseOf(cell, members, condition);
  if (!isFigure(base)) return both(base);
  if (base.value === 0) return { count: figure(0), share: nothing };
  return shown(n, base.value, k, k + noise(fact));
}

/** One noisy boundary of a value: its label, and whether it is added or subtracted. */
export interface Noise {
  label: string;
  sign: 1 | -1;
}

/** The boundaries between the values of a secret column, in the order of its catalogue. */
export interface Boundaries {
  /** The noise of each value but the last, which is the remainder. */
  noise: readonly (readonly Noise[])[];
  /** Whether the last value is 'not known'. Where it is published, shares are of the other values. */
  hasUnknown: boolean;
}

/** The noise of values whose counts are cumulative up to each label. */
export const cumulative = (labels: readonly string[]): readonly (readonly Noise[])[] =>
  labels.map((label, i) => [{ label, sign: 1 }, ...(i === 0 ? [] : [{ label: labels[i - 1]!, sign: -1 } as const])]);

/**
 * Whether the noise of values of a category, taken together, includes a younger twin's. The last value, which is the rest, has the noise of
 * the last boundary.
 */
export function hasTwin({ elders }: Cell, noise: Boundaries['noise'], places: readonly number[]): boolean {
  const times = new Map<string, number>();
  const isRest = places.includes(noise.length);
  for (const [place, terms] of noise.entries()) {
    const drawn = (places.includes(place) ? 1 : 0) - (isRest ? 1 : 0);
    for (const { label, sign } of terms) times.set(label, (times.get(label) ?? 0) + drawn * sign);
  }
  return [...times].some(([label, drawn]) => drawn !== 0 && elders.has(label));
}

/**
 * Publishes every value of a category as the difference of its noisy boundaries. `sets` are the answer's rows as indexes of values, by
 * default one row per value. The noise of a boundary inside a row cancels out.
 */
export function category(
  cell: Cell,
  members: Published,
  boundaries: Boundaries,
  counts: readonly number[],
  condition: Condition | null = null,
  sets: readonly (readonly number[])[] = counts.map((_, i) => [i]),
): PublishedCount[] {
  const { n, base, noise } = baseOf(cell, members, condition);
  if (!isFigure(base)) return sets.map(() => both(base));
  if (base.value === 0) return sets.map(() => ({ count: figure(0), share: nothing }));
  const last = counts.length - 1;
  const valued = boundaries.noise.map((terms, i) =>
    terms.reduce((sum, each) => sum + each.sign * noise(each.label), counts[i]!),
  );
  const all = valued.reduce((sum, value) => sum + value, 0);
  const add = (places: readonly number[], of: readonly number[]) => places.reduce((sum, i) => sum + (of[i] ?? 0), 0);
  const noisy = (places: readonly number[]) =>
    Math.max(0, add(places, valued) + (places.includes(last) ? base.value - all : 0));
  const unknown = boundaries.hasUnknown ? shown(n, base.value, counts[last]!, noisy([last])) : null;
  const isKnown = unknown !== null && isFigure(unknown.count);
  const [ofN, ofBase] = isKnown ? [n - counts[last]!, base.value - noisy([last])] : [n, base.value];
  return sets.map((places) =>
    places.includes(last)
      ? shown(n, base.value, add(places, counts), noisy(places))
      : shown(ofN, ofBase, add(places, counts), noisy(places)),
  );
}

/**
 * `size`: dollars that every member has, multiplied by each member's factor. `presence`: dollars that many members do not have.
 * `age`: hundredths of a year, where a plan's employers do not share one payroll. `score`: millionths.
 */
export type AverageKind = 'size' | 'presence' | 'age' | 'score';

export interface Amounts {
  /** Members with a value, and members with a value other than 0. */
  have: number;
  nonzero: number;
  /** Cents, hundredths of a year, or millionths. */
  total: number;
  lowest: number;
  highest: number;
}

export interface AverageOf {
  kind: AverageKind;
  /** The greatest score, in millionths. */
  top?: number;
  average: string;
  known: string;
  some: string;
}

/** Smaller groups publish no `presence` dollars and no `age`, because a single amount would weigh too much. */
export const presenceLeast = 100;
/** In hundredths. */
const tenthOfYear = 10;
const deviations = { size: () => 0.3, presence: spread, age: spread, score: spread } as const;
function spread(table: NoiseTable): number {
  return table === 'plan' ? 6 ** 0.5 : 4;
}

/** A published mean in cents, in hundredths of a year, or in hundredths of a score. */
export function average(
  cell: Cell,
  members: Published,
  { kind, top, ...labels }: AverageOf,
  { have, nonzero, total, lowest, highest }: Amounts,
  condition: Condition | null = null,
): Published {
  const { n, base, table, label, noise } = baseOf(cell, members, condition);
  if (!isFigure(base)) return base.because === '<11' ? withheld('<11') : withheld('np');
  if (base.value === 0) return nothing;
  if (have < least || (have < n && have + noise(labels.known) < least)) return withheld('<11');
  if ((kind === 'presence' || kind === 'age') && table === 'group' && n < presenceLeast) return withheld('np');
  if (kind === 'presence' && (nonzero < least || nonzero + noise(labels.some) < least)) return withheld('<11');
  const mean = total / have;
  const distance = Math.max(highest - mean, mean - lowest);
  let noisy = mean + (deviations[kind](table) * distance * cell.deviate(label(labels.average))) / have;
  if (kind === 'score') return figure(Math.round(halfUp(Math.min(Math.max(noisy, 0), top!), 10_000) / 10_000));
  if (lowest >= 0) noisy = Math.max(noisy, 0);
  if (kind === 'age') return figure(halfUp(noisy, tenthOfYear));
  const dollars = Math.abs(noisy) / 100;
  return figure(halfUp(noisy, dollars >= 10_000 ? 10_000 : dollars >= 1_000 ? 1_000 : 100));
}

/**
 * A figure of public columns alone: average age and salary, employer contributions, joiners and leavers. It is exact where the cell is
 * published, and withheld under a secret condition.
 */
export function publicFigure(members: Published, value: number | null, condition: Condition | null = null): Published {
  if (condition !== null) return withheld('np');
  if (!isFigure(members)) return members;
  return value === null || members.value === 0 ? nothing : figure(value);
}

/** A count of campaigns or of other things that are not members. */
export const notAboutMembers = (value: number): Published => figure(value);
