import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { DeferredWrites } from './deferred-writes.js';
import type { DeferredRows } from './facts-writer.js';

const at = (commit: number) => `${commit}/${commit}`;
const checkpoint = (deferred: number, build?: number): CheckpointDocument => ({
  _id: 'all',
  position: at(100),
  deferredPosition: at(deferred),
  at: new Date(),
  ...(build !== undefined && { build }),
});
const row = (id: string): DeferredRows => ({
  event: { id, stream: 'plan-P.1', revision: 0n },
  rows: [{ table: 'recorded_event', columns: ['event_id'], values: [id] }],
});

function started() {
  const inserts: string[][] = [];
  const advanced: unknown[] = [];
  const refused: string[] = [];
  const engine = { accepts: (_: string[]): void => undefined, knows: true };
  const deferred = new DeferredWrites({
    writer: {
      writeDeferred: async (rows) => {
        const ids = rows.map(({ event }) => event.id);
        engine.accepts(ids);
        inserts.push(ids);
      },
    },
    checkpoints: { advanceDeferred: async (_, span) => (advanced.push(span), engine.knows) },
    during: (write) => write(),
    refused: async ({ id }) => void refused.push(id),
    log: pino({ level: 'silent' }),
  });
  return { deferred, inserts, advanced, refused, engine };
}

it('the first rows after a pause are written at once, and those of the following second together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const { deferred, inserts, advanced } = started();
    deferred.hold(checkpoint(10), [row('a')], { position: at(20), offset: '2' });
    await vi.advanceTimersByTimeAsync(0);
    expect(inserts).toEqual([['a']]);
    deferred.hold(checkpoint(20), [row('b')], { position: at(30) });
    deferred.hold(checkpoint(20), [row('c')], { position: at(40), offset: '4' });
    await vi.advanceTimersByTimeAsync(900);
    expect(inserts).toHaveLength(1);
    expect(deferred.reached(checkpoint(20))).toBe(at(40));
    await vi.advanceTimersByTimeAsync(100);
    expect(inserts).toEqual([['a'], ['b', 'c']]);
    expect(advanced).toEqual([
      { from: at(10), to: at(20), build: null, offset: '2' },
      { from: at(20), to: at(40), build: null, offset: '4' },
    ]);
  } finally {
    vi.useRealTimers();
  }
});

it('rows stay held while ClickHouse is away, and the checkpoint stays behind', async () => {
  const { deferred, inserts, advanced, refused, engine } = started();
  engine.accepts = () => {
    throw new Error('connect ECONNREFUSED');
  };
  deferred.hold(checkpoint(10), [row('a')], { position: at(20) });
  await expect(deferred.write()).rejects.toThrow('ECONNREFUSED');
  expect([inserts, advanced, refused]).toEqual([[], [], []]);
  engine.accepts = () => undefined;
  deferred.hold(checkpoint(10), [row('b')], { position: at(30) });
  await deferred.stop();
  expect(inserts).toEqual([['a', 'b']]);
  expect(advanced).toEqual([{ from: at(10), to: at(30), build: null }]);
});

it('a row that ClickHouse refuses blocks no other, and its event is set aside', async () => {
  const { deferred, inserts, refused, advanced, engine } = started();
  engine.accepts = (ids) => {
    if (ids.includes('b')) throw new TypeError('Column size: the value must be a whole number.');
  };
  deferred.hold(checkpoint(10), ['a', 'b', 'c'].map(row), { position: at(20) });
  await deferred.write();
  expect(inserts).toEqual([['a'], ['c']]);
  expect(refused).toEqual(['b']);
  expect(advanced).toHaveLength(1);
});

it('what was held counts no more once a rebuild has switched, or the checkpoint was set back', async () => {
  const { deferred, engine } = started();
  deferred.hold(checkpoint(10), [row('a')], { position: at(20) });
  expect(deferred.reached(checkpoint(10))).toBe(at(20));
  expect(deferred.reached(checkpoint(15, 1))).toBe(at(15));
  expect(deferred.reached(checkpoint(10))).toBe(at(10));
  deferred.hold(checkpoint(10), [row('b')], { position: at(20) });
  expect(deferred.reached(checkpoint(5))).toBe(at(5));
  engine.knows = false;
  deferred.hold(checkpoint(5), [row('c')], { position: at(30) });
  await deferred.stop();
  expect(deferred.reached(checkpoint(5))).toBe(at(5));
});

it('rows that another projector wrote meanwhile are not waited for', () => {
  const { deferred } = started();
  deferred.hold(checkpoint(10), [row('a')], { position: at(20) });
  expect(deferred.reached(checkpoint(50))).toBe(at(50));
});
