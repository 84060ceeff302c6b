import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { mapLoaded, together } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/query';
import { changeOf, NO_CELL, series, type Cell } from '../../portal/analytics/result';
import { noFilters, isNarrowed } from '../../portal/filters/filters';
import { ATTENTION_SCORE, ATTENTION_SHARE, type Area } from '../../portal/figures/areas';
import { CountCard } from '../../portal/figures/count-card';
import { ChangeFigure, Figure, MembersFigure, ShareFigure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/figures/figure-card';
import { shareText } from '../../portal/figures/figure-text';
import { Plot } from '../../portal/figures/plot';
import { ShareRing } from '../../portal/figures/share-ring';
import { useMonthlyFlag, useMonthlyShare, usePeriodFlag } from '../../portal/figures/use-share';
import { useScores } from '../../portal/figures/use-scores';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { date, number, share } from '../../ui/format';
import { MiniColumns } from '../../ui/mini-columns';
import { ShareBar } from '../../ui/share-bar';
import { Bone } from '../../ui/states';
import type { Section } from './sections';

interface Props {
  section: Section;
  view: View;
}

const Head = ({ title }: { title: string }) => <h3 className="text-base font-semibold leading-[18px]">{title}</h3>;
const BONES = (
  <div className="mt-2">
    <Bone className="h-7 w-24" />
    <Bone className="mt-4 h-4 w-full" />
  </div>
);
const score = (points: number) => number(points, 2);

/** The same months of the whole plan, to compare with. */
const useWholePlan = (view: View): View => useMemo(() => ({ ...view, engaged: false, filters: noFilters }), [view]);

/** The share of members that the area is a concern for. */
export function ConcernCard({ section: { area, concerned }, view }: Props) {
  const figures = useMonthlyShare(view, area.dimension, area.value);
  const size = figures.data?.newest.share.value ?? null;
  const warns = size !== null && size > ATTENTION_SHARE;
  return (
    <FigureCard
      title={area.concern}
      figures={figures}
      className="min-h-44 sm:col-span-2"
      head={<Head title={area.concern} />}
      bones={BONES}
    >
      {({ newest, change, of }) => (
        <>
          <div className="mt-2 flex items-baseline gap-x-2.5">
            <ShareFigure
              of={newest.share}
              className="text-[34px] font-semibold leading-10 tracking-[-0.02em]"
              longClassName="my-2 text-xl font-semibold"
            />
            <ChangeFigure change={change} points good="down" since={date(of.since)} />
            {warns && (
              <TriangleAlert
                size={18}
                className="ml-auto shrink-0 self-center text-attention"
                role="img"
                aria-label={`Needs attention: more than ${share(ATTENTION_SHARE, 0)} of members`}
              />
            )}
          </div>
          <p className="mt-1 text-base text-ink-2">
            <MembersFigure count={newest.count} /> {concerned}
            {isNarrowed(view) && <WholeShare area={area} view={view} />}
          </p>
          <div className="mt-auto pt-3">
            <ShareBar
              ratio={size === null ? null : size / 100}
              least={newest.share.about === 'least'}
              mark={ATTENTION_SHARE / 100}
              tone={warns ? 'attention' : 'plot'}
            />
            <p className="relative mt-2 h-4 text-sm text-ink-3">
              <span className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left: `${ATTENTION_SHARE}%` }}>
                attention above {share(ATTENTION_SHARE, 0)}
              </span>
            </p>
          </div>
        </>
      )}
    </FigureCard>
  );
}

function WholeShare({ area, view }: { area: Area; view: View }) {
  const { data } = useMonthlyShare(useWholePlan(view), area.dimension, area.value);
  const known = data?.newest.share;
  return known && (known.value !== null || known.withheld) ? <> The plan as a whole: {shareText(known)}.</> : null;
}

const pointsOf = (view: View, area: Area) => (data: { rows: Parameters<typeof series>[0]; months: string[] }) => ({
  cells: series(data.rows, data.months, area.points),
  view,
});

/** How much of its star the area earns, on average. */
export function PointsCard({ section: { area }, view }: Props) {
  const figures = mapLoaded(useScores(view), (data) => ({ ...pointsOf(view, area)(data), since: data.of.since }));
  return (
    <FigureCard
      title="Average score"
      figures={figures}
      className="min-h-36"
      head={<Head title="Average score" />}
      bones={BONES}
    >
      {({ cells, since }) => {
        const newest = cells.at(-1) ?? NO_CELL;
        const low = newest.value !== null && newest.value < ATTENTION_SCORE;
        const change = changeOf(cells);
        return (
          <>
            <p className="mt-2 flex flex-wrap items-baseline gap-x-1.5">
              <Figure cell={newest} format={score} className="metric" longClassName="my-1 text-lg font-semibold" />
              {newest.value !== null && <span className="text-base text-ink-3">of 1</span>}
              {low && (
                <TriangleAlert
                  size={16}
                  className="ml-auto self-center text-attention"
                  role="img"
                  aria-label={`Low: under ${ATTENTION_SCORE}`}
                />
              )}
            </p>
            <p className="text-sm text-ink-3">
              {isNarrowed(view) ? (
                <WholeScore area={area} view={view} />
              ) : (
                change && (
                  <>
                    {change.clear ? `${change.by < 0 ? '−' : '+'}${score(Math.abs(change.by))}` : 'no clear change'}{' '}
                    since {date(since)}
                  </>
                )
              )}
            </p>
            <div className="mt-auto pt-4">
              <ShareBar ratio={newest.value} mark={ATTENTION_SCORE} tone={low ? 'attention' : 'plot'} />
            </div>
          </>
        );
      }}
    </FigureCard>
  );
}

function WholeScore({ area, view }: { area: Area; view: View }) {
  const { data } = useScores(useWholePlan(view));
  const known: Cell | undefined = data && series(data.rows, data.months, area.points).at(-1);
  return known?.value == null ? null : <>Plan {score(known.value)}</>;
}

/** The share of members of whom all is well: validated, within the benchmark, on track. */
export function RingCard({ section: { ring }, view }: Props) {
  const figures = useMonthlyFlag(view, ring.flag);
  return (
    <FigureCard
      title={ring.title}
      figures={figures}
      className="min-h-36"
      head={<Head title={ring.title} />}
      bones={<Bone className="mx-auto mt-3 size-[92px] !rounded-full" />}
    >
      {({ newest, change, of }) => (
        <div className="grid flex-1 justify-items-center gap-1.5 pt-3">
          <ShareRing of={newest.share} size={92} width={10} />
          <p className="text-center">
            <ChangeFigure change={change} points since={date(of.since)} />
          </p>
          <p className="text-center text-sm text-ink-3">{ring.note}</p>
        </div>
      )}
    </FigureCard>
  );
}

/** Who asked to be contacted about it within the period, and what part that is of all who asked. */
export function ContactCard({ section: { contact }, view }: Props) {
  const about = usePeriodFlag(view, contact.flag);
  const any = usePeriodFlag(view, 'contactRequested');
  return (
    <FigureCard
      title={contact.title}
      figures={together(about, any)}
      className="min-h-36 sm:col-span-2"
      head={<Head title={contact.title} />}
      bones={BONES}
    >
      {([{ newest }, { newest: all }]) => (
        <>
          <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
            <ShareFigure of={newest.share} className="metric" longClassName="my-1 text-lg font-semibold" />
            <span className="text-base text-ink-3">of members</span>
          </p>
          <p className="mt-1 text-base text-ink-2">
            <MembersFigure count={newest.count} /> asked in this period.
            {partOf(newest.count, all.count)}
          </p>
        </>
      )}
    </FigureCard>
  );
}

/** Of published numbers only. */
function partOf(about: Cell, all: Cell): string {
  if (all.withheld !== null) return ' How many asked about anything is not published.';
  if (all.value === null || all.value === 0) return '';
  if (about.value === null) return ` ${number(all.value)} asked about anything.`;
  return ` They are ${share((100 * about.value) / all.value, 0)} of the ${number(all.value)} who asked about anything.`;
}

/** How many campaigns ran within the period, of the whole plan. */
export function CampaignCard({ view, campaigns }: { view: View; campaigns: CampaignsState }) {
  const [first, last] = view.dateRange;
  const figures = mapLoaded(campaigns, (all) => all.filter((run) => run.date >= first && run.date <= last));
  return (
    <FigureCard
      title="Campaigns run"
      what="The list of campaigns"
      figures={figures}
      className="min-h-36"
      head={<Head title="Campaigns run" />}
      bones={BONES}
    >
      {(runs) => {
        const reports = runs.filter(({ kind }) => kind === 'report').length;
        return (
          <>
            <p className="metric mt-2">{number(runs.length)}</p>
            <p className="text-sm text-ink-3">
              {runs.length === 0
                ? 'None in this period'
                : `${number(reports)} report, ${number(runs.length - reports)} email`}
            </p>
            {runs[0] && <p className="mt-auto pt-3 text-sm text-ink-2">Last {date(runs[0].date)}</p>}
          </>
        );
      }}
    </FigureCard>
  );
}

/** What members did about it, month by month. */
export const StepCard = ({ section: { step }, view }: Props) => (
  <CountCard title={step.title} note={step.note} figures={useMonthlyFlag(view, step.flag)}>
    {({ monthly }) => (
      <Plot
        cells={monthly.map(({ count }) => count)}
        unpublished="Not published by month."
        height={34}
        className="!min-h-9"
      >
        {(values) => <MiniColumns values={values} marked={[values.length - 1]} height={34} />}
      </Plot>
    )}
  </CountCard>
);
