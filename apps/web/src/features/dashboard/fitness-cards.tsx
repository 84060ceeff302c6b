import { TriangleAlert } from 'lucide-react';
import type { View } from '../../portal/analytics/figures-view';
import { NO_CELL, series, type Cell } from '../../portal/analytics/result';
import { areas, ATTENTION_SCORE, ATTENTION_SHARE, type Area } from '../../portal/figures/scored-areas';
import { NowShare } from '../../portal/as-of/now-figures';
import { ChangeFigure, MembersFigure, ShareFigure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/figures/figure-card';
import { useMonthlyShare } from '../../portal/figures/use-share';
import { WithheldFigure } from '../../portal/figures/withheld';
import { Section } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { date, number, share } from '../../ui/format';
import { ShareBar } from '../../ui/share-bar';
import { Bone } from '../../ui/states';
import { PeerLine } from '../../portal/peers/peer-line';
import { usePeerFigure } from '../../portal/peers/use-peers';
import { CardLink, LINKED_CARD } from '../../portal/figures/card-link';
import { useScores } from '../../portal/figures/use-scores';

export const FitnessCards = ({ view }: { view: View }) => (
  <Section
    id="fund-fitness"
    title="Fund fitness overview"
    note={`Members who may need help. The mark on each bar is the ${share(ATTENTION_SHARE, 0)} attention level.`}
  >
    <div className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-6 lg:*:col-span-2 lg:*:nth-4:col-span-3 lg:*:nth-5:col-span-3 xl:grid-cols-5 xl:*:col-span-1!">
      {areas.map((area) => (
        <FitnessCard key={area.key} area={area} view={view} />
      ))}
    </div>
  </Section>
);

function FitnessCard({ area, view }: { area: Area; view: View }) {
  const figures = useMonthlyShare(view, area.dimension, area.value);
  const scores = useScores(view);
  const peer = usePeerFigure(view, `${area.key}Concern`)?.figure;
  const score = scores.data && series(scores.data.rows, scores.data.months, area.points).at(-1);
  const size = figures.data?.newest.share.value ?? null;
  const warns = size !== null && size > ATTENTION_SHARE;
  return (
    <FigureCard
      title={area.concern}
      // The score has its own card, so this one is complete without it.
      figures={{ ...figures, refreshing: figures.refreshing || scores.refreshing }}
      look={cx('card p-4', LINKED_CARD, warns && 'border-attention-line')}
      className="min-h-[160px] sm:min-h-[132px] xl:min-h-[150px]"
      head={
        <div className="flex items-start justify-between gap-2 xl:min-h-9">
          <h3 className="text-base font-semibold leading-[18px]">
            <CardLink to={`/super/${area.key}`}>{area.concern}</CardLink>
          </h3>
          {warns && (
            <TriangleAlert
              size={18}
              className="shrink-0 text-attention"
              role="img"
              aria-label={`Needs attention: more than ${share(ATTENTION_SHARE, 0)} of members`}
            />
          )}
        </div>
      }
      bones={
        <div className="mt-2">
          <Bone className="h-7 w-24" />
          <Bone className="mt-4 h-2 w-full" />
          <Bone className="mt-4 h-4 w-full" />
        </div>
      }
    >
      {({ newest, change, of }) => (
        <>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
            <ShareFigure of={newest.share} className="metric" longClassName="my-1 text-lg font-semibold" />
            <ChangeFigure change={change} points good="down" since={date(of.since)} />
          </p>
          <NowShare dimension={area.dimension} value={area.value} view={view} />
          <div className="mt-2.5">
            <ShareBar
              ratio={size === null ? null : size / 100}
              least={newest.share.about === 'least'}
              mark={ATTENTION_SHARE / 100}
              between={peer && [peer.lower / 100, peer.upper / 100]}
              tone={warns ? 'attention' : 'plot'}
            />
          </div>
          <PeerLine view={view} name={`${area.key}Concern`} className="mt-2 text-ink-3" />
          <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2 gap-y-1 whitespace-nowrap pt-3 text-sm text-ink-2">
            <span>
              <MembersFigure count={newest.count} />
            </span>
            <AreaScore score={score ?? NO_CELL} failed={scores.failed} />
          </div>
        </>
      )}
    </FigureCard>
  );
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
      Score {number(score.value, 2)}
    </span>
  );
}
