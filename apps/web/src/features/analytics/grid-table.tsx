import { Figure } from '../../portal/figures/figure';
import type { Grid } from './grid';

interface Props {
  title: string;
  grid: Grid;
  format: (value: number) => string;
}

/** The figures of a chart, withheld ones marked. */
export const GridTable = ({ title, grid, format }: Props) => (
  <div className="mt-4 max-h-[420px] overflow-auto" role="region" aria-label={`${title}: table`} tabIndex={0}>
    <table className="w-full text-base">
      <thead className="sticky top-0">
        <tr className="bg-sunken text-sm text-ink-2">
          <th className="py-2 pl-3 text-left font-semibold">{grid.head}</th>
          {grid.series.map(({ name }) => (
            <th key={name} className="whitespace-nowrap px-3 py-2 text-right font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grid.rows.map((row, at) => (
          <tr key={row} className="h-10 border-b last:border-0">
            <th scope="row" className="whitespace-nowrap pl-3 text-left font-medium">
              {row}
            </th>
            {grid.cells[at]!.map((cell, i) => (
              <td key={grid.series[i]!.name} className="whitespace-nowrap px-3 text-right">
                <Figure cell={cell} format={format} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
