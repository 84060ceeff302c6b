import { NO_CELL, type Cell } from '../../../portal/analytics/result';
import { number } from '../../../ui/format';

/**
 * Says by how many members the parts of a whole are more or fewer than the headcount that is published beside them. Every figure is adjusted
 * by itself (docs/privacy.md). Null where they agree, or where one of them is not published, so that nobody can add them up.
 */
export function tiedText(
  parts: readonly Cell[],
  headcount: Cell,
  because = 'each figure is adjusted by itself',
): string | null {
  const together = parts.reduce<number | null>(
    (sum, { value }) => (sum === null || value === null ? null : sum + value),
    0,
  );
  if (together === null || headcount.value === null || together === headcount.value) return null;
  return `Together ${number(together)}, beside a headcount of ${number(headcount.value)}: ${because}.`;
}

/** The headcount of a month (yyyy-MM) of a trend. */
export const headcountOf = (
  { cells, months }: { cells: readonly Cell[]; months: readonly string[] },
  month: string | null,
): Cell => (month === null ? undefined : cells[months.indexOf(month)]) ?? NO_CELL;
