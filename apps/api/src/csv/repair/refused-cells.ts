import type { CsvError } from '@superscope/contracts/csv-import';
import type { RefusedCell, RepairDraft } from '@superscope/contracts/import-repair';
import type { RefusedLine } from './kept-file.js';

/** A refused cell, before its value is read. */
export type CellState = Pick<RefusedCell, 'line' | 'column' | 'message' | 'state'>;

const keyOf = ({ line, column }: { line: number; column: string | null }) => `${line}/${column ?? ''}`;

const onlyThen = 'Refused once another cell was corrected.';

/**
 * The cells that were refused when the file was sent, and those that are refused with what was typed since, in the order of the file. Each
 * has one error: the first.
 */
export function refusedCells(
  { corrections, skipped }: RepairDraft,
  before: readonly RefusedLine[],
  now: readonly CsvError[],
  columns: readonly (string | null)[],
): CellState[] {
  const left = new Set(skipped);
  const typed = new Set(corrections.map(keyOf));
  const found = new Map<string, CellState>();
  for (const { line, column, message } of now) {
    if (line === null) continue;
    const key = keyOf({ line, column });
    if (!found.has(key)) found.set(key, { line, column, message, state: 'open' });
  }
  const openLines = new Set([...found.values()].map(({ line }) => line));
  const add = (cell: Pick<CellState, 'line' | 'column' | 'message'>) => {
    const key = keyOf(cell);
    if (found.has(key)) return;
    // While another cell of its line is not right, what the line says together with other lines is not checked.
    const isRight = typed.has(key) || !openLines.has(cell.line);
    found.set(key, { ...cell, state: left.has(cell.line) ? 'skipped' : isRight ? 'corrected' : 'open' });
  };
  before.forEach(add);
  for (const { line, column } of corrections) add({ line, column, message: onlyThen });
  const shownLines = new Set([...found.values()].map(({ line }) => line));
  // Otherwise nobody could take it back.
  for (const line of left) if (!shownLines.has(line)) add({ line, column: null, message: onlyThen });
  const place = new Map(columns.map((name, at) => [name, at]));
  const placeOf = ({ column }: CellState) => (column === null ? -1 : (place.get(column) ?? columns.length));
  return [...found.values()].sort((a, b) => a.line - b.line || placeOf(a) - placeOf(b));
}
