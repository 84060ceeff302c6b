import { month } from '../../ui/format';
import type { CsvCell } from '../../ui/save-csv';
import { countText, csvCell, shareText } from '../figures/figure-text';
import type { Series } from '../figures/use-distribution';

/** The rows of a `MonthTable` as a CSV has them: numbers, or why there is none. */
export const monthRows = (parts: readonly Series[], months: readonly string[], percent: boolean): CsvCell[][] => [
  ['Month', ...parts.map(({ name }) => (percent ? `${name}, %` : name))],
  ...months.map((at, row) => [
    month(at),
    ...parts.map(({ monthly }): CsvCell => {
      const { count, share } = monthly[row]!;
      return percent ? csvCell(share, shareText) : csvCell(count, countText);
    }),
  ]),
];
