import type { ComparedSideAnswer, FeeComparison } from '@superscope/contracts/fee-comparison';
import type { ReactNode } from 'react';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { date, dollars, number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { AtBalances } from './at-balances';
import { money, percentText } from './fee-text';
import { FeesTable } from './fees-table';
import { SideMark } from './side-mark';

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
      <section aria-label="Result" className="card overflow-hidden">
        <dl className="grid grid-cols-2 overflow-hidden xl:grid-cols-[repeat(auto-fit,minmax(0,1fr))] *:-ml-px *:-mt-px *:border-l *:border-t max-xl:*:odd:last:col-span-2">
          <Metric label={of.a.name} side="A" {...sideFigure(a)} />
          <Metric label={of.b.name} side="B" {...sideFigure(b)} />
          {of.difference !== null && <Difference {...of.difference} />}
          {atRetirement !== null && <ByRetirement {...atRetirement} />}
        </dl>
        <p className="border-t bg-sunken px-5 py-2.5 text-sm text-ink-2">
          Fees alone. Investments also differ in risk, returns, insurance and services.
        </p>
      </section>
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

const sideFigure = (side: FeeComparison['assetFeesA']) =>
  side === null
    ? { value: 'not known', note: 'no total, no difference', tone: 'text-ink-3' }
    : { value: money(side.feeTotalDollars), note: `a year, ${percentText(side.effectivePercent)}` };

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

interface MetricProps {
  label: string;
  value: string;
  note: string;
  side?: 'A' | 'B';
  tone?: string | undefined;
}

const Metric = ({ label, value, note, side, tone }: MetricProps) => (
  <div className="min-w-0 px-5 py-4">
    <dt className="flex items-center gap-2 text-sm font-semibold text-ink-2">
      {side && <SideMark side={side} />}
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </dt>
    <dd>
      <span className={cx('metric mt-1 block', tone)}>{value}</span>
      <span className="block text-sm text-ink-2">{note}</span>
    </dd>
  </div>
);

/** Green only where B costs less; where it costs more, ochre. */
const toneOf = (better: number): string | undefined =>
  better === 0 ? undefined : better > 0 ? 'text-good' : 'text-attention';

const Difference = ({ dollars: less, percent }: NonNullable<FeeComparison['difference']>) => (
  <Metric
    label={less === 0 ? 'Both cost the same' : less > 0 ? 'B costs less by' : 'B costs more by'}
    value={money(Math.abs(less))}
    note={`a year, ${percentText(Math.abs(percent))}`}
    tone={toneOf(less)}
  />
);

type AtRetirement = NonNullable<FeeComparison['atRetirement']>;

const wordOf = ({ moreWithB }: AtRetirement) =>
  moreWithB === 0 ? 'the same to $100' : moreWithB > 0 ? 'more with B' : 'less with B';

const ByRetirement = (at: AtRetirement) => (
  <Metric
    label={`By age ${at.age}, ${wordOf(at)}`}
    value={dollars(Math.abs(at.moreWithB))}
    note="in today’s dollars"
    tone={toneOf(at.moreWithB)}
  />
);

function Retirement({ of }: { of: AtRetirement }) {
  const lines: [ReactNode, number][] = [
    [
      <span key="a" className="inline-flex items-center gap-2">
        <SideMark side="A" />
        With A
      </span>,
      of.withA,
    ],
    [
      <span key="b" className="inline-flex items-center gap-2">
        <SideMark side="B" />
        With B
      </span>,
      of.withB,
    ],
    [of.moreWithB < 0 ? 'Less with B' : 'More with B', Math.abs(of.moreWithB)],
  ];
  return (
    <section aria-label={`By age ${of.age}`} className="card mt-4 overflow-hidden">
      <div className="px-5 pb-3 pt-4">
        <CardHead title={`By age ${of.age}`} note="Retirement projection, in today’s dollars" />
      </div>
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
    </section>
  );
}
