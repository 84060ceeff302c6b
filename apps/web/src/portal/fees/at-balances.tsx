import type { FeeComparison } from '@superscope/contracts/fee-comparison';
import { Download } from 'lucide-react';
import { useRef, useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button';
import { CardHead } from '../../ui/card';
import { date, dollars, sydneyToday, trimmedMoney } from '../../ui/format';
import { savePng } from '../../ui/save-png';
import { BalancesChart, HEAD_PERCENT, SIDE_COLOURS } from './balances-chart';
import { percentText } from './fee-text';
import { SideMark } from './side-mark';

type Rows = FeeComparison['atBalances'];

interface Props {
  rows: Rows;
  nameA: string;
  nameB: string;
  /** yyyy-MM-dd whose fees these are. */
  feesAsAt: string;
}

const TITLE = 'At other balances';

/** Both totals at six balances: percent in the chart, where small balances are seen, and dollars in its table. */
export function AtBalances({ rows, nameA, nameB, feesAsAt }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  const most = Math.max(0.01, ...rows.flatMap(({ percentA, percentB }) => [percentA, percentB]));
  // The balances stand in the table below, which a picture does not have.
  const [labelled, setLabelled] = useState(false);
  const save = () => {
    flushSync(() => setLabelled(true));
    // The drawing is copied before anything is awaited.
    void savePng({
      drawing: svg.current!,
      name: `FeesAtOtherBalances ${feesAsAt}`,
      title: 'Fees a year, in percent of the balance',
      items: [
        { name: `A: ${nameA}`, colour: SIDE_COLOURS.A },
        { name: `B: ${nameB}`, colour: SIDE_COLOURS.B },
      ],
      foot: `Fees as at ${date(feesAsAt)} · Superscope, saved ${date(sydneyToday())} · General information about fees, not personal advice.`,
    });
    setLabelled(false);
  };
  return (
    <section aria-label={TITLE} className="card mt-4 overflow-hidden">
      <div className="px-5 pb-4 pt-4">
        <CardHead
          title={TITLE}
          note="Total a year, in percent of the balance; dollars below"
          right={
            <Button
              icon={Download}
              aria-label="Save as PNG"
              title="Save as PNG"
              className="max-sm:hidden print:hidden"
              onClick={save}
            >
              PNG
            </Button>
          }
        />
      </div>
      <Wide rows={rows} most={most} labelled={labelled} svg={svg} />
      <Narrow rows={rows} most={most} />
    </section>
  );
}

interface WideProps {
  rows: Rows;
  most: number;
  labelled: boolean;
  svg: Ref<SVGSVGElement>;
}

function Wide({ rows, most, labelled, svg }: WideProps) {
  return (
    <div className="px-5 pb-5 max-sm:hidden">
      <BalancesChart rows={rows} most={most} labelled={labelled} svg={svg} />
      <table className="tnum mt-1 w-full table-fixed text-sm">
        <thead>
          <tr>
            <th scope="col" style={{ width: `${HEAD_PERCENT}%` }} className="py-1.5 text-left font-semibold text-ink-2">
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
                  {trimmedMoney(side === 'A' ? a : b)}
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
                {trimmedMoney(lessCents(a, b))}
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
                className="h-3 rounded-r-[3px]"
                style={{ width: `${(Math.max(0, percent) / most) * 100}%`, background: SIDE_COLOURS[side] }}
              />
              <span>{percentText(percent)}</span>
              <b className="font-semibold">{trimmedMoney(side === 'A' ? a : b)}</b>
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
  less === 0 ? 'the same' : less > 0 ? `B less by ${trimmedMoney(less)}` : `B more by ${trimmedMoney(-less)}`;
