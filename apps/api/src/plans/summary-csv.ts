import type { LoadResult } from '@superscope/contracts/analytics/answer';
import type { MeasureName } from '@superscope/contracts/analytics/names';
import { monthEnd } from '@superscope/domain/calendar-dates';
import { guardFormula } from '../platform/csv/formula-guard.js';
import { measureColumns, shareColumns } from './summary-columns.js';

/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = '\uFEFF';
const share: MeasureName = 'MemberSnapshot.shareOfMembers';

/** One line for each month (yyyy-MM) with its published figures, or with the dashboard's wording if a figure is not a number. */
export function csvOf(
  planName: string,
  months: readonly string[],
  measures: LoadResult,
  shares: readonly LoadResult[],
): string {
  const titles = [...measureColumns, ...shareColumns].map(({ title }) => title);
  const lines = months.map((month) => [
    guardFormula(planName),
    dayText(monthEnd(month)),
    ...measureColumns.map(({ measure, digits }) => figure(measures, rowOf(measures, month), measure, digits)),
    ...shareColumns.map(({ dimension, value }, i) => {
      const answer = shares[i]!;
      return figure(answer, rowOf(answer, month, dimension, value), share, 1);
    }),
  ]);
  const text = [['Plan', 'As at', ...titles], ...lines].map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
  return byteOrderMark + text;
}

const dayText = (day: string) => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;

/** The index of the row of a month, and of a value if one is given; -1 if there is none. */
const rowOf = ({ data }: LoadResult, month: string, dimension?: string, value?: string): number =>
  data.findIndex(
    (row) =>
      String(row['MemberSnapshot.month.month']).startsWith(month) &&
      (dimension === undefined || String(row[dimension]).replace(/^\d+\|/, '') === value),
  );

/** A number without separators, the wording for a withheld figure, or nothing. */
function figure({ data, suppressed = [], rounded = [] }: LoadResult, at: number, measure: MeasureName, digits: number) {
  if (at === -1) return '';
  const mark = suppressed.find(({ row, members }) => row === at && members.includes(measure));
  if (mark) {
    if (mark.because === 'least' && mark.least !== undefined) return `about ${mark.least} % or more`;
    return mark.because === '<11' ? '<11' : 'not published';
  }
  const value = data[at]![measure] ?? null;
  if (value === null) return '';
  const isTens = rounded.some(({ row, members }) => row === at && members.includes(measure));
  return isTens ? `about ${Number(value)} %` : Number(value).toFixed(digits);
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
