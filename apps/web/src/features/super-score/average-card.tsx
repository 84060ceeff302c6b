import type { View } from '../../portal/analytics/figures-view';
import { changeOf, NO_CELL, series, type Cell, type Change } from '../../portal/analytics/result';
import { AgainstAYearAgo } from '../../portal/figures/against-a-year-ago';
import { aimText } from '../../portal/figures/use-score';
import { NowScore } from '../../portal/now/now-figures';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { AIM } from '../../portal/figures/scored-areas';
import { Figure, MembersFigure, ShareFigure } from '../../portal/figures/figure';
import { WatchLink } from '../../portal/cards/watch-link';
import { FigureCard } from '../../portal/cards/figure-card';
import { NoClearChange } from '../../portal/figures/no-clear-change';
import { PeerBand } from '../../portal/peers/peer-marks';
import { PeersNote } from '../../portal/peers/peers-note';
import { usePeriodFlag, windowOf } from '../../portal/figures/use-share';
import { Delta } from '../../ui/delta';
import { date, number } from '../../ui/format';
import { Stars } from '../../ui/stars';
import { Bone } from '../../ui/states';
import { SCORE, SHARE_UNDER, UNDER } from '../../portal/figures/use-scores';
import type { Scores } from './use-earlier-scores';
import { Heading } from '../../ui/heading';

interface Props {
  view: View;
  scores: Scores;
  campaigns: Campaign[];
  /** yyyy-MM of the plan's first month with figures. */
  firstMonth: string | null;
  className?: string;
}

/** The plan's average score, the number of members below the target, and the activity in the period. */
export function AverageCard({ view, scores, campaigns, firstMonth, className }: Props) {
  const title = 'Average SuperScore';
  return (
    <FigureCard
      title={title}
      figures={scores}
      className={className}
      head={
        <div className="flex items-start justify-between gap-2">
          <Heading className="text-md font-semibold leading-5">{title}</Heading>
          <WatchLink metric="superScore" name="Plan SuperScore" planId={view.planId} />
        </div>
      }
      bones={
        <>
          <Bone className="mt-3 h-11 w-32" />
          <Bone className="mt-3 h-7 w-40" />
          <Bone className="mt-5 h-14 w-full" />
        </>
      }
    >
      {({ rows, months, of }) => {
        const cells = series(rows, months, SCORE);
        const score = cells.at(-1) ?? NO_CELL;
        const under = series(rows, months, SHARE_UNDER);
        return (
          <>
            <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
              <Figure
                cell={score}
                format={(value) => number(value, 2)}
                className="text-score font-[620] tracking-[-0.02em]"
                longClassName="text-xl font-semibold"
              />
              <ScoreChange change={changeOf(cells)} since={of.since} />
            </p>
            <NowScore measure={SCORE} format={(value) => number(value, 2)} view={view} />
            {score.value !== null && (
              <p className="mt-1">
                <Stars value={score.value} size={26} />
              </p>
            )}
            <p className="mt-3 text-base font-semibold">
              <AgainstAYearAgo
                score={score}
                aim={aimText(score.value)}
                view={view}
                firstMonth={firstMonth}
                className="font-normal text-ink-3"
              />
            </p>
            <PeerBand view={view} score={score} className="mt-4 text-ink-3" />
            <PeersNote view={view} className="mt-1 text-ink-3" />
            <p className="mt-4 text-base text-ink-2">
              <UnderAim
                count={series(rows, months, UNDER).at(-1) ?? NO_CELL}
                share={under.at(-1) ?? NO_CELL}
                change={changeOf(under)}
                since={of.since}
              />
            </p>
            <p className="mt-auto pt-3 text-sm text-ink-3">
              <Done view={view} campaigns={campaigns} />
            </p>
          </>
        );
      }}
    </FigureCard>
  );
}

function ScoreChange({ change, since }: { change: Change | null; since: string }) {
  if (!change) return null;
  if (!change.clear) return <NoClearChange className="text-ink-3" />;
  return (
    <>
      <Delta value={change.by} unit="" digits={2} />
      <span className="text-sm text-ink-3">since {date(since)}</span>
    </>
  );
}

function UnderAim({ count, share, change, since }: { count: Cell; share: Cell; change: Change | null; since: string }) {
  if (share.withheld === '<11') return <>Fewer than about 11 members, even none, score under {AIM} stars.</>;
  if (share.withheld) return <>How many members score under {AIM} stars is not published.</>;
  if (share.value === null) return null;
  const by = change?.clear && Math.abs(change.by) >= 0.05 ? change.by : null;
  return (
    <>
      <b className="font-semibold text-ink">
        <ShareFigure of={share} />
      </b>{' '}
      of members {count.value !== null && `(${number(count.value)}) `}score under {AIM} stars
      {by !== null && `, ${number(Math.abs(by), 1)} pp ${by < 0 ? 'fewer' : 'more'} than on ${date(since)}`}.
    </>
  );
}

function Done({ view, campaigns }: { view: View; campaigns: Campaign[] }) {
  const contacts = usePeriodFlag(view, 'contactRequested');
  const run = campaigns.filter(({ date: at }) => at >= view.dateRange[0] && at <= view.dateRange[1]).length;
  const { data } = contacts;
  const count = data?.newest.count;
  return (
    <>
      {run === 1 ? '1 campaign' : `${number(run)} campaigns`} in the period.{' '}
      {count && (count.value !== null || count.withheld) && (
        <>
          <MembersFigure count={count} /> asked to be contacted {windowOf(data)}.
        </>
      )}
    </>
  );
}
