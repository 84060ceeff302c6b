import type { ComparedSideAnswer, FeeComparison } from '@superscope/contracts/fee-comparison';
import type { ReactNode } from 'react';
import { Part } from '../calculator/result-parts';
import { date, money } from '../../ui/format';
import { SideMark } from './side-mark';

/** Whose account, in which investments, by which tables: options of different platforms may have the same name. */
export function WhatIsCompared({ of }: { of: FeeComparison }) {
  const { a, b, memberNumber, balance, balanceAsAt } = of;
  return (
    <Part title="What is compared">
      <table className="w-full table-fixed border-t text-base">
        <colgroup>
          <col className="w-28 sm:w-44" />
        </colgroup>
        <thead className="bg-sunken text-sm">
          <tr>
            <td />
            {(['A', 'B'] as const).map((side) => (
              <th key={side} scope="col" className="py-2 pr-3 text-left last:pr-5">
                <SideMark side={side} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Line name="Platform" a={a.platformName} b={b.platformName} />
          <Line name="Plan" a={a.planName} b={b.planName ?? <span className="text-ink-3">in no plan</span>} />
          <Line name="Option" a={<Options of={a} />} b={<Options of={b} />} />
          <Line name="Table of fees" a={tableText(a)} b={tableText(b)} />
          {memberNumber !== null && <Line name="Member number" a={memberNumber} />}
          <Line
            name="Balance"
            a={`${money(balance)}${balanceAsAt === null ? ', as typed' : ` of ${date(balanceAsAt)}`}, on both sides`}
          />
        </tbody>
      </table>
    </Part>
  );
}

/** The option, or what is held in each of several. */
const Options = ({ of: { name, holdings } }: { of: ComparedSideAnswer }) =>
  holdings.length < 2 ? (
    name
  ) : (
    <>
      {name}
      <ul className="mt-0.5 space-y-0.5 text-sm text-ink-2">
        {holdings.map((one, at) => (
          // Options may have the same name.
          <li key={at} className="tnum">
            {one.name}: {money(one.balance)}
          </li>
        ))}
      </ul>
    </>
  );

const tableText = ({ feesFrom }: ComparedSideAnswer): string =>
  feesFrom === null ? 'none yet' : `from ${date(feesFrom)}`;

/** Without `b`, what is the same on both sides. */
const Line = ({ name, a, b }: { name: string; a: ReactNode; b?: ReactNode }) => (
  <tr className="border-t">
    <th scope="row" className="py-2 pl-5 pr-3 text-left align-top font-normal text-ink-2">
      {name}
    </th>
    <td colSpan={b === undefined ? 2 : 1} className="py-2 pr-3 align-top wrap-anywhere last:pr-5">
      {a}
    </td>
    {b !== undefined && <td className="py-2 pr-5 align-top wrap-anywhere">{b}</td>}
  </tr>
);
