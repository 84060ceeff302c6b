import type { MeasureName } from '@superscope/contracts/analytics/names';
import { COUNT, monthlyQuery, type View } from '../../portal/analytics/query';
import { allWithheld, changeOf, series, withheldCell, type Cell } from '../../portal/analytics/result';
import { useFigures, type FiguresState } from '../../portal/analytics/use-figures';
import { cx } from '../../ui/class-names';
import { date, dollars, number, shortDollars } from '../../ui/format';
import { Sparkline } from '../../ui/sparkline';
import { Bone, ErrorState, NoData, Skeleton } from '../../ui/states';
import { ChangeFigure, Figure } from '../../portal/figures/figure';

interface Trend {
  label: string;
  measure: MeasureName;
  format: (value: number) => string;
  /** Average age has no good direction. */
  good: 'up' | 'neutral';
  /** Exact where it is published, so never of the engaged, whose average would tell who they are. */
  isPublic?: boolean;
}

const trends: Trend[] = [
  { label: 'Members', measure: COUNT, format: number, good: 'up' },
  { label: 'Total assets owned', measure: 'MemberSnapshot.totalAssetsOwned', format: shortDollars, good: 'up' },
  {
    label: 'Average total assets owned',
    measure: 'MemberSnapshot.averageTotalAssetsOwned',
    format: dollars,
    good: 'up',
  },
  {
    label: 'Average age',
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

/** The four figures of a plan month by month, in one question. */
export const useTrends = (view: View) => useFigures(view, trendQuery);

const headcounts = ({ rows, months }: FiguresState) => (rows ? series(rows, months, COUNT) : []);

/** No members are left in the newest month: a filter left nobody. */
export const hasNoMembers = (figures: FiguresState) => {
  if (!figures.rows) return false;
  const newest = headcounts(figures).at(-1);
  return !newest?.withheld && !newest?.value;
};

/** No month's headcount is published, and so nothing else of it. */
export const isUnpublished = (figures: FiguresState) => allWithheld(headcounts(figures));

export function TrendCards({ figures, className }: { figures: FiguresState; className?: string }) {
  const { rows, of, months, refreshing, failed, reference, retry } = figures;
  if (failed) {
    return (
      <section aria-label="Trends" className={cx('card grid min-h-72 p-5', className)}>
        <ErrorState what="The trends" reference={reference} onRetry={retry} />
      </section>
    );
  }
  return (
    <div className={cx('grid grid-cols-2 gap-3 sm:gap-4', className)}>
      {trends.map((trend) => (
        <TrendCard
          key={trend.measure}
          trend={trend}
          cells={
            rows &&
            (isPublished(of, trend) ? series(rows, months, trend.measure) : months.map(() => withheldCell('np')))
          }
          since={date(of.since)}
          dimmed={refreshing}
        />
      ))}
    </div>
  );
}

interface CardProps {
  trend: Trend;
  cells: Cell[] | undefined;
  since: string;
  dimmed: boolean;
}

function TrendCard({ trend, cells, since, dimmed }: CardProps) {
  const now = cells?.at(-1);
  return (
    <section
      aria-label={trend.label}
      aria-busy={dimmed || !cells}
      className={cx('card settle flex min-h-[138px] flex-col overflow-hidden', dimmed && '*:opacity-50')}
    >
      <div className="px-4 pt-3.5">
        <h3 className="text-base font-medium leading-[18px] text-ink-2">{trend.label}</h3>
        {cells && now && (
          <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
            <Figure cell={now} format={trend.format} className="metric" longClassName="my-1 text-lg font-semibold" />
            <ChangeFigure change={changeOf(cells)} good={trend.good} since={since} />
          </p>
        )}
      </div>
      <div className="mt-auto px-1 pb-1.5 pt-2">
        {cells ? (
          <TrendLine cells={cells} />
        ) : (
          <Skeleton label={trend.label} className="-mt-9 px-3 pb-2">
            <Bone className="h-7 w-28" />
            <Bone className="mt-3 h-9 w-full" />
          </Skeleton>
        )}
      </div>
    </section>
  );
}

function TrendLine({ cells }: { cells: Cell[] }) {
  const values = cells.map((c) => c.value);
  if (values.some((value) => value !== null)) return <Sparkline values={values} />;
  if (allWithheld(cells)) return <NoData className="mx-3 mb-2 !min-h-9 text-sm">Not published in this period.</NoData>;
  return <div className="h-11" />;
}
