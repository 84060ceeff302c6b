import type { BenefitSide, NetBenefit as Found } from '@superscope/contracts/fee-comparison';
import { CircleCheck, CircleX, Clock, Info } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { cx } from '../../ui/class-names';
import { date, money, number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { Segmented } from '../../ui/segmented';
import { Part } from '../calculator/result-parts';
import { atLeast, percentText } from './fee-text';
import { feesTexts, growthTexts, missingTexts, unknownTexts } from './net-benefit-text';
import { ProjectedBalances } from './projected-balances';
import { SideMark } from './side-mark';

type Side = BenefitSide;
type Mark = Side['mark'];

/** Two to four investments side by side. Nothing is ranked, coloured or called better. */
export function BenefitResult({ of, onPaper = false }: { of: Found; onPaper?: boolean }) {
  const missing = missingTexts(of.sides);
  return (
    <>
      {missing.length > 0 && (
        <div className="mt-4">
          <MessageBox tone="attention" stays>
            {missing.map((sentence) => (
              <span key={sentence} className="block font-semibold wrap-anywhere">
                {sentence}
              </span>
            ))}
            <span className="mt-1 block">
              Missing is not free: totals are ‘at least’, there is no middle projection, and nothing is ordered by cost.
            </span>
          </MessageBox>
        </div>
      )}
      <SideBySide of={of} />
      <div className="grid grid-cols-1 items-start gap-x-4 2xl:grid-cols-[minmax(0,1fr)_18rem]">
        <ProjectedBalances of={of} onPaper={onPaper} />
        <WhatDiffers of={of} />
      </div>
      <p className="mt-4 flex items-start gap-2 text-sm text-ink-2">
        <Info size={16} className="mt-px shrink-0" aria-hidden />
        Past returns do not tell future ones. General information, not personal advice.
      </p>
    </>
  );
}

/** Every figure with its own date. On phones one side at a time, with the names kept. */
function SideBySide({ of }: { of: Found }) {
  const { sides } = of;
  const [shown, setShown] = useState<Mark>('A');
  const chosen = sides.some(({ mark }) => mark === shown) ? shown : 'A';
  const cells = (cellOf: (side: Side) => ReactNode) =>
    sides.map((side) => (
      <td key={side.mark} className={cx('px-3 py-2 align-top', side.mark !== chosen && 'max-sm:hidden')}>
        {cellOf(side)}
      </td>
    ));
  const row = (name: string, note: string | null, cellOf: (side: Side) => ReactNode) => (
    <tr>
      <th scope="row" className="py-2 pl-5 pr-2 text-left align-top font-normal">
        {name}
        {note !== null && <span className="block text-sm text-ink-3">{note}</span>}
      </th>
      {cells(cellOf)}
    </tr>
  );
  const group = (name: string, rows: ReactNode) => (
    <tbody className="border-t">
      <tr>
        <th scope="rowgroup" colSpan={2} className="px-5 pb-1 pt-3 text-left text-sm font-semibold text-ink-2">
          {name}
        </th>
      </tr>
      {rows}
    </tbody>
  );
  const balanceNote = of.balanceAsAt === null ? 'as typed' : `of ${date(of.balanceAsAt)}`;
  return (
    <Part
      title="Side by side"
      note="Each figure with its own date; ‘not known’ where it is not published"
      right={
        <span className="sm:hidden">
          <Segmented
            label="Investment"
            options={sides.map(({ mark }) => ({ value: mark, label: mark }))}
            value={chosen}
            onChange={setShown}
          />
        </span>
      }
    >
      <table className="tnum w-full table-fixed border-t text-base" aria-label="Side by side">
        <colgroup>
          <col className="w-36 sm:w-44" />
        </colgroup>
        <thead className="bg-sunken">
          <tr>
            <td />
            {sides.map((side) => (
              <th
                key={side.mark}
                scope="col"
                className={cx('px-3 py-2.5 text-left align-top font-normal', side.mark !== chosen && 'max-sm:hidden')}
              >
                <span className="flex items-start gap-2">
                  <SideMark side={side.mark} />
                  <span className="min-w-0 font-semibold wrap-anywhere">{side.name}</span>
                </span>
                <span className="mt-0.5 block text-sm text-ink-2 wrap-anywhere">{side.platformName}</span>
                <span className="block text-sm text-ink-3">
                  {side.mark === 'A' ? 'today’s, ' : ''}
                  {side.feesFrom === null ? 'no table of fees' : `fees from ${date(side.feesFrom)}`}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        {group(
          'Fees a year',
          <>
            {row(`For ${money(of.balance)}`, balanceNote, (side) => (
              <Fees fees={side.fees} side={side} />
            ))}
            {row('For $50,000', 'as on fee leaflets', (side) => (
              <Fees fees={side.feesOf50000} side={side} />
            ))}
          </>,
        )}
        {group(
          'Past returns a year, less the administration fee of this balance',
          <>
            {(['one', 'three', 'five', 'ten'] as const).map((years) => (
              <ReturnsRow key={years} years={years} row={row} />
            ))}
          </>,
        )}
        {group(
          'What it is',
          <>
            {row('Growth share', null, ({ growthPercent, listedOn }) =>
              growthPercent === null ? (
                <Unknown />
              ) : (
                <>
                  {number(growthPercent, Number.isInteger(growthPercent) ? 0 : 1)} %
                  {listedOn !== null && <span className="block text-sm text-ink-3">of {date(listedOn)}</span>}
                </>
              ),
            )}
            {row('Risk label', null, ({ riskLabel }) => riskLabel ?? <Unknown />)}
            {row('APRA performance test', null, ({ performanceTest }) =>
              performanceTest === null ? <Unknown /> : <Test {...performanceTest} />,
            )}
          </>,
        )}
      </table>
    </Part>
  );
}

const YEARS = { one: '1 year', three: '3 years', five: '5 years', ten: '10 years' };

function ReturnsRow({
  years,
  row,
}: {
  years: keyof typeof YEARS;
  row: (name: string, note: string | null, cellOf: (side: Side) => ReactNode) => ReactNode;
}) {
  return row(YEARS[years], null, ({ returns, missing, listedOn }) => {
    const percent = returns[years];
    if (percent === null) return <Unknown />;
    const text = `${number(percent, 1)} %`;
    return (
      <>
        {missing.some(({ group }) => group === 'ADMIN') ? `at most ${text}` : text}
        {years === 'one' && listedOn !== null && <span className="block text-sm text-ink-3">to {date(listedOn)}</span>}
      </>
    );
  });
}

const Unknown = () => <span className="text-ink-3">not known</span>;

function Fees({ fees, side: { missing } }: { fees: Side['fees']; side: Side }) {
  if (fees === null) return <Unknown />;
  const isMissing = missing.length > 0;
  return (
    <>
      <span className={cx('font-semibold', isMissing && 'text-attention')}>
        {isMissing ? atLeast(money(fees.dollars)) : money(fees.dollars)}
      </span>
      <span className="block text-sm text-ink-2">{isMissing ? 'a fee is missing' : percentText(fees.percent)}</span>
    </>
  );
}

const ICONS: Record<string, typeof Clock> = { Passed: CircleCheck, Failed: CircleX };

function Test({ result, year }: NonNullable<Side['performanceTest']>) {
  const Icon = ICONS[result] ?? Clock;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <Icon size={16} aria-hidden className="shrink-0 text-ink-2" />
      {result}
      {year !== null && <span className="text-sm text-ink-3">{year}</span>}
    </span>
  );
}

/** Named, not judged. */
function WhatDiffers({ of }: { of: Found }) {
  const { sides } = of;
  const isElsewhere = sides.slice(1).some(({ platformName }) => platformName !== sides[0]!.platformName);
  const parts: [string, readonly string[]][] = [
    ['From fees alone', feesTexts(of)],
    ['Not from fees', growthTexts(sides)],
    [
      'Also ask',
      isElsewhere
        ? ['Cover held with A ends when the account is closed; default cover elsewhere may not have begun.']
        : [],
    ],
    ['Not known', unknownTexts(sides)],
  ];
  return (
    <Part title="What differs" note="Named, not judged">
      {parts
        .filter(([, sentences]) => sentences.length > 0)
        .map(([title, sentences]) => (
          <div key={title} className="border-t px-5 py-3">
            <p className="font-semibold">{title}</p>
            {sentences.map((sentence) => (
              <p key={sentence} className="mt-0.5 text-ink-2">
                {sentence}
              </p>
            ))}
          </div>
        ))}
    </Part>
  );
}
