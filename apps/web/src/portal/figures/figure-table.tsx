import type { ReactNode } from 'react';
import { cx } from '../../ui/class-names';
import { Swatch } from '../../ui/legend';

interface Props {
  label: string;
  /** The column heads. The first is that of the row names. */
  heads: string[];
  rows: { name: string; colour?: string; cells: ReactNode[] }[];
  /** A sum, drawn under the rows. */
  total?: { name: string; cells: ReactNode[] };
  className?: string;
}

/** The figures of a drawing as a table with one row for each of its parts. */
export const FigureTable = ({ label, heads, rows, total, className }: Props) => (
  <div className={cx('overflow-x-auto', className)}>
    <table aria-label={label} className="w-full text-base">
      <thead>
        <tr className="border-b text-sm text-ink-3">
          {heads.map((head, i) => (
            <th
              key={head}
              scope="col"
              className={cx('pb-2 font-semibold', i === 0 ? 'text-left' : 'whitespace-nowrap pl-3 text-right')}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, colour, cells }) => (
          <tr key={name} className="border-b last:border-0">
            <th scope="row" className="py-2.5 text-left font-normal">
              <span className="inline-flex items-center gap-2">
                {colour !== undefined && <Swatch colour={colour} />}
                {name}
              </span>
            </th>
            {cells.map((each, i) => (
              <td key={heads[i + 1]} className={cx('py-2.5 pl-3 text-right', i === 0 ? 'font-semibold' : 'text-ink-2')}>
                {each}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr className="border-t border-line-strong">
            <th scope="row" className="pt-2.5 text-left font-semibold">
              {total.name}
            </th>
            {total.cells.map((each, i) => (
              <td key={heads[i + 1]} className={cx('pl-3 pt-2.5 text-right', i === 0 ? 'font-semibold' : 'text-ink-2')}>
                {each}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  </div>
);
