import { useId, type Key } from 'react';
import { OpenButton, closesBy, type Opening } from '../../ui/data-table';
import { RecordLine, RecordLines } from '../../ui/record-lines';
import type { RecordColumn } from './record-columns';

interface Props<T> {
  label: string;
  rows: readonly T[];
  idOf: (of: T, at: number) => Key;
  columns: readonly RecordColumn<T>[];
  opening?: Opening<T> | undefined;
}

/** Records one below the other, for narrow screens: what heads a record, its other columns line by line, and its buttons. */
export const RecordsInLines = <T,>({ label, rows, idOf, ...props }: Props<T>) => (
  <ul aria-label={label}>
    {rows.map((of, at) => (
      <Lines key={idOf(of, at)} of={of} {...props} />
    ))}
  </ul>
);

function Lines<T>({ of, columns, opening }: Pick<Props<T>, 'columns' | 'opening'> & { of: T }) {
  const id = useId();
  const leading = columns.find(({ leads }) => leads) ?? columns[0]!;
  const shown = columns.filter(
    (column) =>
      column !== leading && (typeof column.listed === 'function' ? column.listed(of) : column.listed !== false),
  );
  const lines = shown.filter(({ quiet }) => !quiet);
  return (
    <li className="border-b px-4 py-4 text-base last:border-0" onKeyDown={opening && closesBy(of, opening)}>
      {opening ? (
        <OpenButton of={of} opening={opening} controls={id}>
          {leading.cell(of)}
        </OpenButton>
      ) : (
        leading.cell(of)
      )}
      {lines.length > 0 && (
        <RecordLines>
          {lines.map(({ head, cell }) => (
            <RecordLine key={head} name={head}>
              {cell(of)}
            </RecordLine>
          ))}
        </RecordLines>
      )}
      {shown.map(
        ({ head, quiet, cell }) =>
          quiet && (
            <div key={head} className="mt-3">
              {cell(of)}
            </div>
          ),
      )}
      {opening?.isOpen(of) && (
        <div id={id} className="mt-3">
          {opening.more(of)}
        </div>
      )}
    </li>
  );
}
