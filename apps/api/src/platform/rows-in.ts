import { takeTurn } from './turns.js';

/** A shorter text is parsed within about a millisecond. */
const shortLength = 128 * 1024;
/** About how much text is parsed before the event loop is yielded. */
const lengthPerTurn = 64 * 1024;

// No value holds a line break: JSON writes those of texts as \n.
const beginning = '\n\t"data":\n\t[\n';
const end = '\n\t],\n';

/**
 * The rows of an answer in ClickHouse's format JSONCompact, which writes each on a line of its own. A long answer does not block the event
 * loop. Throws SyntaxError for an answer that broke off.
 */
export async function rowsIn(text: string): Promise<unknown[][]> {
  const start = text.indexOf(beginning);
  if (text.length <= shortLength || start === -1) return (JSON.parse(text) as { data: unknown[][] }).data;
  const close = text.lastIndexOf(end);
  const [, told] = /\n\t"rows": (\d+)/.exec(text.slice(close, close + 100)) ?? [];
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
  return rows;
}
