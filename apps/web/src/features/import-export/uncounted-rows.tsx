import type { UncountedLines } from '@superscope/contracts/csv-import';
import { Download } from 'lucide-react';
import { Button } from '../../ui/button';
import { number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { saveCsv } from '../../ui/save-csv';

interface Props {
  /** The file's name. */
  of: string;
  rows: number;
  /** At most the first 20,000 lines. */
  lines: UncountedLines;
  /** Whether the file is imported already. */
  isImported: boolean;
}

const left = 'Left before the month’s last day';
const notJoined = 'Joined after the month’s last day';

/** The rows of a file that are kept but count in no figure, with a download of their lines. */
export function UncountedRows({ of, rows, lines, isImported }: Props) {
  const listed = [
    ...lines.left.map((line): [number, string] => [line, left]),
    ...lines.notJoined.map((line): [number, string] => [line, notJoined]),
  ].sort(([a], [b]) => a - b);
  const save = () => saveCsv(`${of.replace(/\.csv$/i, '')}-not-counted`, [['line', 'reason'], ...listed]);
  const one = rows === 1;
  return (
    <MessageBox tone="info" stays>
      <p>
        {number(rows)} {one ? 'row is' : 'rows are'} about members who had left before the month’s last day or joined
        after it. {one ? 'It' : 'They'} {isImported ? (one ? 'is' : 'are') : 'will be'} kept, but{' '}
        {one ? 'counts' : 'count'} in no figure.
      </p>
      {listed.length > 0 && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button icon={Download} onClick={save}>
            Save lines as CSV
          </Button>
          {rows > listed.length && (
            <p className="text-sm text-ink-3">
              The first {number(listed.length)} of {number(rows)}.
            </p>
          )}
        </div>
      )}
    </MessageBox>
  );
}
