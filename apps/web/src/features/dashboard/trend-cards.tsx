import type { MeasureName } from '@superscope/contracts/analytics/names';
import { mapLoaded, type Loaded } from '../../portal/analytics/loaded';
import { COUNT, monthlyQuery, type View } from '../../portal/analytics/figures-view';
import { allWithheld, changeOf, NO_CELL, series, withheldCell, type Cell } from '../../portal/analytics/result';
import { useFigures, type Answer, type AnswerState } from '../../portal/analytics/use-figures';
import { NowNote } from '../../portal/now/now-note';
import { useNow, type Now } from '../../portal/now/use-now';
import { inPercent } from '../../portal/earlier/compared-text';
import { ComparedNote } from '../../portal/earlier/compared-note';
import { busyWith, mapEarlier, useEarlier, type EarlierAnswer } from '../../portal/earlier/use-earlier';
import { ChangeFigure, Figure } from '../../portal/figures/figure';
import { FigureCard, FigureGroup } from '../../portal/cards/figure-card';
import { Plot } from '../../portal/figures/plot';
import { WatchLink } from '../../portal/cards/watch-link';
import { cx } from '../../ui/class-names';
import { date, dollars, number, shortDollars } from '../../ui/format';
import { Sparkline } from '../../ui/sparkline';
import { Bone } from '../../ui/states';
import { CardLink, LINKED_CARD } from '../../portal/cards/card-link';
import { Heading } from '../../ui/heading';

interface Trend {
  label: string;
  /** The key of the metric in watches. */
  watched: string;
  measure: MeasureName;
  format: (value: number) => string;
  /** Average age has no good direction. */
  good: 'up' | 'neutral';
  /** Employers know it of their own members, so it is not published for engaged members only, whose average could identify them. */
  isPublic?: boolean;
}

const trends: Trend[] = [
  { label: 'Members', watched: 'members', measure: COUNT, format: number, good: 'up' },
  {
    label: 'Total assets owned',
    watched: 'totalBalance',
    measure: 'MemberSnapshot.totalAssetsOwned',
    format: shortDollars,
    good: 'up',
  },
  {
    label: 'Average total assets owned',
    watched: 'averageBalance',
    measure: 'MemberSnapshot.averageTotalAssetsOwned',
    format: dollars,
    good: 'up',
  },
  {
    label: 'Average age',
    watched: 'averageAge',
    measure: 'MemberSnapshot.averageAge',
    format: (age) => `${number(age, 1)} years`,
    good: 'neutral',
    isPublic: true,
  },
];
const isPublished = ({ audience, engaged }: View, { isPublic = false }: Trend) =>
  audience === 'staff' || !engaged || !isPublic;

const trendQuery = (view: View) =>
  monthlyQuery(
    view,
    trends.filter((trend) => isPublished(view, trend)).map((trend) => trend.measure),
  );

export interface Trends extends AnswerState {
  earlier: EarlierAnswer | null;
  now: Now | null;
}

/** The four monthly figures of a plan, requested in one query, with those of the comparison in another. */
export function useTrends(view: View): Trends {
  const figures = useFigures(view, trendQuery);
  const earlier = useEarlier(view, trendQuery, figures.data);
  const now = useNow(view, trendQuery);
  return { ...figures, ...busyWith(figures, earlier), earlier, now };
}

const headcounts = ({ data }: Loaded<Answer>) => (data ? series(data.rows, data.months, COUNT) : []);

/** No members are left in the newest month: a filter left nobody. */
export const hasNoMembers = (figures: Loaded<Answer>) => {
  if (!figures.data) return false;
  const newest = headcounts(figures).at(-1);
  return !newest?.withheld && !newest?.value;
};

/** No month's headcount is published, so no other figure is either. */
export const isUnpublished = (figures: Loaded<Answer>) => allWithheld(headcounts(figures));

interface TrendCardsProps {
  planId: string;
  figures: Trends;
  className?: string;
}
export const TrendCards = ({ planId, figures, className }: TrendCardsProps) => (
  <FigureGroup title="Trends" what="The trends" figures={figures} className={cx('min-h-72 lg:min-h-36', className)}>
    <div className={cx('grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4', className)}>
      {trends.map((trend) => (
        <TrendCard key={trend.measure} trend={trend} figures={figures} planId={planId} />
      ))}
    </div>
  </FigureGroup>
);

const cellsOf = ({ rows, of, months }: Answer, trend: Trend): Cell[] =>
  isPublished(of, trend) ? series(rows, months, trend.measure) : months.map(() => withheldCell('np'));

const TrendCard = ({ trend, figures, planId }: { trend: Trend; figures: Trends; planId: string }) => (
  <FigureCard
    title={trend.label}
    figures={mapLoaded(figures, (answer) => ({
      cells: cellsOf(answer, trend),
      since: answer.of.since,
      earlier: mapEarlier(figures.earlier, (before) => ({ cells: cellsOf(before, trend), months: before.months })),
    }))}
    look={cx('card min-h-[150px] overflow-hidden sm:min-h-[138px]', LINKED_CARD)}
    head={
      <div className="flex items-start justify-between gap-2 px-4 pt-3.5">
        <Heading className="text-base font-medium leading-[18px] text-ink-2">
          <CardLink to={`/super/analytics/${trend.measure.split('.')[1]}`}>{trend.label}</CardLink>
        </Heading>
        <WatchLink metric={trend.watched} name={trend.label} planId={planId} />
      </div>
    }
    bones={
      <div className="px-4 pb-3.5 pt-1">
        <Bone className="h-7 w-28" />
        <Bone className="mt-3 h-9 w-full" />
      </div>
    }
  >
    {({ cells, since, earlier }) => (
      <>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5 px-4">
          <Figure
            cell={cells.at(-1) ?? NO_CELL}
            format={trend.format}
            few={trend.measure === COUNT ? '<11' : undefined}
            className="metric"
            longClassName="my-1 text-lg font-semibold"
          />
          <ChangeFigure change={changeOf(cells)} good={trend.good} since={date(since)} />
        </p>
        <NowNote
          now={figures.now}
          cell={(answer) => cellsOf(answer, trend).at(-1) ?? NO_CELL}
          format={trend.format}
          few={trend.measure === COUNT ? '<11' : undefined}
          className="px-4"
        />
        <ComparedNote earlier={earlier} cells={cells} measured={inPercent} dated={false} className="mt-0.5 px-4" />
        <div className="mt-auto px-1 pb-1.5 pt-2">
          <Plot cells={cells} unpublished="Not published in this period." height={44} className="mx-3 mb-2 !min-h-9">
            {(values) => <Sparkline values={values} earlier={earlier?.data?.cells.map(({ value }) => value)} />}
          </Plot>
        </div>
      </>
    )}
  </FigureCard>
);
