import type { BenefitSide, NetBenefit } from '@superscope/contracts/fee-comparison';
import { Part } from '../calculator/result-parts';
import { cx } from '../../ui/class-names';
import { dollars, number } from '../../ui/format';
import { overlapText } from './net-benefit-text';
import { SideMark } from './side-mark';

const BARS: Record<BenefitSide['mark'], string> = {
  A: 'bg-ink-3/40',
  B: 'bg-plot/30',
  C: 'bg-info/30',
  D: 'bg-wattle-ink/30',
};
const MIDDLES: Record<BenefitSide['mark'], string> = {
  A: 'bg-ink-2',
  B: 'bg-plot',
  C: 'bg-info',
  D: 'bg-wattle-ink',
};
/** What is at most so much, in stripes. */
const HATCHED = 'bg-[repeating-linear-gradient(135deg,var(--ink-3)_0_2px,transparent_2px_6px)]';

const thousands = (amount: number): string => `$${number(Math.round(amount / 1000), 0)}k`;

/** What an account in each investment would hold at retirement, as a bar of eighty of a hundred outcomes of its own assumption. */
export function ProjectedBalances({ of, onPaper }: { of: NetBenefit; onPaper: boolean }) {
  const { sides, projection } = of;
  if (projection === null)
    return (
      <Part title="Projected balance" padded>
        <p className="text-ink-2">
          Age and salary of a member before retirement are needed for a projection, and are not known here.
        </p>
      </Part>
    );
  const known = sides.flatMap(({ projected }) => projected ?? []);
  const ends = known.flatMap(({ low, middle, high }) => [low ?? high, middle ?? high, high]);
  const least = Math.min(...ends);
  const most = Math.max(...ends);
  const room = Math.max(1_000, (most - least) * 0.08);
  const [from, to] = [Math.max(0, least - room), most + room];
  const at = (amount: number) => `${(100 * (amount - from)) / (to - from)}%`;
  return (
    <Part
      title={`Projected balance at ${projection.age}`}
      note="In today’s dollars; a bar holds 80 of 100 outcomes of its own assumption"
    >
      <ul className="border-t">
        {sides.map((side) => (
          <li key={side.mark} className="border-t px-5 py-3 first:border-t-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="flex min-w-0 items-center gap-2">
                <SideMark side={side.mark} />
                <span className="wrap-anywhere">{side.name}</span>
              </span>
              <Amount of={side} />
            </div>
            {side.projected !== null && (
              <span className="relative mt-2 block h-4 rounded-sm bg-sunken" aria-hidden>
                <i
                  className={cx(
                    'absolute inset-y-0 rounded-sm',
                    side.projected.low === null ? HATCHED : BARS[side.mark],
                  )}
                  style={{
                    left: side.projected.low === null ? 0 : at(side.projected.low),
                    right: `calc(100% - ${at(side.projected.high)})`,
                  }}
                />
                {side.projected.middle !== null && (
                  <i
                    className={cx('absolute -inset-y-1 w-0.5', MIDDLES[side.mark])}
                    style={{ left: at(side.projected.middle) }}
                  />
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {known.length > 0 && (
        <p className="flex justify-between border-t px-5 py-1.5 text-xs text-ink-3" aria-hidden>
          <span>{thousands(from)}</span>
          <span>{thousands((from + to) / 2)}</span>
          <span>{thousands(to)}</span>
        </p>
      )}
      <div className="border-t bg-sunken px-5 py-3 text-sm text-ink-2">
        <p>
          Each investment is projected with its own return, never one rate for all: {ratesText(sides)} before fees, less
          its own fees each year. {overlapText(sides)}
        </p>
        {/* On paper nobody can open it. */}
        {onPaper ? (
          <p className="mt-1">
            <b className="font-semibold text-ink">The rule. </b>
            <Rule {...projection} />
          </p>
        ) : (
          <details className="mt-1">
            <summary className="cursor-pointer font-semibold text-ink">The rule</summary>
            <p className="mt-1">
              <Rule {...projection} />
            </p>
          </details>
        )}
      </div>
    </Part>
  );
}

/** What every projection assumes, in words. */
const Rule = (projection: NonNullable<NetBenefit['projection']>) => (
  <>
    A year’s return is {percent(projection.defensiveReturnPercent)} plus {percent(projection.growthPremiumPercent)} in
    proportion to the growth share, and {percent(projection.averageInvestmentFeePercent)} that these rates are net of:
    the average investment fee is added back, so that no fee counts twice. {projection.years} whole{' '}
    {projection.years === 1 ? 'year' : 'years'} to {projection.age}, {dollars(projection.contribution)} a year of
    contributions after tax and premiums, wages {percent(projection.wageGrowthPercent)}. The bar takes a year’s return
    to deviate by {percent(projection.defensiveDeviationPercent)} without and{' '}
    {percent(projection.growthDeviationPercent)} with growth assets alone, and years as independent of each other.
  </>
);

const percent = (value: number): string => `${number(value, Number.isInteger(value) ? 0 : 1)} %`;

const ratesText = (sides: readonly BenefitSide[]): string =>
  sides
    .map(
      ({ mark, returnBeforeFees }) => `${mark} ${returnBeforeFees === null ? 'not known' : percent(returnBeforeFees)}`,
    )
    .join(', ');

function Amount({ of: { projected, growthPercent } }: { of: BenefitSide }) {
  if (projected === null)
    return (
      <span className="text-sm text-ink-3">
        not known: {growthPercent === null ? 'its growth share is not published' : 'no fee is known'}
      </span>
    );
  const { low, middle, high } = projected;
  if (low === null || middle === null)
    return (
      <span className="tnum text-right">
        <b className="font-semibold text-attention">at most {dollars(high)}</b>
        <span className="block text-sm text-ink-2">a fee is missing</span>
      </span>
    );
  return (
    <span className="tnum text-right">
      <b className="font-semibold">{dollars(middle)}</b>
      <span className="block text-sm text-ink-2">
        {thousands(low)} to {thousands(high)}
      </span>
    </span>
  );
}
