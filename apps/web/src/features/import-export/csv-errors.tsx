import type { CsvError } from '@superscope/contracts/csv-import';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { Pager } from '../../ui/pager';
import { saveCsv } from '../../ui/save-csv';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { ANY_COLUMN, columnsOf, filtered } from './filter-errors';

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
  const [page, setPage] = useState(0);
  const found = filtered(errors, text, column);
  const columns = columnsOf(errors);
  const save = () =>
    saveCsv(`${of.replace(/\.csv$/i, '')}-errors`, [
      ['line', 'column', 'message'],
      ...errors.map(({ line, column: name, message: what }) => [line, name, what]),
    ]);
  return (
    <div>
      <MessageBox tone="danger">{message}</MessageBox>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <div className="w-full sm:w-56">
          <TextField
            label="Find in errors"
            compact
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setPage(0);
            }}
          />
        </div>
        <div className="w-full sm:w-56">
          <SelectField
            wide
            label="Column"
            options={columns}
            value={column}
            onChange={(name) => {
              setColumn(name);
              setPage(0);
            }}
          />
        </div>
        <Button icon={Download} onClick={save} className="sm:ml-auto">
          Save as CSV
        </Button>
      </div>
      <section aria-label={`Errors of ${of}`} className="mt-3 overflow-hidden rounded-md border">
        <div className="relative overflow-x-auto" role="region" aria-label={`Errors of ${of}: table`} tabIndex={0}>
          <table className="w-full text-base">
            <thead>
              <tr className="border-b bg-sunken text-left text-sm text-ink-2">
                <th scope="col" className="w-20 py-2 pl-4 pr-3 text-right font-semibold">
                  Line
                </th>
                <th scope="col" className="px-3 py-2 font-semibold">
                  Column
                </th>
                <th scope="col" className="py-2 pl-3 pr-4 font-semibold">
                  What is wrong
                </th>
              </tr>
            </thead>
            <tbody>
              {found.slice(page * SIZE, page * SIZE + SIZE).map((error, at) => (
                <tr key={at} className="border-b align-top last:border-0">
                  <td className="py-2 pl-4 pr-3 text-right tabular-nums">{error.line ?? '–'}</td>
                  <td className="px-3 py-2 wrap-anywhere">{error.column ?? '–'}</td>
                  <td className="min-w-44 py-2 pl-3 pr-4">{error.message}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {found.length === 0 && <p className="px-4 py-5 text-center text-base text-ink-3">No error matches.</p>}
        </div>
        {found.length > SIZE && (
          <Pager label={`Errors of ${of}`} page={page} size={SIZE} count={found.length} onChange={setPage} />
        )}
      </section>
      {count > errors.length && (
        <p className="mt-2 text-sm text-ink-3">
          The first {number(errors.length)} of {number(count)} errors. Mend these, then check the file again.
        </p>
      )}
    </div>
  );
}
