import type { ComparedSideAnswer, FeeComparison } from '@superscope/contracts/fee-comparison';
import type { ReactNode } from 'react';
import { Metric, Metrics, Part } from '../calculator/result-parts';
import { cx } from '../../ui/class-names';
import { date, dollars, money, number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { AtBalances } from './at-balances';
import { atLeast, percentText } from './fee-text';
import { FeesTable } from './fees-table';
import { SideMark, SideName } from './side-mark';
import { WhatIsCompared } from './what-is-compared';

interface Props {
  of: FeeComparison;
  /** While the form no longer says the same. */
  dimmed: boolean;
  /** The member among whose events the run is; null if it is recorded nowhere. */
  recordedOf: string | null;
}

/** What a run found. */
export function ComparisonResult({ of, dimmed, recordedOf }: Props) {
  const { assetFeesA: a, assetFeesB: b, atBalances, atRetirement } = of;
  return (
    <div className={cx('settle min-w-0', dimmed && 'opacity-50')} aria-busy={dimmed}>
      {a === null && <Unknown side={of.a} day={of.feesAsAt} />}
      {b === null && <Unknown side={of.b} day={of.feesAsAt} />}
      <Missing of={of} />
      <Metrics
        label="Result"
        paired
        foot={
          <p className="border-t bg-sunken px-5 py-2.5 text-sm text-ink-2">
            Fees alone. Investments also differ in risk, returns, insurance and services.
          </p>
        }
      >
        <SideMetric side="A" of={of.a} fees={a} />
        <SideMetric side="B" of={of.b} fees={b} />
        {of.difference !== null && <Difference {...of.difference} />}
        {atRetirement !== null && <ByRetirement {...atRetirement} />}
      </Metrics>
      <WhatIsCompared of={of} />
      <FeesTable of={of} />
      {atBalances.length > 0 && (
        <AtBalances rows={atBalances} nameA={of.a.name} nameB={of.b.name} feesAsAt={of.feesAsAt} />
      )}
      {atRetirement !== null && <Retirement of={atRetirement} />}
      <p className="mt-4 text-sm text-ink-2">
        General information about fees, not personal advice.
        {recordedOf !== null && ` Recorded among the events of ${recordedOf}.`}
      </p>
    </div>
  );
}

interface SideProps {
  side: 'A' | 'B';
  of: ComparedSideAnswer;
  fees: FeeComparison['assetFeesA'];
}

function SideMetric({ side, of: { name, platformName, missing }, fees }: SideProps) {
  const label = (
    <span className="flex items-center gap-2">
      <SideMark side={side} />
      <span className="min-w-0 wrap-anywhere">
        {name}
        <span className="block font-normal text-ink-3">{platformName}</span>
      </span>
    </span>
  );
  if (fees === null)
    return (
      <Metric label={label} value="not known" tone="text-ink-3">
        no total, no difference
      </Metric>
    );
  const said = missing.length === 0 ? (text: string) => text : atLeast;
  return (
    <Metric label={label} value={said(money(fees.feeTotalDollars))}>
      a year, {said(percentText(fees.effectivePercent))}
    </Metric>
  );
}

/** What the tables do not say. A missing fee is not one of nothing, so totals are then lower bounds, and no side costs less. */
function Missing({ of }: { of: FeeComparison }) {
  const sides = (['a', 'b'] as const).filter((side) => of[side].missing.length > 0);
  if (sides.length === 0) return null;
  return (
    <div className="mb-4">
      <MessageBox tone="attention" stays>
        <span className="block font-semibold">
          Fees are missing, so totals are at least what is shown and neither side is said to cost less.
        </span>
        {sides.map((side) => (
          <span key={side} className="mt-1.5 flex items-start gap-2">
            <SideMark side={side === 'a' ? 'A' : 'B'} />
            <span className="min-w-0 wrap-anywhere">{of[side].missing.map(({ sentence }) => sentence).join(' ')}</span>
          </span>
        ))}
      </MessageBox>
    </div>
  );
}

const Unknown = ({ side: { name, firstFeesFrom }, day }: { side: ComparedSideAnswer; day: string }) => (
  <div className="mb-4">
    <MessageBox tone="attention" stays>
      <b className="font-semibold">
        No fee of {name} is known on {date(day)}.
      </b>
      {firstFeesFrom !== null && ` Its first fees hold from ${date(firstFeesFrom)}.`}
    </MessageBox>
  </div>
);

/** Green only where B costs less; where it costs more, ochre. */
const toneOf = (better: number): string | undefined =>
  better === 0 ? undefined : better > 0 ? 'text-good' : 'text-attention';

const Difference = ({ dollars: less, percent }: NonNullable<FeeComparison['difference']>) => (
  <Metric
    label={less === 0 ? 'Both cost the same' : less > 0 ? 'B costs less by' : 'B costs more by'}
    value={money(Math.abs(less))}
    tone={toneOf(less)}
  >
    a year, {percentText(Math.abs(percent))}
  </Metric>
);

type AtRetirement = NonNullable<FeeComparison['atRetirement']>;

const wordOf = ({ moreWithB }: AtRetirement) =>
  moreWithB === 0 ? 'the same to $100' : moreWithB > 0 ? 'more with B' : 'less with B';

const ByRetirement = (at: AtRetirement) => (
  <Metric label={`By age ${at.age}, ${wordOf(at)}`} value={dollars(Math.abs(at.moreWithB))} tone={toneOf(at.moreWithB)}>
    in today’s dollars
  </Metric>
);

function Retirement({ of }: { of: AtRetirement }) {
  const lines: [ReactNode, number][] = [
    [<SideName key="a" side="A" name="With A" />, of.withA],
    [<SideName key="b" side="B" name="With B" />, of.withB],
    [of.moreWithB < 0 ? 'Less with B' : 'More with B', Math.abs(of.moreWithB)],
  ];
  return (
    <Part title={`By age ${of.age}`} note="Retirement projection, in today’s dollars">
      <div className="grid border-t sm:grid-cols-2">
        <dl className="tnum text-base">
          {lines.map(([name, amount], i) => (
            <div
              key={i}
              className={cx(
                'flex items-center justify-between border-t px-5 py-2.5 first:border-t-0',
                i === 2 && 'font-semibold',
              )}
            >
              <dt>{name}</dt>
              <dd>{dollars(amount)}</dd>
            </div>
          ))}
        </dl>
        <div className="border-t px-5 py-3 text-sm text-ink-2 sm:border-l sm:border-t-0">
          <p className="font-semibold text-ink">Assumed</p>
          <ul className="mt-1 list-disc space-y-0.5 pl-5">
            <li>
              {of.years} whole {of.years === 1 ? 'year' : 'years'} to {of.age}, without a break
            </li>
            <li>{dollars(of.contribution)} a year of contributions after tax, today’s fees and premiums</li>
            <li>
              {number(of.returnPercent, 1)} % return a year on both sides, wages {number(of.wageGrowthPercent, 1)} %
            </li>
            <li>the fees of the chosen day, in today’s dollars</li>
          </ul>
        </div>
      </div>
    </Part>
  );
}
