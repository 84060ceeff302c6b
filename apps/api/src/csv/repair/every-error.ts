import type { CsvError } from '@superscope/contracts/csv-import';
import { Refusal } from '../../platform/http/problem.filter.js';
import { ImportErrors } from '../reading/import-errors.js';

/** A file with more errors than this is made wrongly as a whole, and nobody mends it cell by cell. */
const mostErrors = 100_000;

/** All errors of a file, of which people mend some and leave the rest. */
export class EveryError extends ImportErrors {
  readonly all: CsvError[] = [];

  override add(line: number | null, column: string | null, message: string): void {
    if (this.all.length === mostErrors)
      throw new Refusal(400, {
        message: `More than ${mostErrors.toLocaleString('en-AU')} cells are refused. Correct the file itself, and choose it anew.`,
      });
    super.add(line, column, message);
    this.all.push({ line, column, message });
  }

  /** Whether each is of one cell in these columns, so that people can mend it. After others the rest of the file may not have been read. */
  areOfCells(columns: readonly (string | null)[]): boolean {
    const named = new Set(columns.filter((name) => name !== null));
    return this.all.every(({ line, column }) => line !== null && column !== null && named.has(column));
  }
}
