import type { Cell } from '../analytics/result';
import type { ColumnSeries } from '../../ui/column-chart';
import { seriesColour } from '../figures/series-colour';
import type { ShownTheme } from '../../ui/theme';
import { countText, shareText } from '../figures/figure-text';
import type { Series } from '../figures/use-distribution';

/** Of the highest column: what at least stands for parts of a month that are not published. Its height says nothing. */
const STUB = 0.04;

const isUnpublished = ({ value, withheld }: Cell) => value === null && withheld !== null;

export interface Columns {
  series: ColumnSeries[];
  /** Nothing is published that could be drawn. */
  nothing: boolean;
  /** Nobody has any of the values. */
  nobody: boolean;
}

/** The published figures of each month as columns, a hatched stub on those of which a part is not published. */
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
