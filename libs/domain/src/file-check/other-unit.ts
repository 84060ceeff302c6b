import { unitCalled, type UnitName } from './units.js';

/** A median of fewer values than this says little. */
const fewestForMedian = 3;

/** Two medians differ by a unit's factor if they do within this much, which is more than a fund's figures move between two files. */
const within = 1.5;

/** The size of a column's values: those that are not 0, without their signs. */
export interface ColumnSize {
  readonly count: number;
  /** Null without values. */
  readonly median: number | null;
  readonly largest: number;
}

/** The size of some values. They need not be all of a column's: every nth will do. */
export function sizeOf(values: readonly number[]): ColumnSize {
  const sizes = values.filter((value) => value !== 0).map(Math.abs);
  sizes.sort((a, b) => a - b);
  const middle = sizes.length >> 1;
  const median =
    sizes.length === 0 ? null : sizes.length % 2 === 1 ? sizes[middle]! : (sizes[middle - 1]! + sizes[middle]!) / 2;
  return { count: sizes.length, median, largest: sizes.at(-1) ?? 0 };
}

/**
 * Why a column's values look as if they were in another unit: a percentage without a value above 1, or a median that is a known factor away
 * from the last file's. Null if they do not. Without a last file only the first can be told.
 */
export function otherUnitProblem(
  { column, unit }: { column: string; unit: UnitName },
  now: ColumnSize,
  last: ColumnSize | null,
): string | null {
  const { text, fractionsFrom, mistakes } = unitCalled(unit);
  // The last file may have been so too: then these are what the fund's figures are.
  const wasSo = last !== null && last.count > 0 && last.largest <= 1;
  const areEnough = fractionsFrom !== undefined && now.count >= fractionsFrom;
  if (areEnough && now.largest <= 1 && !wasSo)
    return `No value of ${column} is above 1, so they look like fractions. Its unit is ${text}: 70 for 70 %.`;
  if (last === null || now.median === null || last.median === null) return null;
  if (now.count < fewestForMedian || last.count < fewestForMedian) return null;
  const ratio = now.median / last.median;
  const mistake = mistakes.find(({ times }) => ratio > times / within && ratio < times * within);
  if (mistake === undefined) return null;
  return `The median of ${column} is ${shown(now.median)}, and was ${shown(last.median)} in the last file, so its values look like ${mistake.words}. Its unit is ${text}.`;
}

const shown = (value: number): string => value.toLocaleString('en-AU', { maximumSignificantDigits: 6 });
