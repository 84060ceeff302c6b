import { lazy, Suspense, useCallback, useMemo, useRef, type RefObject } from 'react';
import { mapLoaded } from '../../portal/analytics/loaded';
import { monthlyQuery, type View } from '../../portal/analytics/query';
import { useFigures } from '../../portal/analytics/use-figures';
import { CampaignKey } from '../../portal/campaigns/campaign-key';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { markersOf } from '../../portal/campaigns/markers';
import { figureText } from '../../portal/figures/figure-text';
import type { ColumnSeries, Marker, SaveImage } from '../../ui/column-chart';
import { ErrorBoundary } from '../../ui/error-boundary';
import { longMonth, month as monthLabel } from '../../ui/format';
import { Legend } from '../../ui/legend';
import { LinesChart } from '../../ui/lines-chart';
import { savePng } from '../../ui/save-png';
import { NoData } from '../../ui/states';
import { useShownTheme } from '../../ui/theme';
import { StillLoading } from '../../ui/unfinished';
import type { Chosen } from './catalogue';
import { ChartCard, type Drawn } from './chart-card';
import { isQuarterly, tooManyColumns } from './columns';
import { gridOf } from './grid';

const ColumnChart = lazy(() => import('../../ui/column-chart').then((module) => ({ default: module.ColumnChart })));
const HEIGHT = 330;
/** Of the highest column: what stands for parts that are not published. Its height says nothing. */
const STUB = 0.04;

interface Props {
  view: View;
  chosen: Chosen;
  campaigns: Campaign[];
  /** 'Members by gender'. */
  subject: string;
}

/** The metric month by month, by the dimensions: columns where its values add up, else lines. */
export function OverTime(props: Props) {
  const refusal = tooManyColumns(props.view, props.chosen.dimensions);
  return refusal === null ? <Asked {...props} /> : <Refused {...props} refusal={refusal} />;
}

const none = { data: undefined, refreshing: false, failed: false, reference: null, retry: () => undefined };
const Refused = ({ chosen: { metric }, view, subject, refusal }: Props & { refusal: string }) => (
  <ChartCard
    {...{ metric, refusal, note: '', name: '', figures: none, audience: view.audience }}
    title={`${subject}, over time`}
    onPng={() => undefined}
  >
    {() => null}
  </ChartCard>
);

function Asked({ view, chosen, campaigns, subject }: Props) {
  const { metric, dimensions } = chosen;
  const theme = useShownTheme();
  const columns = useRef<SaveImage>(null);
  const lines = useRef<SVGSVGElement>(null);
  const build = useCallback(
    (asked: View) =>
      monthlyQuery(
        asked,
        [metric.name],
        dimensions.map(({ name }) => name),
      ),
    [metric, dimensions],
  );
  const answer = useFigures(view, build);
  const { months = NO_MONTHS, quarterEnds = false, rows } = answer.data ?? {};
  const grid = useMemo(
    () =>
      rows &&
      gridOf(
        rows,
        metric,
        dimensions,
        { head: 'Month', names: months.map(monthLabel), of: ({ month }) => monthLabel(month) },
        theme,
      ),
    [rows, months, metric, dimensions, theme],
  );
  const markers = useMemo(() => markersOf(campaigns, months, quarterEnds), [campaigns, months, quarterEnds]);
  const [first, last] = [months[0], months.at(-1)];
  const name = `${metric.key}-over-time`;
  return (
    <ChartCard
      title={`${subject}, over time`}
      note={
        first && last
          ? `${isQuarterly(view, dimensions) ? 'Quarter end' : 'Month end'}, ${longMonth(first)} to ${longMonth(last)}`
          : ''
      }
      name={name}
      metric={metric}
      audience={view.audience}
      figures={mapLoaded(answer, () => grid!)}
      refusal={answer.refusal && `${answer.refusal}.`}
      onPng={(title, { series }) =>
        void (metric.stackable
          ? columns.current?.(name, title)
          : savePng({ drawing: lines.current!, name, title, items: series }))
      }
    >
      {(drawn) => (
        <>
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            {drawn.grid.series.length > 1 ? <Legend items={drawn.grid.series} /> : <span />}
            {markers.length > 0 && <CampaignKey />}
          </div>
          {metric.stackable ? (
            <Columns drawn={drawn} months={months} markers={markers} save={columns} />
          ) : (
            <div className="mt-4">
              <LinesChart
                label={`${subject}, over time. The same figures are in the table view.`}
                months={months}
                lines={seriesOf(drawn)}
                format={drawn.short}
                markers={markers}
                height={HEIGHT}
                drawingRef={lines}
              />
            </div>
          )}
        </>
      )}
    </ChartCard>
  );
}
const NO_MONTHS: string[] = [];

const seriesOf = ({ grid, full }: Drawn): ColumnSeries[] =>
  grid.series.map(({ name, colour }, at) => {
    const cells = grid.cells.map((row) => row[at]!);
    return {
      name,
      colour,
      values: cells.map(({ value }) => value),
      texts: cells.map((cell) => (cell.value === null && !cell.withheld ? null : figureText(cell, full))),
    };
  });

/** A hatched stub stands on a month of which a part is not published. */
function withStubs(series: ColumnSeries[], { grid, percent }: Drawn): ColumnSeries[] {
  const sums = grid.cells.map((row) => row.reduce((sum, { value }) => sum + (value ?? 0), 0));
  const highest = Math.max(...sums);
  const stubs = grid.cells.map((row) =>
    row.some(({ withheld }) => withheld) ? (percent ? 100 : highest) * STUB : null,
  );
  return stubs.every((stub) => stub === null)
    ? series
    : [...series, { name: 'Not published', colour: 'hatched', values: stubs, texts: stubs.map(() => null) }];
}

interface ColumnsProps {
  drawn: Drawn;
  months: string[];
  markers: Marker[];
  save: RefObject<SaveImage | null>;
}
function Columns({ drawn, months, markers, save }: ColumnsProps) {
  const { grid, percent, full, short } = drawn;
  const theme = useShownTheme();
  // The chart library knows no variables of the page.
  const series = useMemo(
    () =>
      withStubs(seriesOf({ grid, percent, full, short }), { grid, percent, full, short }).map((one) =>
        one.colour.startsWith('var(') ? { ...one, colour: theme === 'dark' ? '#3fa590' : '#1b7f6d' } : one,
      ),
    [grid, percent, full, short, theme],
  );
  const hatched = series.some(({ colour }) => colour === 'hatched');
  return (
    <>
      <div className="-mx-1 mt-4" style={{ minHeight: HEIGHT }}>
        <ErrorBoundary
          fallback={<NoData className="min-h-48">The chart could not be drawn. Its table has the same figures.</NoData>}
        >
          <Suspense fallback={<StillLoading />}>
            <ColumnChart
              label="Columns over time. The same figures are in the table view."
              months={months}
              series={series}
              percent={percent}
              format={short}
              markers={markers}
              height={HEIGHT}
              saveRef={save}
            />
          </Suspense>
        </ErrorBoundary>
      </div>
      {hatched && <p className="text-sm text-ink-3">Hatched: a part that is not published; its height says nothing.</p>}
    </>
  );
}
