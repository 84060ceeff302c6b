import { takeTurn } from './turns.js';
import type { LoadAnswer, LoadResult } from '@superscope/contracts/analytics/answer';

/** Rows that are written at once, before everybody else has their turn. */
const rowsPerTurn = 500;

async function writeResult({ data, ...result }: LoadResult): Promise<string> {
  const rows: string[] = [];
  for (let from = 0; from < data.length; from += rowsPerTurn) {
    if (from > 0) await takeTurn();
    rows.push(JSON.stringify(data.slice(from, from + rowsPerTurn)).slice(1, -1));
  }
  return `{"data":[${rows.join(',')}],${JSON.stringify(result).slice(1)}`;
}

/** An answer as text: all of it, or its first result alone. Long ones do not hold the event loop. */
export async function writeAnswer({ results, ...answer }: LoadAnswer, multi: boolean): Promise<string> {
  if (!multi) return writeResult(results[0]!);
  const written: string[] = [];
  for (const result of results) {
    if (written.length > 0) await takeTurn();
    written.push(await writeResult(result));
  }
  return `{"results":[${written.join(',')}],${JSON.stringify(answer).slice(1)}`;
}
