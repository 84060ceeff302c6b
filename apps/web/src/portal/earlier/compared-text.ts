import { changeOf, NO_CELL, type Cell, type Change } from '../analytics/result';
import { lastOfMonth } from '../period/period';
import { date, number } from '../../ui/format';
import { COMPARED, type CompareKey } from '../compare/compare';

/** The form of a difference: percent, percentage points, or the figure's own unit with a number of decimals. */
export interface Measured {
  unit: '%' | 'pp' | '';
  digits: number;
}
export const inPercent: Measured = { unit: '%', digits: 1 };
export const inPoints: Measured = { unit: 'pp', digits: 1 };

export interface ComparedWith {
  key: CompareKey;
  /** One cell per month: those of the period, and those that it is compared with. */
  cells: Cell[];
  earlier: Cell[];
  /** The months of `earlier`, yyyy-MM. */
  months: string[];
}

const isThere = ({ value, withheld }: Cell) => value !== null || withheld !== null;
const monthEnd = (month: string) => date(lastOfMonth(`${month}-01`));
const suffix = { '%': '%', pp: ' pp', '': '' };

/** `4.2%`; null if the difference rounds to zero; undefined if it is not known. */
function sizeOf({ by, percent, rounded }: Change, { unit, digits }: Measured): string | null | undefined {
  const size = unit === '%' ? percent : by;
  if (size === null) return undefined;
  const text = number(Math.abs(size), rounded && unit !== '' ? 0 : digits);
  return Number(text.replaceAll(',', '')) === 0 ? null : `${text}${suffix[unit]}`;
}

/**
 * The comparison in words. Against a year before, it gives the difference of the newest figures. The previous period
 * ends where this one starts, so for it the sentence gives the change within that period.
 */
export function comparedText({ key, cells, earlier, months }: ComparedWith, measured: Measured, dated = true): string {
  const last = months.at(-1);
  const end = last === undefined || !dated ? '' : ` (${key === 'previous' ? 'to ' : ''}${monthEnd(last)})`;
  if (!earlier.some(isThere)) return `${COMPARED[key]}${end}: no figures.`;
  if (key === 'year') {
    const change = changeOf([earlier.at(-1) ?? NO_CELL, cells.at(-1) ?? NO_CELL]);
    const size = change && sizeOf(change, measured);
    if (!change || size === undefined) return `A year before${end}: not published.`;
    if (!change.clear) return `No clear change from a year before${end}.`;
    if (size === null) return `The same as a year before${end}.`;
    return `${size} ${change.by > 0 ? 'more' : 'less'} than a year before${end}.`;
  }
  // A plan that is younger than the previous period has figures for only part of it.
  const from = earlier.findIndex(isThere);
  const since = from > 0 ? `, since ${monthEnd(months[from]!)}` : '';
  const change = changeOf(earlier);
  const size = change && sizeOf(change, measured);
  if (!change || size === undefined) return `Previous period${end}: change not published.`;
  if (!change.clear) return `Previous period${end}: no clear change${since}.`;
  if (size === null) return `Previous period${end}: no change${since}.`;
  return `Previous period${end}: ${change.by > 0 ? '+' : '−'}${size}${since}.`;
}
