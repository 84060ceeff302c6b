import type { CsvError } from '@superscope/contracts/csv-import';
import { noTaxFileNumbers } from '@superscope/domain/tax-file-number';

/** How many errors an answer lists; all errors are counted. */
const errorsKept = 1000;

/** The errors of a file by line and column, in any order. */
export class ImportErrors {
  private errors: CsvError[] = [];
  count = 0;
  /** Whether a line names a tax file number, also one whose error is not listed. */
  namesTaxFileNumbers = false;

  add(line: number | null, column: string | null, message: string): void {
    this.count += 1;
    if (message.includes(noTaxFileNumbers)) this.namesTaxFileNumbers = true;
    this.errors.push({ line, column, message });
    if (this.errors.length > 2 * errorsKept) this.errors = this.first;
  }

  /** The errors of the first lines, in their order. */
  get first(): CsvError[] {
    return this.errors.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)).slice(0, errorsKept);
  }
}
