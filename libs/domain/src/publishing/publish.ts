import type { Cell, NoiseTable } from './cell.js';
import { figure, isFigure, nothing, withheld, type Published } from './published.js';

/** Groups smaller than this are never published. */
export const least = 11;

/** A secret condition on the members of a cell, such as being engaged. Cell and key stay public; n is its true count, base its published one. */
export interface Condition {
  label: string;
  n: number;
  base: Published;
}

/** A fact about a cell's members: how many have it, and what part that is of those of whom it is known (percent). */
export interface PublishedCount {
  count: Published;
  share: Published;
}

interface Base {
  n: number;
  base: Published;
  table: NoiseTable;
  /** The label of a fact under the condition: two facts that meet are sorted, and a fact that meets itself is that fact. */
  label: (fact: string) => string;
}

const both = (of: Published): PublishedCount => ({ count: of, share: of });

/** Members of the cell. An empty set is 0. */
export function headcount(cell: Cell): Published {
  if (cell.n === 0) return figure(0);
  if (cell.n < least) return withheld('<11');
  const published = cell.whole ? cell.n : Math.min(cell.plan, cell.n + cell.headcountNoise());
  return published >= least ? figure(published) : withheld('<11');
}

function baseOf(cell: Cell, members: Published, condition: Condition | null): Base {
  if (condition === null)
    return { n: cell.n, base: members, table: cell.whole ? 'plan' : 'group', label: (fact) => fact };
  const { label } = condition;
  const meet = (fact: string) => (fact === label ? fact : [label, fact].sort().join('&'));
  return { n: condition.n, base: condition.base, table: 'group', label: meet };
}

/** Half up to a multiple of `step`. The remainder of a division of doubles is exact, so no tie is missed. */
export function halfUp(value: number, step: number): number {
  const remainder = ((value % step) + step) % step;
  const floor = Math.round((value - remainder) / step);
  return (remainder * 2 >= step ? floor + 1 : floor) * step;
}

/** Under this many members a share is published in whole tens, without its count. */
const exactShares = 50;

/** The limits of 11 on a count of `n` true and `base` published members, of which `k` true and `count` published have the fact. */
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

/** Members with a fact; those of whom it is not known count as without it. */
export function flag(
  cell: Cell,
  members: Published,
  fact: string,
  k: number,
  condition: Condition | null = null,
): PublishedCount {
  const { n, base, table, label } = baseOf(cell, members, condition);
  if (!isFigure(base)) return both(base);
  if (base.value === 0) return { count: figure(0), share: nothing };
  return shown(n, base.value, k, k + cell.noise(table, label(fact)));
}

/** One noisy boundary of a value, by its label: added, or taken away. */
export interface Noise {
  label: string;
  sign: 1 | -1;
}

/** The boundaries between the values of a secret column, in the order of its catalogue. */
export interface Boundaries {
  /** Of each value but the last, which is what the others leave. */
  noise: readonly (readonly Noise[])[];
  /** The last value is 'not known': where it is itself published, shares are of the others. */
  hasUnknown: boolean;
}

/** Values that count up to each label in turn. */
export const cumulative = (labels: readonly string[]): readonly (readonly Noise[])[] =>
  labels.map((label, i) => [{ label, sign: 1 }, ...(i === 0 ? [] : [{ label: labels[i - 1]!, sign: -1 } as const])]);

/**
 * Every value of a category: the difference of its noisy boundaries. `sets` are the answer's rows, as places among the values; without
 * them each value is a row. The noise of an inner boundary of a row cancels out.
 */
export function category(
  cell: Cell,
  members: Published,
  { noise, hasUnknown }: Boundaries,
  counts: readonly number[],
  condition: Condition | null = null,
  sets: readonly (readonly number[])[] = counts.map((_, i) => [i]),
): PublishedCount[] {
  const { n, base, table, label } = baseOf(cell, members, condition);
  if (!isFigure(base)) return sets.map(() => both(base));
  if (base.value === 0) return sets.map(() => ({ count: figure(0), share: nothing }));
  const last = counts.length - 1;
  const valued = noise.map((terms, i) =>
    terms.reduce((sum, each) => sum + each.sign * cell.noise(table, label(each.label)), counts[i]!),
  );
  const all = valued.reduce((sum, value) => sum + value, 0);
  const add = (places: readonly number[], of: readonly number[]) => places.reduce((sum, i) => sum + (of[i] ?? 0), 0);
  const noisy = (places: readonly number[]) =>
    Math.max(0, add(places, valued) + (places.includes(last) ? base.value - all : 0));
  const unknown = hasUnknown ? shown(n, base.value, counts[last]!, noisy([last])) : null;
  const isKnown = unknown !== null && isFigure(unknown.count);
  const [ofN, ofBase] = isKnown ? [n - counts[last]!, base.value - noisy([last])] : [n, base.value];
  return sets.map((places) =>
    places.includes(last)
      ? shown(n, base.value, add(places, counts), noisy(places))
      : shown(ofN, ofBase, add(places, counts), noisy(places)),
  );
}

/**
 * `size`: dollars that everybody has more or less of, whose amounts are multiplied by each member's factor. `presence`: dollars that many
 * do not have. `score`: millionths.
 */
export type AverageKind = 'size' | 'presence' | 'score';

export interface Amounts {
  /** Members with a value, and with one that is not 0. */
  have: number;
  nonzero: number;
  /** Cents, or millionths. */
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

/** Groups of fewer members publish no dollars that many do not have: one amount would weigh too much. */
const presenceLeast = 100;
const deviations = { size: () => 0.3, presence: spread, score: spread } as const;
function spread(table: NoiseTable): number {
  return table === 'plan' ? 6 ** 0.5 : 4;
}

/** A mean in cents, or in hundredths of a score. */
export function average(
  cell: Cell,
  members: Published,
  { kind, top, ...labels }: AverageOf,
  { have, nonzero, total, lowest, highest }: Amounts,
  condition: Condition | null = null,
): Published {
  const { n, base, table, label } = baseOf(cell, members, condition);
  if (!isFigure(base)) return base.because === '<11' ? withheld('<11') : withheld('np');
  if (base.value === 0) return nothing;
  if (have < least || (have < n && have + cell.noise(table, label(labels.known)) < least)) return withheld('<11');
  if (kind === 'presence') {
    if (table === 'group' && n < presenceLeast) return withheld('np');
    if (nonzero < least || nonzero + cell.noise(table, label(labels.some)) < least) return withheld('<11');
  }
  const mean = total / have;
  const distance = Math.max(highest - mean, mean - lowest);
  let noisy = mean + (deviations[kind](table) * distance * cell.deviate(label(labels.average))) / have;
  if (kind === 'score') return figure(Math.round(halfUp(Math.min(Math.max(noisy, 0), top!), 10_000) / 10_000));
  if (lowest >= 0) noisy = Math.max(noisy, 0);
  const dollars = Math.abs(noisy) / 100;
  return figure(halfUp(noisy, dollars >= 10_000 ? 10_000 : dollars >= 1_000 ? 1_000 : 100));
}

/**
 * A figure of public columns alone (average age and salary, employer contributions, joiners and leavers): exact where the cell is
 * published, and never under a secret condition.
 */
export function publicFigure(members: Published, value: number | null, condition: Condition | null = null): Published {
  if (condition !== null) return withheld('np');
  if (!isFigure(members)) return members;
  return value === null || members.value === 0 ? nothing : figure(value);
}

/** What is counted of campaigns and the like: no member stands in it. */
export const notAboutMembers = (value: number): Published => figure(value);
