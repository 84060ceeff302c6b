import { cell, NO_CELL, withheldCell, type Cell } from '../analytics/result';
import type { ColumnSeries } from '../../ui/column-chart';
import { seriesColour } from '../figures/series-colour';
import type { ShownTheme } from '../../ui/theme';
import { token } from '../../ui/token';
import { countText, shareText } from '../figures/figure-text';
import type { Series } from '../figures/use-distribution';

/** The least height of the stub for the unpublished parts of a month, relative to the highest column. It carries no information. */
const STUB = 0.04;

const isUnpublished = ({ value, withheld }: Cell) => value === null && withheld !== null;

export interface Columns {
  series: ColumnSeries[];
  /** Nothing is published that could be drawn. */
  nothing: boolean;
  /** No member has any of the values. */
  nobody: boolean;
}

/** The published figures of each month as stacked columns, with a hatched stub on months that have unpublished parts. */
export function columnsOf(parts: Series[], percent: boolean, theme: ShownTheme): Columns {
  const cellsOf = ({ monthly }: Series) => monthly.map(({ share, count }) => (percent ? share : count));
  const shown = parts.map((part) => {
    const cells = cellsOf(part);
    return {
      name: part.name,
      colour: seriesColour('nomination', part.name, theme),
      values: cells.map(({ value }) => value),
      texts: cells.map((cell) =>
        cell.value === null && !cell.withheld ? null : percent ? shareText(cell) : countText(cell),
      ),
    };
  });
  const sums = (parts[0]?.monthly ?? []).map((_, at) => shown.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const highest = Math.max(0, ...sums);
  const stubs = sums.map((sum, at) => {
    if (!parts.some((part) => isUnpublished(cellsOf(part)[at]!))) return null;
    return percent ? Math.max(100 * STUB, 100 - sum) : highest * STUB;
  });
  const partly = stubs.some((stub) => stub !== null);
  return {
    series: partly
      ? [...shown, { name: 'Not published', colour: 'hatched', values: stubs, texts: stubs.map(() => null) }]
      : shown,
    nothing: highest === 0,
    nobody: highest === 0 && !partly,
  };
}

/** The total number of members in a month; withheld if any part is. */
const wholeOf = (parts: readonly Series[], at: number): Cell => {
  const cells = parts.map(({ monthly }) => monthly[at]?.count ?? NO_CELL);
  if (cells.some(isUnpublished)) return withheldCell('np');
  const known = cells.flatMap(({ value }) => value ?? []);
  return known.length === 0 ? NO_CELL : cell(known.reduce((sum, value) => sum + value, 0));
};

/** The figures that the columns are compared with: one grey column beside each, of all nominations together. */
export function earlierColumn(parts: readonly Series[], months: readonly string[], name: string): ColumnSeries {
  const cells = months.map((_, at) => wholeOf(parts, at));
  return { name, colour: token('hatch'), values: cells.map(({ value }) => value), texts: cells.map(countText) };
}

/** The figures of a table, followed by those that they are compared with. */
export const withEarlierParts = (parts: readonly Series[], earlier: readonly Series[], compared: string): Series[] => [
  ...parts,
  ...earlier.map(({ name, monthly }) => ({ name: `${name}, ${compared.toLowerCase()}`, monthly })),
];
