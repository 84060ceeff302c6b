import { TriangleAlert } from 'lucide-react';
import type { View } from '../../portal/analytics/figures-view';
import { NO_CELL, series } from '../../portal/analytics/result';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { useHeadcount } from '../../portal/figures/use-headcount';
import { areas, ATTENTION_SCORE, ATTENTION_SHARE, type Area } from '../../portal/figures/scored-areas';
import { baseText } from '../../portal/figures/base';
import { ChangeFigure, Figure, MembersFigure, ShareFigure } from '../../portal/figures/figure';
import { AgainstAYearAgo } from '../../portal/figures/against-a-year-ago';
import { FigureCard } from '../../portal/cards/figure-card';
import { NoClearChange } from '../../portal/figures/no-clear-change';
import { signed, underAim } from '../../portal/figures/score-text';
import { useScore } from '../../portal/figures/use-score';
import { useScores } from '../../portal/figures/use-scores';
import { useMonthlyShare } from '../../portal/figures/use-share';
import { WITHHELD_REASON, WithheldFigure } from '../../portal/figures/withheld';
import { cx } from '../../ui/class-names';
import { date, number, share } from '../../ui/format';
import { ShareBar } from '../../ui/share-bar';
import { useUnfinished } from '../../ui/unfinished';
import { Stars } from '../../ui/stars';
import { Activity } from './activity';
import { Bones, CARD, CardTitle } from './sheet-card';
import { Sheet, type SheetProps } from './sheet';

interface Props extends SheetProps {
  view: View;
  campaigns: Campaign[];
}

/** The first page: the score, the areas in which members may need help, and their activity. */
export const FitnessSheet = ({ view, campaigns, ...sheet }: Props) => (
  <Sheet {...sheet} title="Fund fitness overview" note="Where members may need help, and what they have done about it.">
    <ScoreBlock view={view} firstMonth={sheet.plan.firstMonth} />
    <div className="sheet-grid mt-[8pt]">
      {areas.map((area) => (
        <AreaBlock key={area.key} area={area} view={view} />
      ))}
      <div className={cx(CARD, 'sheet-card-note')}>
        <CardTitle>How to read this page</CardTitle>
        <p className="mt-[2pt]">
          The mark on each bar is {share(ATTENTION_SHARE, 0)} of members: above it an area needs attention. Changes are
          in percentage points since {date(view.since)}.
        </p>
      </div>
    </div>
    <Activity view={view} campaigns={campaigns} />
  </Sheet>
);

function ScoreBlock({ view, firstMonth }: { view: View; firstMonth: string | null }) {
  return (
    <FigureCard
      title="Plan SuperScore"
      what="The SuperScore"
      figures={useScore(view)}
      look="sheet-card border-l-[3pt] border-l-brand bg-sunken"
      head={null}
      bones={<Bones />}
    >
      {({ score, change, since, aim, below, lowest }) => (
        <div className="flex flex-wrap items-center gap-x-[12pt] gap-y-[4pt]">
          <Figure
            cell={score}
            format={(value) => number(value, 2)}
            className="text-[24pt] font-semibold leading-[30pt]"
          />
          {score.value !== null && <Stars value={score.value} size={24} />}
          <p className="min-w-56 flex-1">
            {score.withheld && `${WITHHELD_REASON[score.withheld]} `}
            <b className="font-semibold">
              <AgainstAYearAgo score={score} aim={aim} view={view} firstMonth={firstMonth} />
            </b>{' '}
            {change && (
              <>
                {change.clear ? signed(change.by) : <NoClearChange className="font-semibold" />} since {date(since)}
                .{' '}
              </>
            )}
            {below && `${underAim(below)} `}
            {lowest && `${lowest.name} is the lowest area, at ${number(lowest.score, 2)} of 1.`}
          </p>
        </div>
      )}
    </FigureCard>
  );
}

function AreaBlock({ area, view }: { area: Area; view: View }) {
  const figures = useMonthlyShare(view, area.dimension, area.value);
  const scores = useScores(view);
  const { data: headcount, failed } = useHeadcount(view);
  useUnfinished(headcount === undefined ? (failed ? 'failed' : 'loading') : null);
  const score = scores.data && series(scores.data.rows, scores.data.months, area.points).at(-1);
  const size = figures.data?.newest.share.value ?? null;
  const warns = size !== null && size > ATTENTION_SHARE;
  return (
    <FigureCard
      title={area.concern}
      figures={{ ...figures, refreshing: figures.refreshing || scores.refreshing }}
      look={cx(CARD, warns && 'border-attention-line')}
      head={
        <div className="flex items-start justify-between gap-2">
          <CardTitle>{area.concern}</CardTitle>
          {warns && (
            <TriangleAlert size={16} className="shrink-0 text-attention" role="img" aria-label="Needs attention" />
          )}
        </div>
      }
      bones={<Bones />}
    >
      {({ newest, unknown, change, of }) => (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <ShareFigure
              of={newest.share}
              className="sheet-metric"
              longClassName="text-[12pt] font-semibold leading-[22pt]"
            />
            <ChangeFigure change={change} points good="down" since={date(of.since)} />
          </p>
          <div className="mb-[5pt] mt-[7pt]">
            <ShareBar
              ratio={size === null ? null : size / 100}
              least={newest.share.about === 'least'}
              mark={ATTENTION_SHARE / 100}
              tone={warns ? 'attention' : 'plot'}
            />
          </div>
          <p className="flex flex-wrap justify-between gap-x-2 text-ink-2">
            <span>
              <MembersFigure count={newest.count} />
              {(unknown.value ?? 0) > 0 && <>, {baseText(area.dimension, unknown, headcount?.newest)}</>}
            </span>
            <AreaScore cell={score ?? NO_CELL} />
          </p>
        </>
      )}
    </FigureCard>
  );
}

function AreaScore({ cell }: { cell: typeof NO_CELL }) {
  if (cell.withheld) {
    return (
      <span>
        Score <WithheldFigure reason={cell.withheld} />
      </span>
    );
  }
  if (cell.value === null) return null;
  const low = cell.value < ATTENTION_SCORE;
  return (
    <span className={cx('inline-flex items-center gap-1', low && 'font-semibold text-attention')}>
      {low && <TriangleAlert size={13} strokeWidth={2.3} role="img" aria-label="Low" />}
      Score {number(cell.value, 2)}
    </span>
  );
}
