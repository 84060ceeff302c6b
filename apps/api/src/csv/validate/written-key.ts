import { lookAlikeKey, spelledOut } from '@superscope/domain/text/clean-text';
import type { CsvRecord } from '../reading/csv-records.js';
import type { FileLayout } from '../reading/file-layout.js';
import { unguardFormula } from '../../platform/csv/formula-guard.js';

/**
 * Reads a column's cells as earlier releases did: with characters that cannot be seen. A key that is stored in that form is found by it,
 * so that a file of before, or an export, names the same member or option as ever.
 */
export function keysAsWritten({ columns }: FileLayout, name: string): (record: CsvRecord) => string | null {
  const index = columns.find((column) => column.name === name)?.index ?? -1;
  return ({ cells }) => {
    const cell = index === -1 ? undefined : cells[index];
    return cell === undefined ? null : unguardFormula(cell.trim()).trim().normalize('NFC');
  };
}

/** Why a key is refused that looks like a stored one; `stored` is null if the caller may not see that one. */
export const looksLikeStored = (written: string, stored: string | null): string =>
  stored === null
    ? `${spelledOut(written)} looks the same as one that is stored in another form. Write it as it is stored.`
    : `${spelledOut(written)} ${isOnlyOfCase(written, stored) ? 'is in another case than' : 'looks the same as'} ${spelledOut(stored)}, which is stored. Write it in that form.`;

const isOnlyOfCase = (a: string, b: string): boolean =>
  lookAlikeKey(a) !== lookAlikeKey(b) && lookAlikeKey(a).toLowerCase() === lookAlikeKey(b).toLowerCase();
