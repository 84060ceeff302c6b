import { useMemo, type RefObject } from 'react';
import { figureText } from '../../portal/figures/figure-text';
import type { ColumnSeries, Marker, SaveImage } from '../../ui/column-chart';
import { LazyColumnChart } from '../../ui/lazy-column-chart';
import { useShownTheme } from '../../ui/theme';
import { token } from '../../ui/token';
import type { Drawn } from './result-chart';
import { partOf, wholes } from './grid';

/** Share of the highest column that stands for unpublished parts. Its height carries no information. */
const STUB = 0.04;

export const seriesOf = ({ grid, full }: Pick<Drawn, 'grid' | 'full'>): ColumnSeries[] =>
  grid.series.map(({ name, colour }, at) => {
    const cells = grid.cells.map((row) => row[at]!);
    return {
      name,
      colour,
      values: cells.map(({ value }) => value),
      texts: cells.map((cell) =>
        cell.value === null && !cell.withheld ? null : figureText(cell, full, grid.few.cell),
      ),
    };
  });

/** Hatching on a month with an unpublished part: what the published parts leave of a published whole, otherwise a stub. */
function withStubs(series: ColumnSeries[], { grid, percent }: Pick<Drawn, 'grid' | 'percent'>): ColumnSeries[] {
  const sums = grid.cells.map((row) => row.reduce((sum, { value }) => sum + (value ?? 0), 0));
  const highest = Math.max(...sums);
  const stubs = grid.cells.map((row, at) => {
    if (!row.some(({ withheld }) => withheld)) return null;
    const whole = percent ? 100 : (grid.totals?.[at]?.value ?? 0);
    return Math.max(whole - sums[at]!, (percent ? 100 : highest) * STUB);
  });
  return stubs.every((stub) => stub === null)
    ? series
    : [...series, { name: 'Not published', colour: 'hatched', values: stubs, texts: stubs.map(() => null) }];
}

/** What the hatching of a column means. `isRest`: its height is what the published parts leave of the whole. */
const hatchText = (isRest: boolean) =>
  isRest
    ? 'Hatched: the rest of a month, whose split is not published.'
    : 'Hatched: a part that is not published; its height says nothing.';

interface ColumnsProps {
  drawn: Drawn;
  compared: string | null;
  months: string[];
  markers: Marker[];
  height: number;
  save: RefObject<SaveImage | null>;
}

/** The metric as columns stacked by month, each with a grey column of its comparison. */
export function Columns({ drawn, compared, months, markers, height, save }: ColumnsProps) {
  const { grid, percent, full, short } = drawn;
  const theme = useShownTheme();
  const earlier = useMemo(() => {
    const before = partOf(grid, true);
    // Shares add up to 100 % in every month, so a total says nothing.
    if (!compared || percent || before.series.length === 0) return null;
    const cells = wholes(before);
    return {
      name: compared,
      colour: token('hatch'),
      values: cells.map(({ value }) => value),
      texts: cells.map((cell) => figureText(cell, full, grid.few.cell)),
    };
    // Design tokens change with the theme.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [grid, compared, percent, full, theme]);
  // The chart library cannot resolve CSS variables.
  const series = useMemo(() => {
    const now = partOf(grid, false);
    return withStubs(seriesOf({ grid: now, full }), { grid: now, percent }).map((one) =>
      one.colour.startsWith('var(') ? { ...one, colour: theme === 'dark' ? '#3fa590' : '#1b7f6d' } : one,
    );
  }, [grid, percent, full, theme]);
  const hatched = series.some(({ colour }) => colour === 'hatched');
  return (
    <>
      <LazyColumnChart
        label="Columns over time. The same figures are in the table view."
        months={months}
        series={series}
        percent={percent}
        earlier={earlier}
        format={short}
        markers={markers}
        height={height}
        saveRef={save}
      />
      {hatched && <p className="text-sm text-ink-3">{hatchText(percent || grid.totals !== undefined)}</p>}
    </>
  );
}
