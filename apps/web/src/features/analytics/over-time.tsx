import { useCallback, useMemo, useRef } from 'react';
import { mapLoaded, together } from '../../portal/analytics/loaded';
import { monthlyQuery, type View } from '../../portal/analytics/figures-view';
import { NO_CELL, type Row } from '../../portal/analytics/result';
import { useFigures } from '../../portal/analytics/use-figures';
import { useShownToday } from '../../portal/as-of/use-as-of';
import { COMPARED } from '../../portal/compare/compare';
import { busyWith, useEarlier } from '../../portal/earlier/use-earlier';
import { CampaignKey } from '../../portal/campaigns/campaign-key';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { useFileOrigin } from '../../portal/files/file-origin';
import { markersOf } from '../../portal/campaigns/markers';
import { isOfTheMonth, isRunning } from '../../portal/period/running-month';
import type { SaveImage } from '../../ui/column-chart';
import { longMonth, month as monthLabel } from '../../ui/format';
import { Legend, type LegendItem } from '../../ui/legend';
import { LinesChart, type Line } from '../../ui/lines-chart';
import { savePng } from '../../ui/save-png';
import { useShownTheme } from '../../ui/theme';
import type { Chosen, Metric } from './catalogue';
import { ResultChart, type Drawn } from './result-chart';
import { isQuarterly, tooManyColumns, windowNote } from './columns';
import { eventRefusal, isContacts, isEvent, monthlyEvents } from './event-metrics';
import { gridOf, partOf, withEarlier, withWholes } from './grid';
import { Columns, seriesOf } from './over-time-columns';

const HEIGHT = 330;

interface Props {
  view: View;
  chosen: Chosen;
  campaigns: Campaign[];
  /** 'Members by gender'. */
  subject: string;
}

/** The metric by month and dimensions: columns if its values add up, otherwise lines. */
export function OverTime(props: Props) {
  const { view, chosen } = props;
  const refusal = eventRefusal(view, chosen.metric) ?? tooManyColumns(view, chosen.dimensions);
  return refusal === null ? <Asked {...props} /> : <Refused {...props} refusal={refusal} />;
}

const none = { data: undefined, refreshing: false, failed: false, reference: null, retry: () => undefined };
const Refused = ({ chosen: { metric }, view, subject, refusal }: Props & { refusal: string }) => (
  <ResultChart
    metric={metric}
    refusal={refusal}
    note=""
    name=""
    figures={none}
    audience={view.audience}
    title={`${subject}, over time`}
    onPng={() => undefined}
  >
    {() => null}
  </ResultChart>
);

function Asked({ view, chosen, campaigns, subject }: Props) {
  const { metric, dimensions } = chosen;
  const theme = useShownTheme();
  const today = useShownToday();
  const columns = useRef<SaveImage>(null);
  const lines = useRef<SVGSVGElement>(null);
  const build = useCallback(
    (asked: View) =>
      isEvent(metric)
        ? monthlyEvents(asked, metric, dimensions)
        : monthlyQuery(
            asked,
            [metric.name],
            dimensions.map(({ name }) => name),
          ),
    [metric, dimensions],
  );
  const answer = useFigures(view, build);
  const isSplit = dimensions.length > 0 && metric.stackable && !isEvent(metric) && view.audience === 'employer';
  const buildWhole = useCallback(
    (asked: View) => (isSplit ? monthlyQuery(asked, [metric.name]) : build(asked)),
    [isSplit, metric, build],
  );
  // The whole of each month is published on its own, also where its parts are not. Without a split this is the same question.
  const whole = useFigures(view, buildWhole);
  const { months = NO_MONTHS, quarterEnds = false, rows } = answer.data ?? {};
  const earlier = useEarlier(view, build, answer.data, isQuarterly(view, dimensions));
  const compared = earlier && COMPARED[earlier.key];
  const before = earlier?.data;
  const grid = useMemo(() => {
    const gridBy = (of: readonly Row[], by: readonly string[]) =>
      gridOf(
        of,
        metric,
        dimensions,
        { head: 'Month', names: by.map(monthLabel), of: ({ month }) => monthLabel(month) },
        theme,
      );
    const parts = rows && gridBy(rows, months);
    const published = months.map(
      (month) => whole.data?.rows.find((row) => row.month === month)?.cell(metric.name) ?? NO_CELL,
    );
    const own = parts && isSplit ? withWholes(parts, published) : parts;
    return own && before && compared ? withEarlier(own, gridBy(before.rows, before.months), compared) : own;
  }, [rows, months, whole.data, isSplit, before, compared, metric, dimensions, theme]);
  const markers = useMemo(() => markersOf(campaigns, months, quarterEnds), [campaigns, months, quarterEnds]);
  const [first, last] = [months[0], months.at(-1)];
  // What happens within a month is not complete in one that is not over. Only exact figures have such a month.
  const hasPart = (isEvent(metric) || dimensions.some(({ name }) => isOfTheMonth(name))) && isRunning(last, today);
  const name = `${metric.key}-over-time`;
  const span = first && last && `${monthLabel(first)} to ${monthLabel(last)}`;
  const origin = useFileOrigin();
  return (
    <ResultChart
      title={`${subject}, over time`}
      note={
        first && last
          ? `${metric.event ? 'By month' : isQuarterly(view, dimensions) ? 'Quarter end' : 'Month end'}, ${longMonth(first)} to ${longMonth(last)}${windowNote(view, dimensions, isContacts(metric))}${hasPart ? `; ${longMonth(last)} is not over` : ''}`
          : ''
      }
      name={name}
      of={span}
      metric={metric}
      audience={view.audience}
      figures={busyWith(
        mapLoaded(together(answer, whole), () => grid!),
        earlier,
      )}
      refusal={answer.refusal && `${answer.refusal}.`}
      onPng={(title, { series }) =>
        void (metric.stackable
          ? columns.current?.(name, title, origin.foot(title, span))
          : savePng({ drawing: lines.current!, name, title, items: series, foot: origin.foot(title, span) }))
      }
    >
      {(drawn) => (
        <>
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            {drawn.grid.series.length > 1 ? <Legend items={legendOf(drawn, metric, compared)} /> : <span />}
            {markers.length > 0 && <CampaignKey />}
          </div>
          {metric.stackable ? (
            <Columns
              drawn={drawn}
              compared={compared}
              months={months}
              markers={markers}
              height={HEIGHT}
              save={columns}
            />
          ) : (
            <div className="mt-4">
              <LinesChart
                label={`${subject}, over time. The same figures are in the table view.`}
                months={months}
                lines={linesOf(drawn)}
                format={drawn.short}
                markers={markers}
                height={HEIGHT}
                drawingRef={lines}
              />
            </div>
          )}
        </>
      )}
    </ResultChart>
  );
}
const NO_MONTHS: string[] = [];

const GREY = 'var(--hatch)';

/** A comparison is drawn as one grey column per month, however many parts the columns have. */
function legendOf({ grid, percent }: Drawn, { stackable }: Metric, compared: string | null): LegendItem[] {
  if (!stackable) return grid.series;
  const parts = partOf(grid, false).series;
  return compared && !percent && parts.length < grid.series.length
    ? [...parts, { name: compared, colour: GREY }]
    : parts;
}

const linesOf = (drawn: Drawn): Line[] =>
  seriesOf(drawn).map((one, at) => ({ ...one, dashed: drawn.grid.series[at]!.dashed ?? false }));
