import { useRef } from 'react';
import type { View } from '../../portal/analytics/figures-view';
import { useFileOrigin } from '../../portal/files/file-origin';
import { SEVERAL_PAYROLLS } from '../../portal/filters/filter-rules';
import { lastOfMonth, quarterEndBefore } from '../../portal/period/period';
import { dayOrToday } from '../../ui/format';
import { Legend } from '../../ui/legend';
import { savePng } from '../../ui/save-png';
import { inSentence, SALARY, STATE, type Catalogue, type Chosen, type Dimension } from './catalogue';
import { ResultChart, type Drawn } from './result-chart';
import { tooManyColumns, windowNote } from './columns';
import { countedOver, eventRefusal, isEvent } from './event-metrics';
import { GroupBars } from './group-bars';
import { StateMap } from './state-map';
import { useGroupGrid } from './use-group-grid';

interface Props {
  view: View;
  chosen: Chosen;
  catalogue: Catalogue;
}

const atDay = (day: string) => (day.startsWith('as at') ? `A${day.slice(1)}` : `At ${day}`);

/** The day of figures by a public column. For employers it is the end of a quarter. */
const dayOf = ({ audience, dateRange: [, end] }: View) =>
  audience === 'employer' ? quarterEndBefore(end) : lastOfMonth(end);

/** Contact requests by reason, campaigns by type; everything else by salary group as bars, by address state as a map, each split by the first dimension: two breakdowns are the most. */
export function GroupCharts({ view, chosen, catalogue }: Props) {
  const { event } = chosen.metric;
  const groups = event
    ? [event.by]
    : [SALARY, STATE].flatMap((name) => catalogue.dimensions.find((dimension) => dimension.name === name) ?? []);
  return (
    <div className="mt-4 grid grid-cols-1 gap-4 xl:grid-cols-2">
      {groups.map((group) => (
        <GroupChart key={group.name} view={view} chosen={chosen} group={group} />
      ))}
    </div>
  );
}

interface GroupProps {
  view: View;
  chosen: Chosen;
  group: Dimension;
}
export function GroupChart({ view, chosen, group }: GroupProps) {
  const { metric, dimensions } = chosen;
  const first = metric.event ? undefined : dimensions.find(({ name }) => name !== group.name);
  // Only figures that add up make a pie; the map shows each state's average instead. Companies and categories are published alone.
  const isForEmployers = view.audience === 'employer';
  const losesSplit = isForEmployers && first !== undefined && (group.ofWholePlan ?? first.ofWholePlan ?? false);
  const isWhole =
    (group.name === STATE && !metric.stackable) || (first?.use === 'alone' && isForEmployers) || losesSplit;
  const split = isWhole ? undefined : first;
  const title = `${metric.title} by ${[group, split].flatMap((each) => (each ? inSentence(each.title) : [])).join(' and ')}`;
  const refusal =
    eventRefusal(view, metric) ??
    (isForEmployers && group.ofWholePlan && !metric.byFlags ? `${SEVERAL_PAYROLLS}.` : null) ??
    tooManyColumns(view, split ? [group, split] : [group]);
  const card = { view, chosen, group, split, title, losesSplit };
  return refusal === null ? <Asked {...card} /> : <Refused {...card} refusal={refusal} />;
}

type CardProps = GroupProps & {
  split: Dimension | undefined;
  title: string;
  /** The first dimension is not shown here, because salary groups are published of the whole plan only. */
  losesSplit: boolean;
};

const none = { data: undefined, refreshing: false, failed: false, reference: null, retry: () => undefined };
const Refused = ({ view, chosen: { metric }, title, refusal }: CardProps & { refusal: string }) => (
  <ResultChart
    metric={metric}
    title={title}
    refusal={refusal}
    note=""
    name=""
    figures={none}
    audience={view.audience}
    onPng={() => undefined}
  >
    {() => null}
  </ResultChart>
);

function Asked({ view, chosen, group, split, title, losesSplit }: CardProps) {
  const { metric } = chosen;
  const drawing = useRef<SVGSVGElement>(null);
  const { figures, refusal } = useGroupGrid(view, chosen, group, split);
  const isMap = group.name === STATE;
  const of = isEvent(metric) ? countedOver(view, metric) : dayOrToday(dayOf(view));
  const origin = useFileOrigin();
  const name = `${metric.key}-by-${group.key}`;
  const label = `${title}. The same figures are in the table view.`;
  const Drawing = isMap ? StateMap : GroupBars;
  return (
    <ResultChart
      title={title}
      note={`${isEvent(metric) ? `Counted ${countedOver(view, metric)}` : `${atDay(dayOrToday(dayOf(view)))}${windowNote(view, split ? [group, split] : [group])}`}${isMap && metric.stackable ? '. Area of each pie shows its whole' : ''}${losesSplit ? `. ${SEVERAL_PAYROLLS}` : ''}`}
      name={name}
      of={of}
      metric={metric}
      audience={view.audience}
      figures={figures}
      refusal={refusal}
      onPng={(heading, { series }) =>
        void savePng({
          drawing: drawing.current!,
          name,
          title: heading,
          items: series.length > 1 ? series : [],
          foot: origin.foot(heading, of),
        })
      }
    >
      {(drawn: Drawn) => (
        <>
          {drawn.grid.series.length > 1 && (
            <div className="mt-3">
              <Legend items={drawn.grid.series} />
            </div>
          )}
          <Drawing drawn={drawn} stacked={metric.stackable} label={label} drawingRef={drawing} />
          {drawn.grid.cells.flat().some(({ value, withheld }) => value === null && withheld) && (
            <p className="mt-3 border-t pt-3 text-sm text-ink-3">
              {drawn.grid.totals === undefined
                ? 'Hatched: not published, to protect members’ privacy.'
                : 'Hatched: the group is published, its split is not, because one part has fewer than about 11 members. Each figure is adjusted on its own, so parts may miss their group by one or two.'}
            </p>
          )}
        </>
      )}
    </ResultChart>
  );
}
