import { sydneyDate, sydneyTime } from '@superscope/domain/calendar-dates';
import writeExcelFile from 'write-excel-file/node';
import type { FileDocument } from './onecentral-file-list.js';

const headings = ['File', 'Table', 'Data date', 'Arrived', 'Line', 'Column', 'What is wrong', 'Found'];

/** Text is never a formula: a cell of this type is shown as it is, whatever it begins with. */
const text = (value: string | null) => ({ value: value ?? '', type: String });
const whole = (value: number | null) => (value === null ? null : { value, type: Number });
/** A spreadsheet knows no time zones, so a moment is written as Sydney's clock showed it. */
const moment = (at: Date) => ({
  value: new Date(`${sydneyDate(at)}T${sydneyTime(at).slice(0, 5)}:00Z`),
  type: Date,
  format: 'dd/mm/yyyy hh:mm',
});
const date = (day: string | null) =>
  day === null ? null : { value: new Date(`${day}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' };

/** The rows of a file in the spreadsheet of exceptions, one for each error. */
export const exceptionRows = ({ name, table, dataDate, arrivedAt, errors = [], reason, failedAt }: FileDocument) => {
  const lines = errors.length > 0 ? errors : [{ line: null, column: null, message: reason ?? '' }];
  return lines.map(({ line, column, message }) => [
    text(name),
    text(table),
    date(dataDate),
    moment(arrivedAt),
    whole(line),
    text(column),
    text(message),
    moment(failedAt ?? arrivedAt),
  ]);
};

/** The spreadsheet of exceptions as a file. Its last row says so if there are more errors (`count`) than rows. */
export function exceptionsSheet(
  rows: readonly ReturnType<typeof exceptionRows>[number][],
  count: number,
): Promise<Buffer> {
  const heading = headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const more = `These are ${number(rows.length)} of ${number(count)} errors.`;
  return writeExcelFile([heading, ...rows, ...(count > rows.length ? [[text(more)]] : [])]).toBuffer();
}

const number = (value: number): string => value.toLocaleString('en-AU');
