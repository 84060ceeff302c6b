import { holdsControlCharacters } from '@superscope/domain/control-characters';
import { holdsTaxFileNumber, noTaxFileNumbers } from '@superscope/domain/tax-file-number';

/** Why an uploaded file may not have its name; null if it may. A name is stored and shown, so it is a text like any other. */
export function fileNameProblem(name: string): string | null {
  if (holdsControlCharacters(name)) return 'The name of the file has a control character. Rename the file.';
  return holdsTaxFileNumber(name) ? noTaxFileNumbers : null;
}
