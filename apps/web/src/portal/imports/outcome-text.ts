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

/** Rows that an import leaves out. */
export const erasedText = (rows: number): string =>
  rows === 1
    ? '1 row of an erased member was left out; what stands of them stays'
    : `${number(rows)} rows of erased members were left out; what stands of them stays`;

/** Rows that an import keeps, of members who had left before the month's last day or joined after it. */
const uncountedText = (rows: number): string =>
  rows === 1 ? '1 row counts in no figure' : `${number(rows)} rows count in no figure`;
