import type { IsoDate } from './calendar-dates.js';

/** What is in force on a day: the newest with `validFrom` on or before it; the first, before that one's day; null when there is none. */
export function inForceOn<Dated extends { readonly validFrom: IsoDate }>(
  oldestFirst: readonly Dated[],
  day: IsoDate,
): Dated | null {
  return oldestFirst.findLast(({ validFrom }) => validFrom <= day) ?? oldestFirst[0] ?? null;
}
