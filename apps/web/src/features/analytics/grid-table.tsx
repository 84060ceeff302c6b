import { Figure } from '../../portal/figures/figure';
import type { Grid } from './grid';
import { DataTable } from '../../ui/data-table';

interface Props {
  title: string;
  grid: Grid;
  format: (value: number) => string;
}

/** The figures of a chart, withheld ones marked. */
export const GridTable = ({ title, grid, format }: Props) => (
  <DataTable
    label={`${title}: table`}
    look="figures"
    rows={grid.rows.map((name, at) => ({ name, cells: grid.cells[at]! }))}
    idOf={({ name }) => name}
    columns={[
      { head: grid.head, names: true, cell: ({ name }) => name, className: 'whitespace-nowrap font-medium' },
      ...grid.series.map(({ name }, at) => ({
        head: name,
        right: true,
        cell: ({ cells }: { cells: Grid['cells'][number] }) => <Figure cell={cells[at]!} format={format} />,
        className: 'whitespace-nowrap',
      })),
    ]}
    className="mt-4 max-h-[420px]"
  />
);
