import { changeOf, type Cell, type Change } from '../../portal/analytics/result';

/** A published figure of the whole plan at month ends, oldest first. */
export interface Tracked {
  key: string;
  cells: readonly Cell[];
  /** Which direction is good for members. */
  good: 'up' | 'down';
  /** How far its scale reaches: 100 for a share in percent, 5 for stars. */
  scale: number;
}

/** Months in one direction up to the newest. */
export interface Run {
  months: number;
  change: Change;
}

/** What a sentence is about: the change over so many months, or over a run of them. */
export interface Changed {
  key: string;
  is: 'worse' | 'better';
  by: 'run' | 'months12' | 'months3';
  months: number;
  change: Change;
  /** Changes over the other lengths, for the small print; null where there is none. */
  others: { months: 3 | 12; change: Change | null }[];
}

/** Shorter ones are called changes, not runs. */
const LEAST_RUN = 3;
/** How many of a run's steps must go its way. The others are within the margin, so noise alone explains them. */
const STEPS_ITS_WAY = 0.75;
/** Fewer month ends have nothing to compare. */
export const LEAST_MONTHS = 4;
export const SENTENCES = 3;

const isExact = ({ value, about }: Cell) => value !== null && about === null;
const isClear = (change: Change | null): change is Change => change !== null && change.clear && change.by !== 0;

/** The change over the last `months` months; null without a figure at either end. */
export function changeOver(cells: readonly Cell[], months: number): Change | null {
  const [from, to] = [cells.at(-1 - months), cells.at(-1)];
  return from === undefined || to === undefined ? null : changeOf([from, to]);
}

/**
 * The longest run of months that ends at the newest. Its whole change is beyond the margin; a step the other way, or several together, that
 * stay within the margin do not break it.
 */
export function runOf(cells: readonly Cell[]): Run | null {
  const newest = cells.at(-1);
  if (newest === undefined || !isExact(newest)) return null;
  const first = cells.findLastIndex((each) => !isExact(each)) + 1;
  const values = cells.slice(first).map(({ value }) => value!);
  const last = values.length - 1;
  const broken = (back: number) => (newest.margin === null ? back > 0 : back >= newest.margin && back > 0);
  for (let start = 0; start <= last - LEAST_RUN; start += 1) {
    const change = changeOf([cells[first + start]!, newest]);
    if (!isClear(change)) continue;
    // Upwards, whichever way the run goes.
    const up = values.slice(start).map((value) => value * Math.sign(change.by));
    if (up.some((value) => value < up[0]!) || up[1]! <= up[0]!) continue;
    const steps = up.slice(1).map((value, i) => value - up[i]!);
    let [highest, furthestBack] = [up[0]!, 0];
    for (const value of up) {
      highest = Math.max(highest, value);
      furthestBack = Math.max(furthestBack, highest - value);
    }
    if (broken(furthestBack)) continue;
    if (steps.filter((step) => step > 0).length < STEPS_ITS_WAY * steps.length) continue;
    return { months: last - start, change };
  }
  return null;
}

/** How many times its margin a change is. An exact figure has none, so the part of its scale decides: 0.05 stars are as much as one point. */
const weight = ({ by }: Change, margin: number | null, scale: number) =>
  Math.abs(by) / (margin === null || margin === 0 ? scale / 100 : margin);

/** The sentences' rules in their order: of two that say as much, the earlier one is told. */
const rules: readonly { by: Changed['by']; of: (cells: readonly Cell[]) => Run | null }[] = [
  { by: 'run', of: runOf },
  { by: 'months12', of: over(12) },
  { by: 'months3', of: over(3) },
];

function over(months: number) {
  return (cells: readonly Cell[]): Run | null => {
    const change = changeOver(cells, months);
    return isClear(change) ? { months, change } : null;
  };
}

interface Weighed {
  changed: Changed;
  size: number;
}

function told({ key, cells, good, scale }: Tracked): Weighed | null {
  const margin = cells.at(-1)?.margin ?? null;
  const candidates = rules.flatMap(({ by, of }): Weighed[] => {
    const found = of(cells);
    if (found === null) return [];
    const { months, change } = found;
    const is = change.by > 0 === (good === 'up') ? 'better' : 'worse';
    const others = ([3, 12] as const)
      .filter((length) => length !== months && cells.length > length)
      .map((length) => ({ months: length, change: changeOver(cells, length) }));
    return [{ changed: { key, is, by, months, change, others }, size: weight(change, margin, scale) }];
  });
  return candidates.toSorted(worstFirst)[0] ?? null;
}

/** Sorts are stable, so equals keep the order of the rules and of the figures. */
const worstFirst = (a: Weighed, b: Weighed) =>
  a.changed.is === b.changed.is ? b.size - a.size : a.changed.is === 'worse' ? -1 : 1;

/** Whether a change over 3 or 12 months, or that there is none, can be told: both ends are published. */
export const isComparable = ({ cells }: Pick<Tracked, 'cells'>): boolean =>
  [3, 12].some((length) => changeOver(cells, length) !== null);

/** Whether every month is published exactly, so that no run among them is hidden. */
export const areExact = (cells: readonly Cell[]): boolean => cells.every(isExact);

/**
 * What changed beyond its margin, each figure once: what got worse first, by its size over the margin, then what got better. `told` are the
 * sentences, `also` the changes that there is no room for.
 */
export function whatChanged(figures: readonly Tracked[]): { told: Changed[]; also: Changed[] } {
  const all = figures
    .flatMap((figure) => told(figure) ?? [])
    .toSorted(worstFirst)
    .map(({ changed }) => changed);
  return { told: all.slice(0, SENTENCES), also: all.slice(SENTENCES) };
}
