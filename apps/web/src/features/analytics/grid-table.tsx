import { Figure } from '../../portal/figures/figure';
import { NO_CELL, type Cell } from '../../portal/analytics/result';
import type { Grid } from './grid';
import { DataTable } from '../../ui/data-table';

interface Props {
  title: string;
  grid: Grid;
  format: (value: number) => string;
  /** The form of the rows' wholes. */
  ofWhole: (value: number) => string;
}

/** The figures of a chart, withheld ones marked. */
export const GridTable = ({ title, grid, format, ofWhole }: Props) => (
  <DataTable
    label={`${title}: table`}
    look="figures"
    rows={grid.rows.map((name, at) => ({ name, total: grid.totals?.[at], cells: grid.cells[at]! }))}
    idOf={({ name }) => name}
    columns={[
      { head: grid.head, names: true, cell: ({ name }) => name, className: 'whitespace-nowrap font-medium' },
      ...(grid.totals
        ? [
            {
              head: 'Group',
              right: true,
              cell: ({ total }: { total: Cell | undefined }) => (
                <Figure cell={total ?? NO_CELL} format={ofWhole} few={grid.few.total} />
              ),
              className: 'whitespace-nowrap font-medium',
            },
          ]
        : []),
      ...grid.series.map(({ name }, at) => ({
        head: name,
        right: true,
        cell: ({ cells }: { cells: Grid['cells'][number] }) => (
          <Figure cell={cells[at]!} format={format} few={grid.few.cell} />
        ),
        className: 'whitespace-nowrap',
      })),
    ]}
    className="mt-4 max-h-[420px]"
  />
);
