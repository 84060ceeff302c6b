import { ArrowDown, ArrowUp, ChevronDown, ChevronRight } from 'lucide-react';
import { useId, type Key, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { cx } from './class-names';

export type Direction = 'ascending' | 'descending';

/** The column by which a table is sorted, by its heading. */
export interface Order {
  head: string;
  direction: Direction;
}

export interface TableColumn<T> {
  head: string;
  /** A second line of the heading, in small print. */
  note?: string | undefined;
  /** The heading is only for screen readers, where the cells have labels of their own. */
  quiet?: boolean;
  cell: (of: T) => ReactNode;
  /** The cells name their rows for screen readers. */
  names?: boolean;
  /** Figures stand at the right. */
  right?: boolean;
  /** Of the heading and the cells. */
  className?: string;
}

/** A row's button, in its first cell, that opens more about it below. */
export interface Opening<T> {
  /** What the button says to screen readers. */
  label: (of: T) => string;
  more: (of: T) => ReactNode;
  isOpen: (of: T) => boolean;
  toggle: (of: T) => void;
}

interface Props<T> {
  /** The name of the table's region for screen readers. */
  label: string;
  rows: readonly T[];
  idOf: (of: T, at: number) => Key;
  columns: readonly TableColumn<T>[];
  /** `records` have a line or two each and stand at the edges of a card; `figures` have a line each. */
  look?: 'records' | 'figures';
  /** A title above the table, also for screen readers. */
  caption?: string;
  order?: Order | null;
  /** What a press on a column's heading does; undefined for a column that does not sort. */
  onSort?: ((column: TableColumn<T>) => (() => void) | undefined) | undefined;
  opening?: Opening<T> | undefined;
  /** Of a row that stands out, its background: 'bg-danger-soft'. */
  toneOf?: ((of: T) => string | undefined) | undefined;
  /** Opens a row by a press anywhere on it. A link or button in the row does the same for the keyboard and screen readers. */
  onRow?: ((of: T) => void) | undefined;
  /** Stands in the region instead of the table. */
  none?: ReactNode;
  /** Of the region, which scrolls where the table is larger. */
  className?: string;
}

const LOOKS = {
  records: { cell: 'pl-4 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5', row: 'align-top *:py-3' },
  figures: { cell: 'px-3', row: 'h-10 *:py-1.5' },
};

/** A table that scrolls in a region of its own, with its heading in sight. */
export function DataTable<T>({ label, rows, idOf, columns, look = 'records', caption, className, ...props }: Props<T>) {
  const { order, onSort, opening, onRow, toneOf, none } = props;
  const { cell, row } = LOOKS[look];
  const classOf = ({ right, className: own }: TableColumn<T>) => cx(cell, right && 'text-right tabular-nums', own);
  return (
    <div className={cx('relative overflow-auto', className)} role="region" aria-label={label} tabIndex={0}>
      {none || (
        <table className="w-full text-base">
          {caption !== undefined && <caption className="pb-2 text-left font-semibold">{caption}</caption>}
          <thead className="sticky top-0 z-10">
            <tr className="border-b bg-sunken text-left text-sm text-ink-2">
              {columns.map((column) => {
                const sorted = order?.head === column.head ? order.direction : null;
                const sort = onSort?.(column);
                return (
                  <th
                    key={column.head}
                    scope="col"
                    aria-sort={sort && (sorted ?? 'none')}
                    className={cx('font-semibold', sort ? 'py-0' : 'py-2', classOf(column))}
                  >
                    {sort ? <SortButton column={column} direction={sorted} onSort={sort} /> : <Heading of={column} />}
                  </th>
                );
              })}
            </tr>
          </thead>
          {opening ? (
            rows.map((of, at) => (
              <tbody key={idOf(of, at)} className="border-b last:border-0" onKeyDown={closesBy(of, opening)}>
                <Row
                  of={of}
                  columns={columns}
                  classOf={classOf}
                  className={cx(row, toneOf?.(of))}
                  opening={opening}
                  onRow={onRow}
                />
              </tbody>
            ))
          ) : (
            <tbody className="*:border-b *:last:border-0">
              {rows.map((of, at) => (
                <Row
                  key={idOf(of, at)}
                  of={of}
                  columns={columns}
                  classOf={classOf}
                  className={cx(row, toneOf?.(of))}
                  onRow={onRow}
                />
              ))}
            </tbody>
          )}
        </table>
      )}
    </div>
  );
}

const Heading = <T,>({ of: { head, note, quiet } }: { of: TableColumn<T> }) => (
  <span className={quiet ? 'sr-only' : undefined}>
    {head}
    {note !== undefined && <span className="block text-xs font-normal text-ink-3">{note}</span>}
  </span>
);

interface SortProps<T> {
  column: TableColumn<T>;
  /** Null if the table is sorted by another column. */
  direction: Direction | null;
  onSort: () => void;
}
function SortButton<T>({ column, direction, onSort }: SortProps<T>) {
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onSort}
      className={cx(
        'inline-flex min-h-10 items-center gap-1 whitespace-nowrap rounded-sm font-semibold hover:text-ink pointer-coarse:min-h-11',
        column.right && 'flex-row-reverse text-right',
        direction && 'text-ink',
      )}
    >
      <Heading of={column} />
      <Arrow size={14} className={cx('shrink-0', direction === null && 'invisible')} aria-hidden />
    </button>
  );
}

interface RowProps<T> extends Pick<Props<T>, 'columns' | 'opening' | 'onRow'> {
  of: T;
  classOf: (column: TableColumn<T>) => string;
  className: string;
}
function Row<T>({ of, columns, classOf, className, opening, onRow }: RowProps<T>) {
  const id = useId();
  const press = (event: MouseEvent) => {
    // Links and buttons in a row, and what they explain, do their own work.
    if (!(event.target as Element).closest('a, button, [role="dialog"]')) onRow?.(of);
  };
  return (
    <>
      <tr className={cx(className, onRow && 'cursor-pointer hover:bg-hover')} onClick={onRow && press}>
        {columns.map((column, at) => {
          const Cell = column.names ? 'th' : 'td';
          return (
            <Cell
              key={column.head}
              scope={column.names ? 'row' : undefined}
              className={cx(column.names && 'text-left font-normal', classOf(column))}
            >
              {opening && at === 0 ? (
                <OpenButton of={of} opening={opening} controls={id}>
                  {column.cell(of)}
                </OpenButton>
              ) : (
                column.cell(of)
              )}
            </Cell>
          );
        })}
      </tr>
      {opening?.isOpen(of) && (
        <tr id={id}>
          <td colSpan={columns.length} className="bg-sunken px-5 pb-4 pt-1">
            {opening.more(of)}
          </td>
        </tr>
      )}
    </>
  );
}

/** Escape closes what a row has opened, and the focus goes back to the row's button. */
export const closesBy =
  <T,>(of: T, { isOpen, toggle }: Opening<T>) =>
  (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || !isOpen(of)) return;
    event.currentTarget.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    toggle(of);
  };

interface OpenProps<T> {
  of: T;
  opening: Opening<T>;
  /** The id of what it opens. */
  controls: string;
  children: ReactNode;
}
export function OpenButton<T>({ of, opening, controls, children }: OpenProps<T>) {
  const isOpen = opening.isOpen(of);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      aria-label={opening.label(of)}
      onClick={() => opening.toggle(of)}
      className="-my-2 -ml-2 inline-flex min-h-9 items-center gap-1.5 rounded-sm pr-1 text-left font-medium text-brand hover:underline pointer-coarse:min-h-11"
    >
      <Icon size={16} className="shrink-0" aria-hidden />
      {children}
    </button>
  );
}
