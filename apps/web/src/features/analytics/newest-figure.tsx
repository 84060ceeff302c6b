import { useCallback } from 'react';
import { monthlyQuery, type View } from '../../portal/analytics/figures-view';
import { changeOf, NO_CELL, series } from '../../portal/analytics/result';
import { useFigures } from '../../portal/analytics/use-figures';
import { ChangeFigure, Figure } from '../../portal/figures/figure';
import { ComparedNote } from '../../portal/earlier/compared-note';
import { mapEarlier, useEarlier } from '../../portal/earlier/use-earlier';
import { lastOfMonth } from '../../portal/period/period';
import { date, dayOrToday } from '../../ui/format';
import { useUnfinished } from '../../ui/unfinished';
import type { Metric } from './catalogue';
import { countedOver, eventRefusal, eventsOfPeriod, isEvent, type EventCube } from './event-metrics';
import { fewWordsOf, formatsOf, measuredOf } from './figure-format';

function NotLoaded({ metric, onRetry }: { metric: Metric; onRetry: () => void }) {
  useUnfinished('failed');
  return (
    <p role="alert" className="text-sm text-ink-3 sm:text-right">
      {metric.title} did not load.{' '}
      <button type="button" onClick={onRetry} className="link font-semibold hover:underline">
        Try again
      </button>
    </p>
  );
}

/** For contact requests and campaigns: the figure of the whole period. */
function PeriodFigure({ view, metric }: { view: View; metric: Metric & { event: EventCube } }) {
  const build = useCallback((asked: View) => eventsOfPeriod(asked, metric, []), [metric]);
  const { data, failed, refusal, retry } = useFigures(view, build);
  if (failed && refusal === null) return <NotLoaded metric={metric} onRetry={retry} />;
  if (refusal !== null || !data) return null;
  return (
    <div className="sm:text-right" role="status">
      <span className="block text-sm text-ink-3">
        {metric.title}, {countedOver(data.of, metric)}
      </span>
      <Figure
        cell={data.rows[0]?.cell(metric.name) ?? NO_CELL}
        format={formatsOf(metric).full}
        few={fewWordsOf(metric)}
        className="metric"
        longClassName="text-lg font-semibold"
      />
    </div>
  );
}

export function NewestFigure({ view, metric }: { view: View; metric: Metric }) {
  if (!isEvent(metric)) return <MemberFigure view={view} metric={metric} />;
  return eventRefusal(view, metric) === null ? <PeriodFigure view={view} metric={metric} /> : null;
}

/** The newest figure of the metric for the whole view, with its change since the start of the period. */
function MemberFigure({ view, metric }: { view: View; metric: Metric }) {
  const build = useCallback((asked: View) => monthlyQuery(asked, [metric.name]), [metric]);
  const { data, failed, refusal, retry } = useFigures(view, build);
  const earlier = mapEarlier(useEarlier(view, build, data), ({ rows, months }) => ({
    cells: series(rows, months, metric.name),
    months,
  }));
  if (failed && refusal === null) return <NotLoaded metric={metric} onRetry={retry} />;
  if (refusal !== null || !data) return null;
  const cells = series(data.rows, data.months, metric.name);
  const last = data.months.at(-1);
  return (
    <div className="sm:text-right" role="status">
      <span className="block text-sm text-ink-3">
        {metric.title}
        {last && `, ${dayOrToday(lastOfMonth(`${last}-01`))}`}
      </span>
      <span className="inline-flex items-baseline gap-2">
        <Figure
          cell={cells.at(-1) ?? NO_CELL}
          format={formatsOf(metric).full}
          few={fewWordsOf(metric)}
          className="metric"
          longClassName="text-lg font-semibold"
        />
        <ChangeFigure
          change={changeOf(cells)}
          points={metric.format === 'percent'}
          good="neutral"
          since={date(data.of.since)}
          dated
        />
      </span>
      <ComparedNote earlier={earlier} cells={cells} measured={measuredOf(metric)} />
    </div>
  );
}
