import type { ReactNode } from 'react';

export interface RecordColumn<T> {
  head: string;
  /** The head is only for screen readers, where the cells have labels of their own. */
  quiet?: boolean;
  cell: (of: T) => ReactNode;
  className?: string;
}

interface Props<T> {
  /** The name of the table's region for screen readers. */
  label: string;
  items: readonly T[];
  idOf: (of: T) => string;
  columns: RecordColumn<T>[];
  /** Draws a record on narrow screens, where each has a card of its own. */
  card: (of: T) => ReactNode;
}

/** Records as a table; on narrow screens as one card each. */
export const RecordList = <T,>({ label, items, idOf, columns, card }: Props<T>) => (
  <>
    <div
      className="records hidden overflow-x-auto lg:block print:block"
      role="region"
      aria-label={`${label}: table`}
      tabIndex={0}
    >
      <table className="w-full text-base">
        <thead>
          <tr className="border-b bg-sunken text-left text-sm text-ink-2">
            {columns.map(({ head, quiet, className = '' }) => (
              <th key={head} className={`py-2 pl-4 font-semibold first:pl-5 last:pr-5 ${className}`}>
                {quiet ? <span className="sr-only">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={idOf(item)} className="border-b align-top last:border-0">
              {columns.map(({ head, cell, className = '' }) => (
                <td key={head} className={`py-3 pl-4 first:pl-5 last:pr-5 ${className}`}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <ul className="lg:hidden print:hidden">
      {items.map((item) => (
        <li key={idOf(item)} className="border-b px-4 py-4 text-base last:border-0">
          {card(item)}
        </li>
      ))}
    </ul>
  </>
);

/** The fields of a record on a card, line by line. */
export const RecordLines = ({ children }: { children: ReactNode }) => (
  <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">{children}</dl>
);

export const RecordLine = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
);
