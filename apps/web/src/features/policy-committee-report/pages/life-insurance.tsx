import { changeOf, NO_CELL } from '../../../portal/analytics/result';
import { shareText } from '../../../portal/figures/figure-text';
import { partsOf } from '../../../portal/figures/parts';
import { seriesColour } from '../../../portal/figures/series-colour';
import { useDistribution, type Distribution } from '../../../portal/figures/use-distribution';
import { longMonth } from '../../../ui/format';
import { Swatch } from '../kit/card';
import { HalfDoughnut } from '../kit/half-doughnut';
import { Unpublished } from '../kit/line-chart';
import { Printed, PrintedChange, PrintedCount, PrintedShare } from '../kit/printed';
import { share } from '../../../ui/format';
import { isTold } from './figures';
import { componentPage, isDistributionTold } from './component';

export const INDICATOR = ['None', 'Under insured', 'On target', 'Over insured'] as const;

/** The indicator as a half-doughnut around the share on target. */
export function IndicatorDoughnut({ main, height }: { main: Distribution; height: number }) {
  const { drawn, whole } = partsOf(main, 'insurance', 1, 'light');
  const parts = drawn.map((part) => ({
    ...part,
    text: shareText(main.series.find(({ name }) => name === part.name)?.monthly.at(-1)?.share ?? NO_CELL, 1),
  }));
  const target = main.series.find(({ name }) => name === 'On target')?.monthly.at(-1)?.share ?? NO_CELL;
  return (
    <HalfDoughnut
      parts={parts}
      whole={whole}
      height={height}
      thickness={Math.round(height * 0.3)}
      label={`Cover against estimated need: ${drawn.map(({ name, value }) => `${name} ${share(value, 1)}`).join('; ')}`}
    >
      <Printed
        cell={target}
        format={(value) => share(value, 1)}
        className="block text-[26px] font-[620] leading-8 tracking-[-0.02em]"
        aboutClassName="block text-[15px] font-semibold leading-5"
      />
      <span className="block text-ink-2">on target</span>
    </HalfDoughnut>
  );
}

function Indicator({ main }: { main: Distribution }) {
  const rows = main.series.filter(({ name }) => name !== 'Unknown');
  if (!rows.some(({ monthly }) => isTold(monthly.at(-1)?.share ?? NO_CELL)))
    return <Unpublished height={220}>No result has enough members.</Unpublished>;
  return (
    <div className="grid grid-cols-[374px_1fr] items-center gap-3">
      <IndicatorDoughnut main={main} height={164} />
      <table className="pcr-table">
        <thead>
          <tr>
            <th>Against need</th>
            <th>Members</th>
            <th>Share</th>
            <th>Change</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, monthly }) => {
            const { count = NO_CELL, share: of = NO_CELL } = monthly.at(-1) ?? {};
            return (
              <tr key={name}>
                <td>
                  <span className="mr-1.5">
                    <Swatch colour={seriesColour('insurance', name, 'light')} />
                  </span>
                  {name}
                </td>
                <td>
                  <PrintedCount of={count} dense className="font-semibold" />
                </td>
                <td>
                  <PrintedShare of={of} dense />
                </td>
                <td>
                  <PrintedChange
                    change={changeOf(monthly.map((each) => each.share))}
                    good={name === 'On target' ? 'up' : name === 'Over insured' ? 'neutral' : 'down'}
                    dense
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

export const lifeInsurance = componentPage<Distribution>({
  key: 'lifeInsurance',
  number: 'S6',
  title: 'Life Insurance',
  flags: { ring: 'lifeCoverWithinBenchmark', contact: 'contactRequestedInsurance' },
  ring: { title: 'On target', note: '0.8 to 1.5 times their estimated need' },
  useMain: (view) => useDistribution(view, 'Member.lifeInsuranceIndicatorResult', INDICATOR),
  isMainTold: isDistributionTold,
  meaning: 'have no cover or too little',
  topic: /insur|cover/i,
  mainTitle: 'Members by cover against estimated need',
  mainNote: ({ months }) =>
    `Share of the members whose need is known${months.length > 0 ? `, end of ${longMonth(months.at(-1)!)}` : ''}`,
  Main: Indicator,
  committee: () =>
    'Default cover is explained best when members join; cover they already pay for elsewhere is not known to the fund.',
});
