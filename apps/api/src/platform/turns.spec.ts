import { describe, expect, it } from 'vitest';
import { rowsIn } from './clickhouse/rows-in.js';
import { eachInTurns, sortedInTurns } from './turns.js';

/** How often the event loop went round while `work` was done: somebody else's request had that many chances. */
async function roundsDuring<T>(work: () => Promise<T>): Promise<{ result: T; rounds: number }> {
  let rounds = 0;
  let isOver = false;
  const look = () => {
    rounds += 1;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const result = await work();
  isOver = true;
  return { result, rounds };
}

/** Numbers that are neither sorted nor random. */
const shuffled = (count: number) => Array.from({ length: count }, (_, at) => (at * 7_919) % count);

/** What ClickHouse writes. */
const answerOf = (rows: readonly unknown[][]) =>
  `{\n\t"meta":\n\t[\n\t\t{\n\t\t\t"name": "a",\n\t\t\t"type": "String"\n\t\t}\n\t],\n\n\t"data":\n\t[\n${rows
    .map((row) => `\t\t${JSON.stringify(row)}`)
    .join(',\n')}\n\t],\n\n\t"rows": ${rows.length},\n\n\t"statistics":\n\t{\n\t\t"elapsed": 0.1\n\t}\n}\n`;
const manyRows = shuffled(20_000).map((value) => [`row ${value}], \n\t],\n of "texts"`, value, null]);

describe('long work', () => {
  it('lets everybody else have a turn after each 500 items', async () => {
    const seen: number[] = [];
    const { rounds } = await roundsDuring(() => eachInTurns(shuffled(20_000), (item) => seen.push(item)));
    expect(seen).toEqual(shuffled(20_000));
    expect(rounds).toBeGreaterThanOrEqual(39);
  });

  it('sorts as the language does, in turns', async () => {
    for (const count of [0, 1, 499, 500, 501, 1_001, 12_345]) {
      const items = shuffled(count).map((value, at) => ({ value: value % 97, at }));
      const byValue = (a: { value: number }, b: { value: number }) => a.value - b.value;
      const { result, rounds } = await roundsDuring(() => sortedInTurns(items, byValue));
      expect(result).toEqual(items.toSorted(byValue));
      expect(rounds).toBeGreaterThanOrEqual(Math.floor((count - 1) / 500));
    }
  });

  it('reads an answer of any length in turns, whatever its texts hold', async () => {
    const { result, rounds } = await roundsDuring(() => rowsIn(answerOf(manyRows)));
    expect(result).toEqual({ rows: manyRows, beforeLimit: null });
    expect(rounds).toBeGreaterThanOrEqual(10);
    for (const few of [[], manyRows.slice(0, 1), manyRows.slice(0, 1_800)])
      expect(await rowsIn(answerOf(few))).toEqual({ rows: few, beforeLimit: null });
  });

  it('says how many rows there were before the limit, of any answer', async () => {
    for (const rows of [manyRows.slice(0, 1), manyRows]) {
      const text = answerOf(rows).replace('"statistics"', '"rows_before_limit_at_least": 90000,\n\n\t"statistics"');
      expect((await rowsIn(text)).beforeLimit).toBe(90_000);
    }
  });

  it('never takes an answer that broke off for a whole one', async () => {
    const text = answerOf(manyRows);
    const line = text.indexOf('\n', 400_000);
    for (const cut of [line, line - 3, text.lastIndexOf('\n\t],'), text.lastIndexOf('\n\t"rows"')])
      await expect(rowsIn(text.slice(0, cut))).rejects.toThrow(SyntaxError);
    // Rows are missing in the middle.
    await expect(rowsIn(text.slice(0, line) + text.slice(text.indexOf('\n', line + 1)))).rejects.toThrow(SyntaxError);
    await expect(rowsIn(`${text.slice(0, line)}\nCode: 159. DB::Exception: Timeout exceeded`)).rejects.toThrow(
      SyntaxError,
    );
  });
});
