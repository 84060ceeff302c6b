import type { FeeComparison } from '@superscope/contracts/fee-comparison';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { dollars, number } from '../../ui/format';
import { percentText, wholeMoney } from './fee-text';
import { SideMark } from './side-mark';

type Rows = FeeComparison['atBalances'];

const BAR = { A: 'bg-ink-2', B: 'bg-plot' } as const;

/** Both totals at six balances: percent in the chart, where small balances are seen, and dollars in its table. */
export function AtBalances({ rows }: { rows: Rows }) {
  const most = Math.max(0.01, ...rows.flatMap(({ percentA, percentB }) => [percentA, percentB]));
  return (
    <section aria-label="At other balances" className="card mt-4 overflow-hidden">
      <div className="px-5 pb-4 pt-4">
        <CardHead title="At other balances" note="Total a year, in percent of the balance; dollars below" />
      </div>
      <Wide rows={rows} most={most} />
      <Narrow rows={rows} most={most} />
    </section>
  );
}

function Wide({ rows, most }: { rows: Rows; most: number }) {
  return (
    <div className="px-5 pb-5 max-sm:hidden">
      <div
        role="img"
        aria-label="Total fees a year in percent of six balances, A beside B"
        className="ml-24 grid h-40 grid-cols-6 items-end border-b border-line-strong"
      >
        {rows.map(({ balance, percentA, percentB }) => (
          <div key={balance} className="flex h-full items-end justify-center gap-1">
            {(['A', 'B'] as const).map((side) => {
              const percent = side === 'A' ? percentA : percentB;
              return (
                <span key={side} className="flex h-full w-9 flex-col items-center justify-end">
                  <b className="text-xs font-semibold">{number(percent, 2)}</b>
                  <i
                    className={cx('w-full rounded-t-[4px]', BAR[side])}
                    style={{ height: `${(Math.max(0, percent) / most) * 85}%` }}
                  />
                </span>
              );
            })}
          </div>
        ))}
      </div>
      <table className="tnum mt-1 w-full table-fixed text-sm">
        <thead>
          <tr>
            <th scope="col" className="w-24 py-1.5 text-left font-semibold text-ink-2">
              Balance
            </th>
            {rows.map(({ balance }) => (
              <th key={balance} scope="col" className="py-1.5 text-center font-semibold">
                {dollars(balance)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['A', 'B'] as const).map((side) => (
            <tr key={side} className="border-t">
              <th scope="row" className="py-1.5 text-left font-semibold">
                <span className="inline-flex items-center gap-2">
                  <SideMark side={side} />a year
                </span>
              </th>
              {rows.map(({ balance, a, b }) => (
                <td key={balance} className="text-center">
                  {wholeMoney(side === 'A' ? a : b)}
                </td>
              ))}
            </tr>
          ))}
          <tr className="border-t font-semibold">
            <th scope="row" className="py-1.5 text-left font-semibold">
              A − B
            </th>
            {rows.map(({ balance, a, b }) => (
              <td key={balance} className="text-center">
                {wholeMoney(lessCents(a, b))}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const Narrow = ({ rows, most }: { rows: Rows; most: number }) => (
  <ul className="border-t sm:hidden">
    {rows.map(({ balance, a, b, percentA, percentB }) => (
      <li key={balance} className="border-t px-5 py-3 first:border-t-0">
        <p className="flex justify-between text-base">
          <b className="font-semibold">{dollars(balance)}</b>
          <span className="text-ink-2">{lessText(lessCents(a, b))}</span>
        </p>
        {(['A', 'B'] as const).map((side) => {
          const percent = side === 'A' ? percentA : percentB;
          return (
            <div
              key={side}
              className="tnum mt-1.5 grid grid-cols-[20px_1fr_56px_80px] items-center gap-2 text-right text-sm"
            >
              <SideMark side={side} />
              <i
                className={cx('h-3 rounded-r-[3px]', BAR[side])}
                style={{ width: `${(Math.max(0, percent) / most) * 100}%` }}
              />
              <span>{percentText(percent)}</span>
              <b className="font-semibold">{wholeMoney(side === 'A' ? a : b)}</b>
            </div>
          );
        })}
      </li>
    ))}
  </ul>
);

/** A difference of two amounts of dollars and cents, without the rest that doubles leave. */
const lessCents = (a: number, b: number): number => Math.round((a - b) * 100) / 100;

const lessText = (less: number): string =>
  less === 0 ? 'the same' : less > 0 ? `B less by ${wholeMoney(less)}` : `B more by ${wholeMoney(-less)}`;
