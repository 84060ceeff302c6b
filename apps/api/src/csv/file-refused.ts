import { Refusal } from '../platform/http/problem.filter.js';
import type { ImportErrors } from './reading/import-errors.js';

export const whyNothing = (erasedRows: number): string =>
  erasedRows === 0
    ? 'The file has no lines below its header.'
    : 'All lines are of erased members, so there is nothing to import.';

/** The errors of a file of which nothing was imported. */
export class FileRefused extends Refusal {
  /** Whether it names tax file numbers, also on a line whose error is not listed. */
  readonly namesTaxFileNumbers: boolean;

  constructor({ count, first, namesTaxFileNumbers }: ImportErrors) {
    const message =
      count === 1
        ? `Nothing was imported: line ${first[0]!.line} is not right.`
        : `Nothing was imported: there are ${count.toLocaleString('en-AU')} errors.`;
    super(400, { message, errors: first, errorCount: count });
    this.namesTaxFileNumbers = namesTaxFileNumbers;
  }
}
