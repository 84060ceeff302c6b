import { takeTurn } from '../turns.js';

/** A shorter text is parsed within about a millisecond. */
const shortLength = 128 * 1024;
/** About how much text is parsed before the event loop is yielded. */
const lengthPerTurn = 64 * 1024;

// No value holds a line break: JSON writes those of texts as \n.
const beginning = '\n\t"data":\n\t[\n';
const end = '\n\t],\n';

export interface Rows {
  rows: unknown[][];
  /** How many rows there were before the statement's limit; null if it has none. */
  beforeLimit: number | null;
}

interface ShortAnswer {
  data: unknown[][];
  rows_before_limit_at_least?: number;
}

/**
 * The rows of an answer in ClickHouse's format JSONCompact, which writes each on a line of its own. A long answer does not block the event
 * loop. Throws SyntaxError for an answer that broke off.
 */
export async function rowsIn(text: string): Promise<Rows> {
  const start = text.indexOf(beginning);
  if (text.length <= shortLength || start === -1) {
    const { data, rows_before_limit_at_least: beforeLimit = null } = JSON.parse(text) as ShortAnswer;
    return { rows: data, beforeLimit };
  }
  const close = text.lastIndexOf(end);
  const after = text.slice(close, close + 200);
  const [, told] = /\n\t"rows": (\d+)/.exec(after) ?? [];
  const [, before] = /\n\t"rows_before_limit_at_least": (\d+)/.exec(after) ?? [];
  if (close < start || told === undefined) throw new SyntaxError('The answer broke off.');
  const rows: unknown[][] = [];
  for (let at = start + beginning.length; at < close;) {
    if (rows.length > 0) await takeTurn();
    const line = text.indexOf('\n', at + lengthPerTurn);
    const until = line === -1 ? close : Math.min(line, close);
    for (const row of JSON.parse(`[${text.slice(at, until).replace(/,$/, '')}]`) as unknown[][]) rows.push(row);
    at = until + 1;
  }
  if (rows.length !== Number(told)) throw new SyntaxError('The answer broke off.');
  return { rows, beforeLimit: before === undefined ? null : Number(before) };
}
