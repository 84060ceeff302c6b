import type { AsOfView } from '@superscope/contracts/as-of-views';
import { dollars, number, shortDollars } from '../../ui/format';
import { comparedMeasures, useMonthFiguresQuery, type ComparedMeasure } from './history.api';

const ROWS: Record<ComparedMeasure, { name: string; text: (value: number) => string }> = {
  'SuperScore.averageSuperScore': { name: 'Plan SuperScore', text: (value) => number(value, 2) },
  'MemberSnapshot.countMembers': { name: 'Members', text: (value) => number(value) },
  'MemberSnapshot.totalAssetsOwned': { name: 'Total assets owned', text: shortDollars },
  'MemberSnapshot.averageTotalAssetsOwned': { name: 'Average total assets owned', text: dollars },
  'MemberSnapshot.averageAge': { name: 'Average age', text: (value) => `${number(value, 1)} years` },
};

/** A month's figures of the whole plan beside each other. */
export function FiguresThenAndNow({ view, month }: { view: AsOfView; month: string }) {
  const { planId } = view;
  const then = useMonthFiguresQuery({ planId, month, viewId: view.id });
  const now = useMonthFiguresQuery({ planId, month, viewId: null });
  const failed = then.isError || now.isError;
  return (
    <div className="mt-4 overflow-x-auto" role="region" aria-label="Figures then and now" tabIndex={0}>
      <table className="w-full text-base">
        <thead>
          <tr className="border-b text-left text-sm text-ink-2">
            <th className="py-2 pr-3 font-semibold">Figure</th>
            <th className="px-3 py-2 text-right font-semibold">Then</th>
            <th className="px-3 py-2 text-right font-semibold">Now</th>
            <th className="py-2 pl-3 text-right font-semibold">Difference</th>
          </tr>
        </thead>
        <tbody>
          {comparedMeasures.map((measure) => {
            const { name, text } = ROWS[measure];
            const [a, b] = [then.currentData?.[measure], now.currentData?.[measure]];
            const told = (value: number | null | undefined) =>
              value === undefined ? (failed ? 'Failed' : '…') : value === null ? 'None' : text(value);
            return (
              <tr key={measure} className="border-b last:border-0">
                <th scope="row" className="py-2.5 pr-3 text-left font-normal">
                  {name}
                </th>
                <td className="px-3 py-2.5 text-right tabular-nums">{told(a)}</td>
                <td className="px-3 py-2.5 text-right font-semibold tabular-nums">{told(b)}</td>
                <td className="py-2.5 pl-3 text-right tabular-nums text-ink-2">
                  {a != null && b != null ? change(a, b, text) : ''}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function change(then: number, now: number, text: (value: number) => string): string {
  if (text(then) === text(now)) return 'Same';
  return `${now > then ? '+' : '−'}${text(Math.abs(now - then))}`;
}
