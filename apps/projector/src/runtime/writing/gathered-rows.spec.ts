import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ColumnRefusal } from '../../clickhouse-rows/insert-rows.js';
import { GatheredRows } from './gathered-rows.js';

/** Tables with one column of texts. Says which texts each insert stores. */
function engine(refuses: (text: string) => boolean = () => false) {
  const stored: string[] = [];
  const clickhouse = {
    query: () => Promise.resolve({ json: () => Promise.resolve([{ name: 'text', type: 'String' }]) }),
    exec: async ({ query, values }: { query: string; values: Readable }) => {
      const bytes = await buffer(values);
      const texts = bytes.toString().replaceAll(/[^a-z]/g, '');
      if (refuses(texts)) throw new Error('the engine refuses them');
      stored.push(`${/INTO (\w+)/.exec(query)![1]}: ${texts}`);
      return { stream: [] };
    },
  };
  return { stored, target: { clickhouse, table: (name: string) => name } as never };
}

const rows = (...texts: string[]) => texts.map((text) => [text]);

it('rows of several writes are stored together, table by table, once there are enough', async () => {
  const { stored, target } = engine();
  const gathered = new GatheredRows(target, 3);
  await gathered.write('member_fact', ['text'], rows('a'));
  await gathered.write('member_event', ['text'], rows('x'));
  await gathered.write('member_fact', ['text'], rows('b'));
  expect(stored).toEqual([]);
  await gathered.write('member_fact', ['text'], rows('c', 'd'));
  await gathered.flush();
  expect(stored).toEqual(['member_fact: abc', 'member_event: x', 'member_fact: d']);
  await gathered.flush();
  expect(stored).toHaveLength(3);
});

it('many rows of one write are stored in inserts of that number, so that memory holds two of them', async () => {
  const { stored, target } = engine();
  const gathered = new GatheredRows(target, 2);
  await gathered.write('member_fact', ['text'], rows('a', 'b', 'c', 'd', 'e'));
  await gathered.flush();
  expect(stored).toEqual(['member_fact: ab', 'member_fact: cd', 'member_fact: e']);
});

it('a row with a value that its column cannot hold is refused by itself, and none of its bytes are stored', async () => {
  const { stored, target } = engine();
  const gathered = new GatheredRows(target);
  await expect(gathered.write('member_fact', ['text'], [['a'], [7]])).rejects.toThrow(ColumnRefusal);
  await gathered.write('member_fact', ['text'], rows('b'));
  await gathered.flush();
  expect([gathered.hasFailed, stored]).toEqual([false, ['member_fact: ab']]);
});

it('once the engine refused an insert, nothing more is taken and nothing is taken for stored', async () => {
  const { stored, target } = engine((texts) => texts.includes('b'));
  const gathered = new GatheredRows(target, 2);
  await gathered.write('member_fact', ['text'], rows('a', 'b'));
  await gathered.write('member_event', ['text'], rows('x'));
  await expect(gathered.flush()).rejects.toThrow('Writing member_fact failed.');
  expect([gathered.hasFailed, stored]).toEqual([true, []]);
  await expect(gathered.write('member_event', ['text'], rows('y'))).rejects.toThrow('Writing member_fact failed.');
});
