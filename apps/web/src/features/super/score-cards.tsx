import { TriangleAlert } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { mapLoaded } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/figures-view';
import { changeOf, NO_CELL, series, type Cell, type Change } from '../../portal/analytics/result';
import { NowScore, NowShare } from '../../portal/now/now-figures';
import { noFilters, isNarrowed } from '../../portal/filters/filters';
import { useHeadcount } from '../../portal/figures/use-headcount';
import { baseText } from '../../portal/figures/base';
import { ATTENTION_SCORE, ATTENTION_SHARE, type Area } from '../../portal/figures/scored-areas';
import { ChangeFigure, Figure, MembersFigure, ShareFigure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/cards/figure-card';
import { shareText } from '../../portal/figures/figure-text';
import { usePeerMark } from '../../portal/peers/peer-marks';
import { PeersKey } from '../../portal/peers/peers-key';
import { PeersNote } from '../../portal/peers/peers-note';
import { WatchLink } from '../../portal/cards/watch-link';
import { useMonthlyShare } from '../../portal/figures/use-share';
import { useScores } from '../../portal/figures/use-scores';
import { date, number, share } from '../../ui/format';
import { ShareBar } from '../../ui/share-bar';
import { BONES, CardTitle } from './cards';
import type { Section } from './sections';

interface Props {
  section: Section;
  view: View;
}

const score = (points: number) => number(points, 2);

function changeText({ by, clear }: Change): string {
  if (!clear) return 'no clear change';
  const size = score(Math.abs(by));
  return Number(size) === 0 ? 'no change' : `${by < 0 ? '−' : '+'}${size}`;
}

/** The same months for the whole plan, for comparison. */
const useWholePlan = (view: View): View => useMemo(() => ({ ...view, engaged: false, filters: noFilters }), [view]);

const TitleRow = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex items-start justify-between gap-2">
    <CardTitle title={title} />
    {children}
  </div>
);

/** The share of members that the area is a concern for. */
export function ConcernCard({ section: { area, concerned, besides: Besides }, view }: Props) {
  const figures = useMonthlyShare(view, area.dimension, area.value);
  const headcount = useHeadcount(view).data?.newest;
  const { between, heard } = usePeerMark(view, `${area.key}Concern`);
  const size = figures.data?.newest.share.value ?? null;
  const warns = size !== null && size > ATTENTION_SHARE;
  return (
    <FigureCard
      title={area.concern}
      figures={figures}
      className="min-h-44 sm:col-span-2"
      head={
        <TitleRow title={area.concern}>
          <WatchLink metric={`${area.key}Concern`} name={area.concern} planId={view.planId} />
        </TitleRow>
      }
      bones={BONES}
    >
      {({ newest, unknown, change, of }) => (
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
          <NowShare dimension={area.dimension} value={area.value} view={view} />
          <p className="mt-1 text-base text-ink-2">
            <MembersFigure count={newest.count} /> {concerned} The share is{' '}
            {baseText(area.dimension, unknown, headcount)}.{isNarrowed(view) && <WholeShare area={area} view={view} />}
          </p>
          {Besides && (
            <p className="mt-1 text-base text-ink-2 empty:hidden">
              <Besides view={view} />
            </p>
          )}
          <PeersNote view={view} className="mt-1 text-ink-3" />
          <div className="mt-auto pt-3">
            <ShareBar
              ratio={size === null ? null : size / 100}
              least={newest.share.about === 'least'}
              mark={ATTENTION_SHARE / 100}
              between={between}
              tone={warns ? 'attention' : 'plot'}
            />
            <p className="relative mt-2 h-4 text-sm text-ink-3">
              <span className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left: `${ATTENTION_SHARE}%` }}>
                attention above {share(ATTENTION_SHARE, 0)}
              </span>
            </p>
            {heard}
            <p className="mt-2 empty:hidden">
              <PeersKey view={view} names={[`${area.key}Concern`]} />
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

/** The average part of its star that the area earns. */
export function PointsCard({ section: { area }, view }: Props) {
  const { between, heard } = usePeerMark(view, `${area.key}Score`, 'stars');
  const figures = mapLoaded(useScores(view), (data) => ({ ...pointsOf(view, area)(data), since: data.of.since }));
  return (
    <FigureCard
      title="Average score"
      figures={figures}
      className="min-h-36"
      head={
        <TitleRow title="Average score">
          <WatchLink metric={`${area.key}Score`} name={`${area.name} score`} planId={view.planId} />
        </TitleRow>
      }
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
                    {changeText(change)} since {date(since)}
                  </>
                )
              )}
            </p>
            <NowScore measure={area.points} format={score} view={view} />
            <div className="mt-auto pb-1.5 pt-4">
              <ShareBar
                ratio={newest.value}
                mark={ATTENTION_SCORE}
                between={between}
                tone={low ? 'attention' : 'plot'}
              />
              {heard}
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
