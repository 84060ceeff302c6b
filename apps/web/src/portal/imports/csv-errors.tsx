import type { CsvError } from '@superscope/contracts/csv-import';
import { useState } from 'react';
import { number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { ANY_COLUMN, columnsOf, filtered } from './filter-errors';
import { SearchX } from 'lucide-react';
import { RecordTable } from '../records/record-table';

const SIZE = 10;

interface Props {
  /** The file's name. */
  of: string;
  message: string;
  /** At most the first 1,000 errors. */
  errors: readonly CsvError[];
  count: number;
}

/** The errors of a file by line and column, with search, pages and a download. */
export function CsvErrors({ of, message, errors, count }: Props) {
  const [text, setText] = useState('');
  const [column, setColumn] = useState(ANY_COLUMN);
  const found = filtered(errors, text, column);
  const columns = columnsOf(errors);
  return (
    <div>
      <div className="mb-3">
        <MessageBox tone="danger">{message}</MessageBox>
      </div>
      <RecordTable
        label={`Errors of ${of}`}
        rows={found}
        idOf={(_, at) => at}
        columns={[
          {
            head: 'Line',
            right: true,
            cell: ({ line }) => line ?? '–',
            csv: ({ line }) => line,
            csvHead: 'line',
            className: 'w-20',
          },
          {
            head: 'Column',
            cell: ({ column: name }) => name ?? '–',
            csv: ({ column: name }) => name,
            csvHead: 'column',
            className: 'min-w-36 wrap-anywhere',
          },
          {
            head: 'What is wrong',
            cell: ({ message: what }) => what,
            csv: ({ message: what }) => what,
            csvHead: 'message',
            className: 'min-w-44',
          },
        ]}
        search={`${text} ${column}`}
        pages={SIZE}
        csv={{ name: `${of.replace(/\.csv$/i, '')}-errors`, rows: errors }}
        empty={{ icon: SearchX, title: 'No error matches.', className: 'p-5' }}
        tools={
          <>
            <div className="w-full sm:w-56">
              <TextField label="Find in errors" compact value={text} onChange={({ target }) => setText(target.value)} />
            </div>
            <div className="w-full sm:w-56">
              <SelectField wide label="Column" options={columns} value={column} onChange={setColumn} />
            </div>
          </>
        }
      />
      {count > errors.length && (
        <p className="mt-2 text-sm text-ink-3">
          The first {number(errors.length)} of {number(count)} errors. Mend these, then check the file again.
        </p>
      )}
    </div>
  );
}
