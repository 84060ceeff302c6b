import { useFigures } from '../../../portal/analytics/use-figures';
import { COUNT } from '../../../portal/analytics/figures-view';
import { mapLoaded } from '../../../portal/analytics/loaded';
import { markersOf } from '../../../portal/campaigns/markers';
import { dollars, longMonth, number, shortDollars } from '../../../ui/format';
import { LineChart, MarkerKey } from '../kit/line-chart';
import { Printed, PrintedChange } from '../kit/printed';
import { reportPage, type PageProps } from '../report-page';
import { trendsSentence } from '../sentences/fund-sentences';
import { ends } from './dashboard';
import { AGE, ASSETS, AVERAGE, isTold, trendOf, trendsQuery, type Trend } from './figures';

interface Figures {
  members: Trend;
  assets: Trend;
  average: Trend;
  age: Trend;
}

function Trends({ report, figures: { members, assets, average, age } }: PageProps<Figures>) {
  const { months } = members;
  const markers = markersOf(report.campaigns.list, months, false);
  const margin = average.newest.margin;
  // Null where the average is exact: in plans whose employers share one payroll.
  const ageMargin = age.newest.margin;
  const by = (members.change?.by ?? 0) < 0 ? 'fewer' : 'more';
  const rows = [
    {
      title: 'Members',
      trend: members,
      format: number,
      good: 'up',
      fact: members.change
        ? members.change.by === 0
          ? `As many as in ${longMonth(months[0]!)}.`
          : `${number(Math.abs(members.change.by))} ${by} than in ${longMonth(months[0]!)}.`
        : '',
    },
    {
      title: 'Total assets owned',
      trend: assets,
      format: shortDollars,
      good: 'up',
      fact: 'Average balance times members.',
    },
    {
      title: 'Average total assets owned',
      trend: average,
      format: dollars,
      good: 'up',
      fact: margin === null ? '' : `A change under ${dollars(margin)} would not be clear.`,
    },
    {
      title: 'Average age',
      trend: age,
      format: (value: number) => `${number(value, 1)} years`,
      axis: (value: number) => number(value, 1),
      good: 'neutral',
      fact:
        ageMargin === null
          ? 'A fact without a better or worse.'
          : `A change under ${number(ageMargin, 2)} years would not be clear.`,
    },
  ] as const;
  return (
    <>
      <p className="flex justify-between text-[12px] leading-[16px] text-ink-3">
        <span>
          Month end, {longMonth(months[0]!)} to {longMonth(months.at(-1)!)}. Read straight down: all four share the
          months.
        </span>
        <MarkerKey markers={markers} />
      </p>
      <div className="flex flex-1 flex-col justify-between">
        {rows.map(({ title, trend, format, good, fact, ...rest }, i) => (
          <div
            key={title}
            className="grid grid-cols-[150px_1fr] items-center gap-4 pt-1"
            style={{ borderTop: '0.6pt solid var(--line-strong)' }}
          >
            <div>
              <h2 className="text-[14px] font-semibold leading-[18px]">{title}</h2>
              <p className="mt-1">
                <Printed cell={trend.newest} format={format} className="pcr-metric" />
              </p>
              <PrintedChange change={trend.change} as="percent" good={good} />
              <p className="mt-1.5 text-[12px] leading-[16px] text-ink-2">{fact}</p>
            </div>
            <LineChart
              cells={trend.cells}
              months={months}
              width={522}
              height={186}
              format={'axis' in rest ? rest.axis : format}
              label={`${title} by month, ${ends(trend, format)}`}
              markers={markers}
              lettered={i === 0}
              right={74}
              left={58}
            />
          </div>
        ))}
      </div>
    </>
  );
}

export const trends = reportPage<Figures>({
  id: 'trends',
  number: '5',
  title: 'Trends',
  useFigures: ({ whole }) =>
    mapLoaded(useFigures(whole, trendsQuery), (answer) => ({
      members: trendOf(answer, COUNT),
      assets: trendOf(answer, ASSETS),
      average: trendOf(answer, AVERAGE),
      age: trendOf(answer, AGE),
    })),
  isPublished: ({ members }) => members.months.length > 1 && isTold(members.newest),
  sentence: ({ members, assets, average }) =>
    trendsSentence([
      { ...members, name: 'members' },
      { ...assets, name: 'assets' },
      { ...average, name: 'average balances' },
    ]),
  ofAllMembers: true,
  Body: Trends,
});
