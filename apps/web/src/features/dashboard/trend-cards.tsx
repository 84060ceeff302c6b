import type { MeasureName } from '@superscope/contracts/analytics/names';
import { monthlyQuery, type View } from '../../app/analytics/query';
import { percentChange, series, type Cell } from '../../app/analytics/result';
import { useFigures, type FiguresState } from '../../app/analytics/use-figures';
import { cx } from '../../ui/class-names';
import { Delta } from '../../ui/delta';
import { date, dollars, number, shortDollars } from '../../ui/format';
import { Sparkline } from '../../ui/sparkline';
import { Bone, ErrorState, Skeleton } from '../../ui/states';
import { HatchedBox, WithheldFigure } from '../../ui/withheld';

interface Trend {
  label: string;
  measure: MeasureName;
  format: (value: number) => string;
  /** Average age has no good direction. */
  good: 'up' | 'neutral';
}
const COUNT = 'MemberSnapshot.countMembers';

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
  },
];

const trendQuery = (view: View) =>
  monthlyQuery(
    view,
    trends.map((trend) => trend.measure),
  );

/** The four figures of a plan month by month, in one question. */
export const useTrends = (view: View) => useFigures(view, trendQuery);

/** The headcounts of the months that other figures are of; none where they are known only of another view. */
export const headcountsOf = (
  trends: Pick<FiguresState, 'rows' | 'of'>,
  { of, months }: Pick<FiguresState, 'of' | 'months'>,
): Cell[] => (trends.rows && trends.of === of ? series(trends.rows, months, COUNT) : []);

/** No members are left in the newest month: a filter left nobody. */
export const hasNoMembers = ({ rows, months }: FiguresState) => {
  if (!rows) return false;
  const { value, withheld } = series(rows, months, COUNT).at(-1) ?? { value: null, withheld: null };
  return withheld === null && (value === null || value === 0);
};

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
          cells={rows && series(rows, months, trend.measure)}
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
  const change = cells ? percentChange(cells) : null;
  return (
    <section
      aria-label={trend.label}
      aria-busy={dimmed || !cells}
      className={cx('card settle flex min-h-[138px] flex-col overflow-hidden', dimmed && '*:opacity-50')}
    >
      <div className="px-4 pt-3.5">
        <h3 className="text-base font-medium leading-[18px] text-ink-2">{trend.label}</h3>
        {now && (
          <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
            {now.withheld ? (
              <WithheldFigure reason={now.withheld} className="metric" />
            ) : (
              <span className="metric">{now.value === null ? '–' : trend.format(now.value)}</span>
            )}
            {change !== null && (
              <>
                <Delta value={change} good={trend.good} />
                <span className="sr-only">since {since}</span>
              </>
            )}
          </p>
        )}
      </div>
      <div className="mt-auto px-1 pb-1.5 pt-2">
        {cells ? (
          <TrendLine cells={cells} label={trend.label} />
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

function TrendLine({ cells, label }: { cells: Cell[]; label: string }) {
  const values = cells.map((c) => c.value);
  if (values.some((value) => value !== null)) return <Sparkline values={values} />;
  if (cells.some((c) => c.withheld)) return <HatchedBox className="mx-3 mb-2 h-9" label={`${label}: not shown`} />;
  return <div className="h-11" />;
}
