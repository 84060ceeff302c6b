import { filterValues } from '@superscope/contracts/analytics/group-values';
import type { MeasureName } from '@superscope/contracts/analytics/names';
import type { Loaded } from '../../portal/analytics/loaded';
import { COUNT, newestQuery, type View } from '../../portal/analytics/figures-view';
import { NO_CELL } from '../../portal/analytics/result';
import { useFigures, type Answer } from '../../portal/analytics/use-figures';
import { refusedBreakdown } from '../../portal/filters/filter-rules';
import { ChartCard } from '../../portal/cards/chart-card';
import { CountFigure, Figure } from '../../portal/figures/figure';
import { FigureTable } from '../../portal/figures/figure-table';
import { countText, csvCell, figureText } from '../../portal/figures/figure-text';
import { seriesColour } from '../../portal/figures/series-colour';
import { BubbleChart } from '../../ui/bubble-chart';
import { Card, CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { dollars, longMonth, month, number } from '../../ui/format';
import { NoData } from '../../ui/states';
import { useShownTheme } from '../../ui/theme';
import { CalculationLink } from './calculated';
import type { MainChartProps } from './section.page';

const INDEX: MeasureName = 'MemberSnapshot.benchmarkIndex';
const AVERAGE: MeasureName = 'MemberSnapshot.averageTotalAssetsOwned';
const TITLE = 'Balances against their peers, by age group';
const byAge = (view: View) => newestQuery(view, [INDEX, COUNT, AVERAGE], ['Member.ageGroup']);

/** The benchmark index of each age group: 100 is the average of people of the same age and gender. */
export function BalanceChart(props: MainChartProps) {
  const refused = refusedBreakdown(['ageGroup'], props.view);
  if (refused === null) return <Bubbles {...props} />;
  return (
    <Card className={cx('flex flex-col', props.className)} aria-label={TITLE}>
      <CardHead title={TITLE} />
      <NoData className="mt-4 min-h-48 flex-1">{refused}</NoData>
    </Card>
  );
}

function groupsOf({ rows }: Answer) {
  return filterValues.ageGroup.map((name) => {
    const row = rows.find((each) => each.text('Member.ageGroup') === name);
    const cell = (member: MeasureName) => row?.cell(member) ?? NO_CELL;
    return { name, index: cell(INDEX), count: cell(COUNT), average: cell(AVERAGE) };
  });
}

function Bubbles({ view, className }: MainChartProps) {
  const theme = useShownTheme();
  const figures: Loaded<Answer> = useFigures(view, byAge);
  const newest = figures.data?.months.at(-1);
  const index = (value: number) => number(value);
  return (
    <ChartCard
      title={TITLE}
      note={
        newest &&
        `Benchmark index at the ${view.audience === 'employer' ? 'quarter' : 'month'} end, ${longMonth(newest)}; area: members`
      }
      figures={figures}
      audience={view.audience}
      file="benchmark-index"
      className={className}
      nothing={(answer) =>
        groupsOf(answer).some(({ index: { value } }) => value !== null)
          ? null
          : 'No age group has enough members for its figures to be published.'
      }
      legend={() => []}
      csv={(answer) => [
        ['Age group', 'Benchmark index', 'Members', 'Average balance'],
        ...groupsOf(answer).map(({ name, index: cell, count, average }) => [
          name,
          csvCell(cell, (of) => figureText(of, index, 'too few members')),
          csvCell(count, countText),
          csvCell(average, (of) => figureText(of, dollars, 'too few members')),
        ]),
      ]}
      of={newest && month(newest)}
      drawing={(answer, svg) => (
        <BubbleChart
          label={`${TITLE}. The same figures are in the table view.`}
          bubbles={groupsOf(answer)
            .filter((group) => group.index.value !== null || group.index.withheld !== null)
            .map(({ name, index: cell, count }) => ({
              name,
              colour: seriesColour('age', name, theme),
              value: cell.value,
              text: figureText(cell, index, 'too few members'),
              size: count.value,
            }))}
          benchmark={{ value: 100, label: 'Peer average 100' }}
          svgRef={svg}
        />
      )}
      table={(answer) => (
        <FigureTable
          label={TITLE}
          heads={['Age group', 'Benchmark index', 'Members', 'Average balance']}
          rows={groupsOf(answer).map(({ name, index: cell, count, average }) => ({
            name,
            colour: seriesColour('age', name, theme),
            cells: [
              <Figure key="index" cell={cell} format={index} />,
              <CountFigure key="count" count={count} />,
              <Figure key="average" cell={average} format={dollars} />,
            ],
          }))}
        />
      )}
      foot={
        <p className="border-t pt-3 text-sm text-ink-3">
          100 is the average balance of people of the same age and gender. <CalculationLink />
        </p>
      }
    />
  );
}
