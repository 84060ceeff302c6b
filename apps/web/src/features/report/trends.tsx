import type { MeasureName } from '@superscope/contracts/analytics/names';
import { mapLoaded } from '../../portal/analytics/loaded';
import { COUNT, monthlyQuery, type View } from '../../portal/analytics/figures-view';
import { changeOf, NO_CELL, series } from '../../portal/analytics/result';
import { useFigures } from '../../portal/analytics/use-figures';
import { ChangeFigure, Figure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/cards/figure-card';
import { Plot } from '../../portal/figures/plot';
import { date, dollars, number, shortDollars } from '../../ui/format';
import { Sparkline } from '../../ui/sparkline';
import { Bones, CARD, CardTitle } from './sheet-card';

interface Trend {
  label: string;
  measure: MeasureName;
  format: (value: number) => string;
  good: 'up' | 'neutral';
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
  // A change of the average age is neither good nor bad.
  {
    label: 'Average age',
    measure: 'MemberSnapshot.averageAge',
    format: (age) => `${number(age, 1)} years`,
    good: 'neutral',
  },
];

// The same question as the dashboard's, so that its cached answer is reused.
const trendsQuery = (view: View) =>
  monthlyQuery(
    view,
    trends.map(({ measure }) => measure),
  );

export function Trends({ view }: { view: View }) {
  const figures = useFigures(view, trendsQuery);
  return (
    <div className="sheet-grid">
      {trends.map(({ label, measure, format, good }) => (
        <FigureCard
          key={measure}
          title={label}
          figures={mapLoaded(figures, ({ rows, months, of }) => ({
            cells: series(rows, months, measure),
            since: of.since,
          }))}
          look={CARD}
          head={<CardTitle>{label}</CardTitle>}
          bones={<Bones />}
        >
          {({ cells, since }) => (
            <>
              <p className="flex flex-wrap items-baseline gap-x-2">
                <Figure
                  cell={cells.at(-1) ?? NO_CELL}
                  format={format}
                  few={measure === COUNT ? '<11' : undefined}
                  className="sheet-metric"
                  longClassName="text-[12pt] font-semibold leading-[22pt]"
                />
                <ChangeFigure change={changeOf(cells)} good={good} since={date(since)} />
              </p>
              <div className="mt-[4pt]">
                <Plot cells={cells} unpublished="Not published in this period." height={36} className="!min-h-9">
                  {(values) => <Sparkline values={values} height={36} />}
                </Plot>
              </div>
            </>
          )}
        </FigureCard>
      ))}
    </div>
  );
}
