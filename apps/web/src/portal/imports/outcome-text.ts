import type { ImportProgress } from '@superscope/contracts/csv-import';
import { number } from '../../ui/format';

type Ended = Pick<
  ImportProgress,
  'state' | 'rows' | 'written' | 'skipped' | 'events' | 'errorCount' | 'erasedRows' | 'uncountedRows'
>;

/** The outcome of an import, such as "12 rows: 10 written, 2 as they were. 11 events." */
export function outcomeText(ended: Ended): string {
  const { state, rows, written, skipped, events, errorCount, erasedRows, uncountedRows } = ended;
  const parts = [
    `${number(written)} written`,
    ...(skipped > 0 ? [`${number(skipped)} as they were`] : []),
    ...(errorCount > 0 ? [`${number(errorCount)} refused`] : []),
  ];
  const made = events === null ? '' : `. ${number(events)} ${events === 1 ? 'event' : 'events'}`;
  return `${number(rows)} ${rows === 1 ? 'row' : 'rows'}: ${parts.join(', ')}${state === 'failed' ? ', then it failed' : ''}${made}${erasedRows === 0 ? '' : `. ${erasedText(erasedRows)}`}${uncountedRows === 0 ? '' : `. ${uncountedText(uncountedRows)}`}`;
}

/** What to do about rows that were refused while an import wrote: they were right when the file was checked, so no single cell is wrong. */
export const refusedMeanwhileText = (rows: number): string =>
  rows === 1
    ? '1 row was right when the file was checked, and what was recorded since stands against it. The others are written. Choose the same file again: it is checked anew, and what is written stays as it is. If a cell of the row is wrong by then, press Repair.'
    : `${number(rows)} rows were right when the file was checked, and what was recorded since stands against them. The others are written. Choose the same file again: it is checked anew, and what is written stays as it is. If cells of these rows are wrong by then, press Repair.`;

/** Rows that an import leaves out. */
export const erasedText = (rows: number): string =>
  rows === 1
    ? '1 row of an erased member was left out; what stands of them stays'
    : `${number(rows)} rows of erased members were left out; what stands of them stays`;

/** Rows that an import keeps, of members who had left before the month's last day or joined after it. */
const uncountedText = (rows: number): string =>
  rows === 1 ? '1 row counts in no figure' : `${number(rows)} rows count in no figure`;
