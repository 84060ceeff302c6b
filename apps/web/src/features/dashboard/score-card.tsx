import { ArrowRight, Bell } from 'lucide-react';
import { Link } from 'react-router';
import { useViewLink } from '../../portal/view-address/use-view-address';
import type { Progress } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/figures-view';
import { series } from '../../portal/analytics/result';
import { NowScore } from '../../portal/now/now-figures';
import { AgainstAYearAgo } from '../../portal/figures/against-a-year-ago';
import { FigureCard } from '../../portal/cards/figure-card';
import { NoClearChange } from '../../portal/figures/no-clear-change';
import { PeerBand } from '../../portal/peers/peer-marks';
import { PeersNote } from '../../portal/peers/peers-note';
import { WatchLink } from '../../portal/cards/watch-link';
import { WITHHELD_REASON, WithheldFigure } from '../../portal/figures/withheld';
import { cx } from '../../ui/class-names';
import { date, month as monthText, number } from '../../ui/format';
import { Stars } from '../../ui/stars';
import { Bone, Reference } from '../../ui/states';
import { useUnfinished } from '../../ui/unfinished';
import { signed, underAim } from '../../portal/figures/score-text';
import { useScore, type Score } from '../../portal/figures/use-score';
import { SCORE, useScores } from '../../portal/figures/use-scores';
import { Plot } from '../../portal/figures/plot';
import { Sparkline } from '../../ui/sparkline';

const Contours = () => (
  <svg
    className="absolute -right-16 -top-24"
    width="380"
    height="380"
    viewBox="0 0 380 380"
    fill="none"
    stroke="var(--hero-line)"
    strokeWidth="1"
    opacity=".8"
    aria-hidden
  >
    {[40, 66, 92, 118, 144, 170, 196].map((r, i) => (
      <path
        key={r}
        d={`M${190 - r * 1.08} ${196 + i * 2}C${190 - r} ${190 - r * 0.9} ${190 + r * 0.5} ${186 - r * 1.1} ${190 + r} ${188 - r * 0.2}S${190 + r * 0.3} ${200 + r} ${190 - r * 0.2} ${196 + r * 0.92}S${190 - r * 1.1} ${204 + r * 0.5} ${190 - r * 1.08} ${196 + i * 2}Z`}
      />
    ))}
  </svg>
);

// Withheld parts are hatched in the card's own colours.
const HERO =
  'hero relative overflow-hidden rounded-lg bg-hero p-5 text-hero-ink [--hatch:var(--hero-ink-2)] [--sunken:var(--hero)]';

interface Props {
  view: View;
  /** yyyy-MM of the plan's first month with figures. */
  firstMonth: string | null;
  className?: string;
}

/** The one dark card: the plan's SuperScore, its change, and what it means. */
export function ScoreCard({ view, firstMonth, className }: Props) {
  const figures = useScore(view);
  return (
    <FigureCard
      title="Plan SuperScore"
      what="The SuperScore"
      figures={figures}
      look={HERO}
      className={cx('min-h-84 max-sm:pointer-coarse:min-h-91 sm:min-h-76', className)}
      head={
        <>
          <Contours />
          <h2 className="relative text-md font-semibold">Plan SuperScore</h2>
        </>
      }
      bones={
        <div className="relative mt-3 [--track:rgb(255_255_255/.14)]">
          <Bone className="h-12 w-36" />
          <Bone className="mt-3 h-7 w-44" />
          <Bone className="mt-5 h-16 w-full" />
        </div>
      }
    >
      {(score) => <Content of={score} view={view} firstMonth={firstMonth} figures={figures} />}
    </FigureCard>
  );
}

/** The score month by month. */
function ScoreLine({ view }: { view: View }) {
  const { data } = useScores(view);
  if (data === undefined || data.months.length < 2) return null;
  return (
    <div className="mt-3 hidden [--plot:#E9B42A] [--surface:var(--hero)] xl:block">
      <Plot
        cells={series(data.rows, data.months, SCORE)}
        unpublished="Not published by month."
        height={72}
        className="!min-h-9"
      >
        {(values) => <Sparkline values={values} height={72} />}
      </Plot>
      <p aria-hidden className="mt-1 flex justify-between text-sm text-hero-ink-2">
        <span>{monthText(data.months[0]!)}</span>
        <span>{monthText(data.months.at(-1)!)}</span>
      </p>
    </div>
  );
}

function Content({
  of,
  view,
  firstMonth,
  figures: { reference, retry },
}: Omit<Props, 'className'> & { of: Score; figures: Progress }) {
  const linkTo = useViewLink();
  const { score, change, since, aim, below, lowest, incomplete } = of;
  useUnfinished(incomplete ? 'failed' : null);
  return (
    <div className="relative">
      <p className="mt-3 flex items-end gap-3">
        {score.withheld ? (
          <WithheldFigure
            reason={score.withheld}
            className="text-score !text-hero-ink-2"
            longClassName="text-xl !text-hero-ink-2"
          />
        ) : (
          <span className="text-score font-[620] tracking-[-0.02em]">
            {score.value === null ? '–' : number(score.value, 2)}
          </span>
        )}
        {!score.withheld && <span className="pb-1.5 text-md text-hero-ink-2">out of 5</span>}
      </p>
      <NowScore measure={SCORE} format={(stars) => number(stars, 2)} view={view} className="mt-1 !text-hero-ink-2" />
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 [--star-edge:#C9A136] [--star-empty:rgb(255_255_255/.12)]">
        {score.value !== null && <Stars value={score.value} size={28} />}
        {change && (
          <span className="text-sm font-semibold">
            {change.clear ? signed(change.by) : <NoClearChange className="font-semibold" />}{' '}
            <span className="font-normal text-hero-ink-2">since {date(since)}</span>
          </span>
        )}
      </div>
      <p className="mt-4 max-w-prose text-md text-hero-ink-2">
        {score.withheld && <>{WITHHELD_REASON[score.withheld]} </>}
        <b className="font-semibold text-hero-ink">
          <AgainstAYearAgo
            score={score}
            aim={aim}
            view={view}
            firstMonth={firstMonth}
            className="font-normal text-hero-ink-2"
          />
        </b>
        {below && ` ${underAim(below)}`}
        {lowest && (
          <>
            {' '}
            {lowest.name} is your lowest area, at {number(lowest.score, 2)} of 1.
          </>
        )}
      </p>
      <PeersNote view={view} className="mt-2 text-hero-ink-2" />
      <ScoreLine view={view} />
      <PeerBand view={view} score={score} className="mt-4 text-hero-ink-2" />
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1">
        <Link
          to={linkTo('/super/superScore')}
          className="inline-flex items-center gap-1.5 font-semibold text-hero-ink hover:underline pointer-coarse:min-h-11"
        >
          View details
          <ArrowRight size={16} aria-hidden />
        </Link>
        <WatchLink
          metric="superScore"
          name="Plan SuperScore"
          planId={view.planId}
          className="inline-flex items-center gap-1.5 font-semibold text-hero-ink-2 hover:underline pointer-coarse:min-h-11"
        >
          <Bell size={15} aria-hidden />
          Watch
        </WatchLink>
      </div>
      {incomplete && (
        <div role="alert" className="mt-3 text-sm text-hero-ink-2">
          Some of this card did not load.{' '}
          <button type="button" onClick={retry} className="font-semibold text-hero-ink underline">
            Try again
          </button>
          <Reference id={reference} className="mt-1 !text-hero-ink-2" />
        </div>
      )}
    </div>
  );
}
