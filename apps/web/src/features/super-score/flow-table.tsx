import { CountFigure } from '../../portal/figures/figure';
import { longMonth } from '../../ui/format';
import { NO_CELL } from '../../portal/analytics/result';
import type { ScoreFlow } from './score-flow-model';

/** The figures of the drawing: the members moving from each bar of a column to each bar of the next. */
export const FlowTable = ({ of }: { of: ScoreFlow }) => (
  <div className="mt-4 grid gap-6">
    {of.ends.slice(1).map((end, column) => {
      const title = `${longMonth(of.ends[column]!)} to ${longMonth(end)}`;
      const from = of.nodes.filter((node) => node.column === column && node.key !== 'Left');
      const to = of.nodes.filter((node) => node.column === column + 1 && node.key !== 'Joined');
      return (
        <div key={end} className="overflow-x-auto" role="region" aria-label={title} tabIndex={0}>
          <table className="w-full min-w-[560px] text-base">
            <caption className="pb-2 text-left font-semibold">{title}</caption>
            <thead>
              <tr className="bg-sunken text-sm text-ink-2">
                <th className="py-2 pl-3 text-left font-semibold">From</th>
                {to.map(({ id, name }) => (
                  <th key={id} className="whitespace-nowrap px-3 py-2 text-right font-semibold">
                    to {name}
                  </th>
                ))}
                <th className="px-3 py-2 text-right font-semibold">All</th>
              </tr>
            </thead>
            <tbody>
              {from.map((source) => (
                <tr key={source.id} className="h-10 border-b last:border-0">
                  <th scope="row" className="whitespace-nowrap pl-3 text-left font-medium">
                    {source.name}
                  </th>
                  {to.map((target) => {
                    const flow = of.flows.find((each) => each.source === source.id && each.target === target.id);
                    return (
                      <td key={target.id} className="px-3 text-right">
                        <CountFigure count={flow?.count ?? NO_CELL} />
                      </td>
                    );
                  })}
                  <td className="px-3 text-right font-semibold">
                    <CountFigure count={source.count} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    })}
  </div>
);
