import { cell, NO_CELL, type Cell } from '../analytics/result';
import type { Distribution } from './use-distribution';

/** The standards that members are projected to reach, by the names that answers have, lowest first. */
export const STANDARDS = ['Inadequate', 'Modest', 'Comfortable', 'Aspirational'] as const;

const BELOW = 'Below Modest';
/** The name of a standard on screens: the lowest has the name of the area's concern, so that one thing has one name. */
export const standardName = (name: string): string => (name === 'Inadequate' ? BELOW : name);

/** The share of members who are heading for Modest or better, strictly; null if a part of it is not published. */
export function atLeastModest({ series }: Distribution): Cell | null {
  const better = series.filter(({ name }) => name !== 'Inadequate' && name !== 'Unknown');
  const shares = better.map(({ monthly }) => monthly.at(-1)?.share ?? NO_CELL);
  if (shares.length === 0 || shares.some(({ value, about }) => value === null || about !== null)) return null;
  return cell(Math.round(10 * shares.reduce((sum, { value }) => sum + value!, 0)) / 10);
}
