import type { CodedShare } from '@superscope/contracts/analytics/answer';
import type { DimensionName } from '@superscope/contracts/analytics/names';
import { label, NO_CELL, type Cell, type Row } from './result';

const COUNT = 'MemberSnapshot.countMembers';

/** How many have a property, and what part that is of those of whom it is known. */
export interface Share {
  count: Cell;
  /** 0..1 where it is exact. */
  ratio: number | null;
  /** Instead of an exact ratio, what may be said: `<11`, `at least 94%`, `about 52%`, `np`. */
  said: string | null;
  /** 0..1: what the share certainly reaches when it is not exact. */
  least: number | null;
}
export const NO_SHARE: Share = { count: NO_CELL, ratio: null, said: null, least: null };
const hidden = (count: Cell): Share => ({ count, ratio: null, said: count.withheld, least: null });

/** Rows whose value is known: the others count in neither part of a share. */
const isKnown = (row: Row, dimension: DimensionName) => ![null, 'Unknown'].includes(row.text(dimension));

/**
 * The share of one value among the rows of one month. `headcount` is all members of the same view, where it is known: it
 * is the whole when a part is withheld and every member's value is known. `absent` stands for a month without rows.
 */
export function shareOf(
  rows: Row[],
  dimension: DimensionName,
  value: string,
  { headcount = NO_CELL, absent = NO_CELL }: { headcount?: Cell | undefined; absent?: Cell } = {},
): Share {
  if (rows.length === 0) return hidden(absent);
  const known = rows.filter((row) => isKnown(row, dimension));
  if (known.length === 0) return NO_SHARE;
  const wanted = known.filter((row) => label(row.text(dimension)!) === value);
  const count = wanted[0]?.cell(COUNT) ?? { value: 0, withheld: null };
  const coded = known.find((row) => row.share)?.share;
  if (coded) return { count, ratio: null, ...codedShare(coded, value === 'Yes') };

  const cells = known.map((row) => row.cell(COUNT));
  if (count.withheld) return hidden(count);
  const partly = cells.some((c) => c.withheld);
  // Whatever the withheld part comes to, nobody is none of it.
  if (partly && count.value === 0) return { count, ratio: 0, said: null, least: null };
  const whole = partly && known.length === rows.length ? headcount.value : null;
  if (count.value === null || (partly && whole === null)) return { count, ratio: null, said: 'np', least: null };
  const all = whole ?? cells.reduce((sum, c) => sum + (c.value ?? 0), 0);
  return all === 0 ? NO_SHARE : { count, ratio: count.value / all, said: null, least: null };
}

/** The coded share is of Yes; of No only its other side may be said. */
function codedShare(share: CodedShare, ofYes: boolean): Pick<Share, 'said' | 'least'> {
  if (share.kind === 'about') {
    const percent = ofYes ? share.percent : 100 - share.percent;
    return { said: `about ${percent}%`, least: percent / 100 };
  }
  if ((share.kind === 'below') === ofYes) return { said: '<11', least: null };
  if (share.kind === 'below') return { said: 'np', least: null };
  return { said: `at least ${share.percent}%`, least: share.percent / 100 };
}

/** The shares of one value, month by month; `headcounts` go with the months. */
export const monthlyShares = (
  rows: Row[],
  months: string[],
  dimension: DimensionName,
  value: string,
  { headcounts = [], absent = NO_CELL }: { headcounts?: Cell[]; absent?: Cell } = {},
): Share[] =>
  months.map((month, at) => {
    const ofMonth = rows.filter((row) => row.month === month);
    return shareOf(ofMonth, dimension, value, { headcount: headcounts[at], absent });
  });

/** Change of a share in percentage points, from the first month with one to the last. */
export function pointsChange(shares: Share[]): number | null {
  const from = shares.find((share) => share.ratio !== null || share.said !== null)?.ratio ?? null;
  const to = shares.at(-1)?.ratio ?? null;
  return from === null || to === null ? null : (to - from) * 100;
}
