import { columnOf, type Fields, type RecordOf } from '../fields.js';
import { sameFields } from '../same-fields.js';

/** A value as a file writes it: money in dollars. */
export type FileValue = string | number | boolean | null;
/** The values of a row by the file's columns. */
export type RowValues = Readonly<Record<string, FileValue>>;

/** A stored record as the row of a file: without the fields that no column gives. */
export function rowValues<Of extends Fields>(declared: Of, stored: RecordOf<Of>): RowValues {
  const { personal, ...plain } = stored as Readonly<Record<string, unknown>>;
  const all = { ...plain, ...(personal as object | undefined) } as Readonly<Record<string, FileValue | undefined>>;
  return Object.fromEntries(
    Object.entries(declared).flatMap(([name, field]) => {
      const column = columnOf(name, field);
      const value = all[name] ?? null;
      if (column === null) return [];
      return [[column, field.kind === 'cents' && typeof value === 'number' ? value / 100 : value]];
    }),
  );
}

/** The columns in which two rows differ. */
export const differingColumns = (was: RowValues, becomes: RowValues): string[] =>
  Object.keys(becomes).filter((column) => !sameFields(was[column], becomes[column]));
