import { together } from '../../portal/analytics/loaded';
import { NO_CELL } from '../../portal/analytics/result';
import { isNarrowed } from '../../portal/filters/filters';
import { useHeadcount } from '../../portal/figures/use-headcount';
import { baseText } from '../../portal/figures/base';
import { ChartCard } from '../../portal/cards/chart-card';
import { CountFigure, ShareFigure } from '../../portal/figures/figure';
import { FigureTable } from '../../portal/figures/figure-table';
import { csvCell, countText, shareText } from '../../portal/figures/figure-text';
import { partsOf } from '../../portal/figures/parts';
import { seriesColour } from '../../portal/figures/series-colour';
import { unknownIn, useDistribution } from '../../portal/figures/use-distribution';
import { HalfDoughnut } from '../../ui/doughnut';
import { useShownTheme } from '../../ui/theme';
import { CalculationLink } from './calculated';
import type { MainChartProps } from './section.page';

const RESULTS = ['None', 'Under insured', 'On target', 'Over insured'] as const;

const INDICATOR = 'Member.lifeInsuranceIndicatorResult';

/** The results of the insurance indicator: the main share in the centre, all shares beside it. */
export function InsuranceChart({ view, className }: MainChartProps) {
  const theme = useShownTheme();
  const figures = together(useDistribution(view, INDICATOR, RESULTS), useHeadcount(view));
  const colour = (name: string) => seriesColour('insurance', name, theme);
  return (
    <ChartCard
      title="Is cover on target?"
      note={`Death cover plus balance, against estimated need${figures.data ? `; shares ${baseText(INDICATOR, unknownIn(figures.data[0]), figures.data[1].newest)}` : ''}`}
      figures={figures}
      audience={view.audience}
      file="life-insurance-indicator"
      className={className}
      nothing={([{ series }]) =>
        series.some(({ monthly }) => monthly.at(-1)?.share.value != null)
          ? null
          : 'Nothing is published of the insurance indicator.'
      }
      legend={([{ series }]) =>
        series
          .filter(({ name }) => name !== 'Unknown')
          .map(({ name, monthly }) => ({
            name: `${name} ${shareText(monthly.at(-1)?.share ?? NO_CELL)}`,
            colour: colour(name),
          }))
      }
      csv={([{ series }]) => [
        ['Result', 'Members', 'Share, %'],
        ...series.map(({ name, monthly }) => {
          const { count = NO_CELL, share = NO_CELL } = monthly.at(-1) ?? {};
          return [name, csvCell(count, countText), name === 'Unknown' ? '' : csvCell(share, shareText)];
        }),
      ]}
      centre={([{ series }]) => ({
        figure: shareText(series.find(({ name }) => name === 'On target')?.monthly.at(-1)?.share ?? NO_CELL),
        name: 'On target',
      })}
      drawing={([distribution, headcount], svg) => {
        const parts = partsOf(distribution, 'insurance', 1, theme);
        const onTarget = distribution.series.find(({ name }) => name === 'On target')?.monthly.at(-1)?.share ?? NO_CELL;
        return (
          <div className="grid items-center gap-6 md:grid-cols-[minmax(0,1fr)_280px]">
            <HalfDoughnut parts={parts.drawn} whole={parts.whole} height={210} svgRef={svg}>
              <ShareFigure
                of={onTarget}
                className="mx-auto block w-fit text-[32px] font-semibold leading-9 tracking-[-0.02em] sm:text-[40px] sm:leading-[44px]"
                longClassName="mx-auto mb-1 block text-lg font-semibold"
                aboutClassName="mx-auto block max-w-36 text-center text-lg font-semibold"
              />
              <span className="block text-md text-ink-2">On target</span>
            </HalfDoughnut>
            <Results distribution={distribution} headcount={headcount} view={view} colour={colour} />
          </div>
        );
      }}
      table={([distribution, headcount]) => (
        <Results distribution={distribution} headcount={headcount} view={view} colour={colour} />
      )}
      foot={
        <p className="border-t pt-3 text-sm text-ink-3">
          On target is at least 0.8 times the estimated need for age and salary, and cover alone not over 1.5 times.{' '}
          <CalculationLink />
        </p>
      }
    />
  );
}

interface ResultsProps {
  distribution: NonNullable<ReturnType<typeof useDistribution>['data']>;
  headcount: NonNullable<ReturnType<typeof useHeadcount>['data']>;
  view: MainChartProps['view'];
  colour: (name: string) => string;
}
const Results = ({ distribution, headcount, view, colour }: ResultsProps) => (
  <FigureTable
    label="Insurance indicator"
    heads={['Result', 'Members', 'Share']}
    rows={distribution.series.map(({ name, monthly }) => {
      const { count = NO_CELL, share = NO_CELL } = monthly.at(-1) ?? {};
      return {
        name,
        colour: colour(name),
        cells: [
          <CountFigure key="count" count={count} />,
          // Shares cover the members with a known result.
          name === 'Unknown' ? '–' : <ShareFigure key="share" of={share} />,
        ],
      };
    })}
    total={{
      name: isNarrowed(view) ? 'Filtered members' : 'All members',
      cells: [<CountFigure key="count" count={headcount.newest} />, ''],
    }}
  />
);
