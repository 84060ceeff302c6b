import type { CsvError } from '@superscope/contracts/csv-import';
import { isInNames } from '@superscope/contracts/name-search';
import { number } from '../../ui/format';

export const ANY_COLUMN = '';
/** The label for errors that concern a whole line. */
const NO_COLUMN = '–';

const columnOf = ({ column }: CsvError) => column ?? NO_COLUMN;

/** The columns that have errors, the one with most of them first. */
export function columnsOf(errors: readonly CsvError[]): { value: string; label: string }[] {
  const counts = new Map<string, number>();
  for (const error of errors) counts.set(columnOf(error), (counts.get(columnOf(error)) ?? 0) + 1);
  const named = (column: string) => (column === NO_COLUMN ? 'The whole line' : column);
  return [
    { value: ANY_COLUMN, label: `All columns (${number(errors.length)})` },
    ...[...counts]
      .sort(([one, a], [other, b]) => b - a || one.localeCompare(other))
      .map(([column, count]) => ({ value: column, label: `${named(column)} (${number(count)})` })),
  ];
}

/** Errors of one column whose line or message holds a text. */
export function filtered(errors: readonly CsvError[], text: string, column: string): CsvError[] {
  return errors.filter(
    (error) =>
      (column === ANY_COLUMN || columnOf(error) === column) &&
      isInNames([String(error.line ?? ''), columnOf(error), error.message], text),
  );
}
