import type { CsvError } from '@superscope/contracts/csv-import';

/** Errors that an answer carries; all are counted. */
const errorsKept = 1000;

/** What is wrong with a file, by line and column. */
export class ImportErrors {
  private readonly errors: CsvError[] = [];
  count = 0;

  add(line: number, column: string | null, message: string): void {
    this.count += 1;
    if (this.errors.length < errorsKept) this.errors.push({ line, column, message });
  }

  /** The first errors found, by line. */
  get first(): CsvError[] {
    return this.errors.toSorted((a, b) => a.line - b.line);
  }
}
