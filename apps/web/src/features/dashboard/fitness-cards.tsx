import { TriangleAlert } from 'lucide-react';
import type { Plan } from '@superscope/contracts/plan';
import type { View } from '../../portal/analytics/figures-view';
import { NO_CELL, series, type Cell, type Change } from '../../portal/analytics/result';
import { areas, ATTENTION_SCORE, ATTENTION_SHARE, type Area } from '../../portal/figures/scored-areas';
import { NowShare } from '../../portal/now/now-figures';
import { baseText } from '../../portal/figures/base';
import { useHeadcount } from '../../portal/figures/use-headcount';
import { useScore } from '../../portal/figures/use-score';
import { ChangeFigure, CountFigure, ShareFigure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/cards/figure-card';
import { useMonthlyShare } from '../../portal/figures/use-share';
import { WithheldFigure } from '../../portal/figures/withheld';
import { Section } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { date, number, share } from '../../ui/format';
import { ShareBar } from '../../ui/share-bar';
import { Bone } from '../../ui/states';
import { useRoomy } from '../../ui/use-roomy';
import { usePeerMark } from '../../portal/peers/peer-marks';
import { PeersKey } from '../../portal/peers/peers-key';
import { CardLink, LINKED_CARD } from '../../portal/cards/card-link';
import { isNarrowed } from '../../portal/filters/filters';
import { runText } from './changed-sentence';
import { hasMonthsToCompare, useTracked } from './use-tracked';
import { areExact, runOf } from './what-changed';
import { useScores } from '../../portal/figures/use-scores';
import { Heading } from '../../ui/heading';

export const FitnessCards = ({ plan, view }: { plan: Plan; view: View }) => (
  <Section
    id="fund-fitness"
    title="Fund fitness overview"
    note={`Members who may need help. The mark on each bar is the ${share(ATTENTION_SHARE, 0)} attention level.`}
    right={<PeersKey view={view} names={areas.map(({ key }) => `${key}Concern` as const)} />}
  >
    <div className="grid max-sm:card max-sm:divide-y max-sm:overflow-hidden sm:grid-cols-2 sm:gap-4 lg:grid-cols-6 lg:*:col-span-2 lg:*:nth-4:col-span-3 lg:*:nth-5:col-span-3 xl:grid-cols-5 xl:*:col-span-1!">
      {areas.map((area) => (
        <FitnessCard key={area.key} area={area} plan={plan} view={view} />
      ))}
    </div>
    <ScoresAddUp view={view} />
  </Section>
);

/** Says why the scores of the areas add up to something else than the plan's score. Draws nothing while they agree. */
function ScoresAddUp({ view }: { view: View }) {
  const plan = useScore(view).data?.score.value ?? null;
  const { data } = useScores(view);
  const newest = areas.map(({ points }) => (data && series(data.rows, data.months, points).at(-1)?.value) ?? null);
  if (plan === null || newest.includes(null) || view.audience === 'staff') return null;
  // As they are shown: in hundredths.
  const sum = newest.reduce<number>((all, value) => all + Math.round(value! * 100), 0) / 100;
  if (number(sum, 2) === number(plan, 2)) return null;
  return (
    <p className="mt-3 text-sm text-ink-3">
      Each figure is adjusted on its own to protect members, so the five area scores add up to {number(sum, 2)} and the
      plan’s score is {number(plan, 2)}.
    </p>
  );
}

function FitnessCard({ area, plan, view }: { area: Area; plan: Plan; view: View }) {
  const figures = useMonthlyShare(view, area.dimension, area.value);
  const scores = useScores(view);
  const headcount = useHeadcount(view).data?.newest;
  const { between, heard } = usePeerMark(view, `${area.key}Concern`);
  const roomy = useRoomy();
  const score = scores.data && series(scores.data.rows, scores.data.months, area.points).at(-1);
  const size = figures.data?.newest.share.value ?? null;
  const warns = size !== null && size > ATTENTION_SHARE;
  const warning = warns && (
    <TriangleAlert
      size={18}
      className="shrink-0 text-attention"
      role="img"
      aria-label={`Needs attention: more than ${share(ATTENTION_SHARE, 0)} of members`}
    />
  );
  return (
    <FigureCard
      title={area.concern}
      // The score has its own card, so this one is complete without it.
      figures={{ ...figures, refreshing: figures.refreshing || scores.refreshing }}
      look={roomy ? cx('card p-4', LINKED_CARD, warns && 'border-attention-line') : cx('px-4 py-3', LINKED_CARD)}
      className="min-h-[88px] sm:min-h-[132px] xl:min-h-[150px]"
      head={
        <div className="flex items-start gap-2 sm:justify-between xl:min-h-9">
          <Heading className="text-base font-semibold leading-[18px]">
            <CardLink to={`/super/${area.key}`}>{area.concern}</CardLink>
          </Heading>
          {warning}
          {!roomy && figures.data && (
            <span className="ml-auto max-w-32 shrink-0 text-right leading-[18px]">
              <ShareFigure of={figures.data.newest.share} className="font-semibold" />
            </span>
          )}
        </div>
      }
      bones={
        <div className="mt-2">
          <Bone className="h-7 w-24 max-sm:hidden" />
          <Bone className="h-2 w-full sm:mt-4" />
          <Bone className="mt-2 h-4 w-full sm:mt-4" />
        </div>
      }
    >
      {({ newest, unknown, change, of }) => {
        const changed = <ChangeFigure change={change} points good="down" since={date(of.since)} />;
        return (
          <>
            {roomy && (
              <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
                <ShareFigure of={newest.share} className="metric" longClassName="my-1 text-lg font-semibold" />
                {changed}
              </p>
            )}
            {/* Runs are of the whole plan, and so not beside the figures of some of its members. */}
            {hasMonthsToCompare(plan, view) && !isNarrowed(view) && (
              <RunLine area={area} plan={plan} view={view} period={change} short={!roomy} />
            )}
            <NowShare dimension={area.dimension} value={area.value} view={view} />
            <div className="mt-2.5">
              <ShareBar
                ratio={size === null ? null : size / 100}
                least={newest.share.about === 'least'}
                mark={ATTENTION_SHARE / 100}
                between={between}
                tone={warns ? 'attention' : 'plot'}
              />
            </div>
            {heard}
            <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2 gap-y-1 pt-2.5 text-sm text-ink-2 sm:pt-3">
              <span>
                {newest.count.withheld === 'np' ? (
                  <>
                    Members: <CountFigure count={newest.count} />, {baseText(area.dimension, unknown, headcount)}
                  </>
                ) : (
                  <>
                    <b className="font-semibold text-ink">
                      <CountFigure count={newest.count} />
                    </b>{' '}
                    {baseText(area.dimension, unknown, headcount)}
                  </>
                )}
              </span>
              {roomy ? <AreaScore score={score ?? NO_CELL} failed={scores.failed} /> : <span>{changed}</span>}
            </div>
          </>
        );
      }}
    </FigureCard>
  );
}

interface RunProps {
  area: Area;
  plan: Plan;
  view: View;
  /** The change over the page's period. */
  period: Change | null;
  /** Says nothing where there is no run. */
  short: boolean;
}
function RunLine({ area, plan, view, period, short }: RunProps) {
  const cells = useTracked(view, plan).data?.figures.find(({ key }) => key === area.key)?.cells;
  if (cells === undefined) return null;
  const run = runOf(cells);
  // Months that are rounded or not published may hide a run.
  if (run === null && (short || !areExact(cells))) return null;
  const tone = run === null ? 'text-ink-3' : run.change.by < 0 ? 'text-good' : 'text-attention';
  return <p className={cx('mt-0.5 text-sm', run !== null && 'font-semibold', tone)}>{runText(run, period)}</p>;
}

function AreaScore({ score, failed }: { score: Cell; failed: boolean }) {
  // The card of the SuperScore offers to try again.
  if (failed) return <span className="text-ink-3">Score did not load</span>;
  if (score.withheld) {
    return (
      <span>
        Score <WithheldFigure reason={score.withheld} />
      </span>
    );
  }
  if (score.value === null) return null;
  const flagged = score.value < ATTENTION_SCORE;
  return (
    <span className={flagged ? 'inline-flex items-center gap-1 font-semibold text-attention' : 'text-ink-3'}>
      {flagged && <TriangleAlert size={14} strokeWidth={2.3} role="img" aria-label="Low" />}
      Score {number(score.value, 2)} of 1
    </span>
  );
}
