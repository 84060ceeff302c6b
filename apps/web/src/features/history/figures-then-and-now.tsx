import type { AsOfView } from '@superscope/contracts/as-of-views';
import { ArrowRight } from 'lucide-react';
import { Fragment } from 'react';
import { Delta } from '../../ui/delta';
import { dateTime } from '../../ui/format';
import { Stars } from '../../ui/stars';
import { comparedGroups, planScore, type ComparedFigure, type MonthFigures } from './compared-figures';
import { useMonthFiguresQuery } from './history.api';
import { Heading } from '../../ui/heading';

interface Side {
  figures: MonthFigures | undefined;
  failed: boolean;
}

/** A month's figures of the whole plan, then and, where they are compared, now. */
export function FiguresThenAndNow({ view, month, compares }: { view: AsOfView; month: string; compares: boolean }) {
  const { planId } = view;
  const asked = useMonthFiguresQuery({ planId, month, viewId: view.id });
  const askedNow = useMonthFiguresQuery({ planId, month, viewId: null }, { skip: !compares });
  const then = { figures: asked.currentData, failed: asked.isError };
  const now = { figures: askedNow.currentData, failed: askedNow.isError };
  return (
    <>
      <div className="mt-4 grid gap-y-4 border-y py-4 sm:grid-cols-[1fr_auto_1fr] sm:items-end">
        <ScoreHead mark="Then" at={dateTime(view.moment)} side={then} />
        {compares && (
          <>
            <div className="flex items-center gap-2 sm:flex-col sm:border-x sm:px-5">
              <ArrowRight size={17} className="text-ink-3 max-sm:rotate-90" aria-hidden />
              <Difference figure={planScore} then={then} now={now} />
            </div>
            <ScoreHead mark="Now" at={dateTime(new Date().toISOString())} side={now} />
          </>
        )}
      </div>
      <div className="overflow-x-auto" role="region" aria-label="Figures then and now" tabIndex={0}>
        <table className="w-full text-base">
          <thead>
            <tr className="border-b text-left text-sm text-ink-2">
              <th className="py-2 pr-3 font-semibold">Figure</th>
              <th className="px-3 py-2 text-right font-semibold">Then</th>
              {compares && <th className="px-3 py-2 text-right font-semibold">Now</th>}
              {compares && <th className="py-2 pl-3 text-right font-semibold">Difference</th>}
            </tr>
          </thead>
          <tbody>
            {comparedGroups.map(({ title, figures }) => (
              <Fragment key={title}>
                <tr className="border-b">
                  <th
                    scope="rowgroup"
                    colSpan={compares ? 4 : 2}
                    className="pb-2 pt-4 text-left font-medium text-ink-2"
                  >
                    {title}
                  </th>
                </tr>
                {figures.map((figure) => (
                  <tr key={figure.name} className="border-b">
                    <th scope="row" className="py-2.5 pr-3 text-left font-normal">
                      {figure.name}
                    </th>
                    <td className="px-3 py-2.5 text-right tabular-nums">{told(figure, then)}</td>
                    {compares && (
                      <>
                        <td className="px-3 py-2.5 text-right font-semibold tabular-nums">{told(figure, now)}</td>
                        <td className="py-2.5 pl-3 text-right tabular-nums">
                          <Difference figure={figure} then={then} now={now} />
                        </td>
                      </>
                    )}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The plan's score on one side, with its stars. */
function ScoreHead({ mark, at, side }: { mark: 'Then' | 'Now'; at: string; side: Side }) {
  const score = side.figures?.[planScore.name]?.value ?? null;
  return (
    <div className={mark === 'Now' ? 'sm:pl-5' : ''}>
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        <span
          className={
            mark === 'Then'
              ? 'rounded-full bg-attention-soft px-2.5 py-0.5 font-semibold text-attention'
              : 'rounded-full bg-good-soft px-2.5 py-0.5 font-semibold text-good'
          }
        >
          {mark}
        </span>
        {at}
      </p>
      <Heading lower={1} className="mt-2 text-base font-semibold">
        Plan SuperScore
      </Heading>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="metric">{told(planScore, side)}</span>
        {score !== null && <Stars value={score} size={20} />}
      </p>
    </div>
  );
}

function told({ name, text }: ComparedFigure, { figures, failed }: Side): string {
  if (figures === undefined) return failed ? 'Failed' : '…';
  const cell = figures[name];
  if (cell === undefined) return 'Failed';
  return cell.value === null ? (cell.withheld ?? 'None') : text(cell.value);
}

function Difference({ figure, then, now }: { figure: ComparedFigure; then: Side; now: Side }) {
  const [a, b] = [then, now].map(({ figures }) => figures?.[figure.name]?.value ?? null) as [
    number | null,
    number | null,
  ];
  if (a === null || b === null) return null;
  const { difference, digits, good, text } = figure;
  if (text(a) === text(b)) return <span className="text-sm text-ink-2">Same</span>;
  // The difference is that of the shown figures: 3.01 and 3.00 differ by 0.01, even if the exact ones differ by less.
  const shown = (value: number) => Number(value.toFixed(digits));
  if (difference !== '%')
    return <Delta value={shown(b) - shown(a)} unit={difference === 'pp' ? 'pp' : ''} digits={digits} good={good} />;
  return a === 0 ? null : <Delta value={((b - a) / a) * 100} digits={digits} good={good} />;
}
