import { CountFigure } from '../../portal/figures/figure';
import { longMonth } from '../../ui/format';
import { NO_CELL } from '../../portal/analytics/result';
import type { ScoreFlow } from '../../portal/movement/score-flow-model';
import { DataTable } from '../../ui/data-table';

/** The figures of the drawing: the members moving from each bar of a column to each bar of the next. */
export const FlowTable = ({ of }: { of: ScoreFlow }) => (
  <div className="mt-4 grid gap-6">
    {of.ends.slice(1).map((end, column) => {
      const title = `${longMonth(of.ends[column]!)} to ${longMonth(end)}`;
      const from = of.nodes.filter((node) => node.column === column && node.key !== 'Left');
      const to = of.nodes.filter((node) => node.column === column + 1 && node.key !== 'Joined');
      return (
        <DataTable
          key={end}
          label={title}
          caption={title}
          look="figures"
          rows={from}
          idOf={({ id }) => id}
          columns={[
            { head: 'From', names: true, cell: ({ name }) => name, className: 'whitespace-nowrap font-medium' },
            ...to.map((target) => ({
              head: `to ${target.name}`,
              right: true,
              cell: ({ id }: (typeof from)[number]) => (
                <CountFigure
                  count={of.flows.find((each) => each.source === id && each.target === target.id)?.count ?? NO_CELL}
                />
              ),
              className: 'whitespace-nowrap',
            })),
            {
              head: 'All',
              right: true,
              cell: ({ count }) => <CountFigure count={count} />,
              className: 'font-semibold',
            },
          ]}
        />
      );
    })}
  </div>
);
