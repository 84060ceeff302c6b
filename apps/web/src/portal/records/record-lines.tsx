import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId, type Key } from 'react';
import { OpenButton, closesBy, type Opening, type Order } from '../../ui/data-table';
import { cx } from '../../ui/class-names';
import { IconButton } from '../../ui/icon-button';
import { RecordLine, RecordLines } from '../../ui/record-lines';
import { SelectField } from '../../ui/select-field';
import type { RecordColumn } from './record-columns';

interface Props<T> {
  label: string;
  rows: readonly T[];
  idOf: (of: T, at: number) => Key;
  columns: readonly RecordColumn<T>[];
  opening?: Opening<T> | undefined;
  toneOf?: ((of: T) => string | undefined) | undefined;
  order: Order | null;
  /** Sorts by a column; by the column that it is sorted by, in the other direction. */
  onSort: (column: RecordColumn<T>) => void;
}

/** Records one below the other, for narrow screens: what heads a record, its other columns line by line, and its buttons. */
export const RecordsInLines = <T,>({ label, rows, idOf, order, onSort, ...props }: Props<T>) => (
  <>
    <Sorting columns={props.columns} order={order} onSort={onSort} />
    <ul aria-label={label}>
      {rows.map((of, at) => (
        <Lines key={idOf(of, at)} of={of} {...props} />
      ))}
    </ul>
  </>
);

function Sorting<T>({ columns, order, onSort }: Pick<Props<T>, 'columns' | 'order' | 'onSort'>) {
  const sorting = columns.filter(({ sort }) => sort);
  const current = sorting.find(({ head }) => head === order?.head);
  if (sorting.length === 0) return null;
  return (
    <div className="flex items-end gap-2 border-b bg-sunken px-4 py-3">
      <SelectField
        label="Sort by"
        options={sorting.map(({ head }) => ({ value: head, label: head }))}
        value={current?.head ?? ''}
        {...(current === undefined && { placeholder: 'As it comes' })}
        onChange={(head) => onSort(sorting.find((column) => column.head === head) ?? sorting[0]!)}
      />
      {current && (
        <IconButton
          icon={order?.direction === 'ascending' ? ArrowUp : ArrowDown}
          label={`Sorted ${order?.direction}: turn`}
          onClick={() => onSort(current)}
        />
      )}
    </div>
  );
}

function Lines<T>({ of, columns, opening, toneOf }: Pick<Props<T>, 'columns' | 'opening' | 'toneOf'> & { of: T }) {
  const id = useId();
  const leading = columns.find(({ leads }) => leads) ?? columns[0]!;
  const shown = columns.filter(
    (column) =>
      column !== leading && (typeof column.listed === 'function' ? column.listed(of) : column.listed !== false),
  );
  const lines = shown.filter(({ quiet }) => !quiet);
  return (
    <li
      className={cx('border-b px-4 py-4 text-base last:border-0', toneOf?.(of))}
      onKeyDown={opening && closesBy(of, opening)}
    >
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
