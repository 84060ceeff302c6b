import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';
import { ClickHouseError } from '@clickhouse/client';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { DeferredWrites } from './deferred-writes.js';
import type { DeferredRows } from './facts-writer.js';
import { WriteFailure } from './failures.js';

/** What ClickHouse answers to an insert for which it lacks memory. */
const tooMuch = new ClickHouseError({ code: '241', type: 'MEMORY_LIMIT_EXCEEDED', message: 'Memory limit exceeded' });
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

/** Holds rows of events behind what the checkpoint says, like a projector. */
const hold = (
  deferred: DeferredWrites,
  before: CheckpointDocument,
  ids: readonly string[],
  to: { position: string; offset?: string },
) => deferred.hold(before, ids.map(row), { reached: deferred.reached(before), ...to });

function started() {
  const inserts: string[][] = [];
  const advanced: unknown[] = [];
  const refused: string[] = [];
  const engine = { accepts: (_: string[]): void => undefined, stores: (): void => undefined, knows: true };
  const deferred = new DeferredWrites({
    writer: {
      writeDeferred: async (rows) => {
        const ids = rows.map(({ event }) => event.id);
        engine.accepts(ids);
        inserts.push(ids);
      },
    },
    checkpoints: {
      advanceDeferred: async (_, span) => {
        engine.stores();
        advanced.push(span);
        return engine.knows;
      },
    },
    during: (write) => write(),
    guard: (write) =>
      write().then(
        (result) => ({ result }),
        (failure: unknown) => ({ failure }),
      ),
    refused: async ({ id }) => void refused.push(id),
    log: pino({ level: 'silent' }),
  });
  return { deferred, inserts, advanced, refused, engine };
}

it('the first rows after a pause are written at once, and those of the following second together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const { deferred, inserts, advanced } = started();
    hold(deferred, checkpoint(10), ['a'], { position: at(20), offset: '2' });
    await vi.advanceTimersByTimeAsync(0);
    expect(inserts).toEqual([['a']]);
    hold(deferred, checkpoint(20), ['b'], { position: at(30) });
    hold(deferred, checkpoint(20), ['c'], { position: at(40), offset: '4' });
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

it('it is known how long the oldest row has waited', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const { deferred, engine } = started();
    expect(deferred.secondsBehind).toBe(0);
    engine.accepts = () => {
      throw new Error('connect ECONNREFUSED');
    };
    hold(deferred, checkpoint(10), ['a'], { position: at(20) });
    await vi.advanceTimersByTimeAsync(60_000);
    hold(deferred, checkpoint(10), ['b'], { position: at(30) });
    expect(deferred.secondsBehind).toBe(60);
    engine.accepts = () => undefined;
    await deferred.write();
    expect(deferred.secondsBehind).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('rows stay held while ClickHouse is away, and the checkpoint stays behind', async () => {
  const { deferred, inserts, advanced, refused, engine } = started();
  engine.accepts = () => {
    throw new Error('connect ECONNREFUSED');
  };
  hold(deferred, checkpoint(10), ['a'], { position: at(20) });
  await expect(deferred.write()).rejects.toThrow('ECONNREFUSED');
  expect([inserts, advanced, refused]).toEqual([[], [], []]);
  engine.accepts = () => undefined;
  hold(deferred, checkpoint(10), ['b'], { position: at(30) });
  await deferred.stop();
  expect(inserts).toEqual([['a', 'b']]);
  expect(advanced).toEqual([{ from: at(10), to: at(30), build: null }]);
});

it('a row that ClickHouse refuses blocks no other, and its event is set aside', async () => {
  const { deferred, inserts, refused, advanced, engine } = started();
  engine.accepts = (ids) => {
    if (ids.includes('b')) throw new TypeError('Column size: the value must be a whole number.');
  };
  hold(deferred, checkpoint(10), ['a', 'b', 'c'], { position: at(20) });
  await deferred.write();
  expect(inserts).toEqual([['a'], ['c']]);
  expect(refused).toEqual(['b']);
  expect(advanced).toHaveLength(1);
});

it('what was held counts no more once a rebuild has switched, or the checkpoint was set back', async () => {
  const { deferred, engine } = started();
  hold(deferred, checkpoint(10), ['a'], { position: at(20) });
  expect(deferred.reached(checkpoint(10))).toBe(at(20));
  expect(deferred.reached(checkpoint(15, 1))).toBe(at(15));
  expect(deferred.reached(checkpoint(10))).toBe(at(10));
  hold(deferred, checkpoint(10), ['b'], { position: at(20) });
  expect(deferred.reached(checkpoint(5))).toBe(at(5));
  engine.knows = false;
  hold(deferred, checkpoint(5), ['c'], { position: at(30) });
  await deferred.stop();
  expect(deferred.reached(checkpoint(5))).toBe(at(5));
});

it('rows that another projector wrote meanwhile are not waited for, and what is held goes on from there', async () => {
  const { deferred, advanced } = started();
  hold(deferred, checkpoint(10), ['a'], { position: at(20) });
  expect(deferred.reached(checkpoint(50))).toBe(at(50));
  hold(deferred, checkpoint(50), ['b'], { position: at(60) });
  await deferred.write();
  expect(advanced).toEqual([{ from: at(50), to: at(60), build: null }]);
});

it('a batch that ends before what is held moves nothing back', async () => {
  const { deferred, advanced } = started();
  hold(deferred, checkpoint(10), ['a'], { position: at(30) });
  hold(deferred, checkpoint(10), [], { position: at(20) });
  expect(deferred.reached(checkpoint(10))).toBe(at(30));
  await deferred.write();
  expect(advanced).toEqual([{ from: at(10), to: at(30), build: null }]);
});

it('what is held while rows are written goes on from them', async () => {
  const { deferred, advanced, engine } = started();
  engine.accepts = () => {
    engine.accepts = () => undefined;
    hold(deferred, checkpoint(10), ['b'], { position: at(30) });
  };
  hold(deferred, checkpoint(10), ['a'], { position: at(20) });
  await deferred.write();
  expect(deferred.reached(checkpoint(20))).toBe(at(30));
  await deferred.write();
  expect(advanced).toEqual([
    { from: at(10), to: at(20), build: null },
    { from: at(20), to: at(30), build: null },
  ]);
});

it('the checkpoint stays behind when it cannot be stored that rows were written, and they are written again', async () => {
  const { deferred, inserts, advanced, engine } = started();
  engine.stores = () => {
    throw new Error('connect ECONNREFUSED');
  };
  hold(deferred, checkpoint(10), ['a'], { position: at(20), offset: '2' });
  await expect(deferred.write()).rejects.toThrow('ECONNREFUSED');
  engine.stores = () => undefined;
  await deferred.write();
  expect(inserts).toEqual([['a'], ['a']]);
  expect(advanced).toEqual([{ from: at(10), to: at(20), build: null, offset: '2' }]);
});

it('rows that are too many at once are written in parts', async () => {
  const { deferred, inserts, refused, engine } = started();
  engine.accepts = (ids) => {
    if (ids.length > 1) throw new WriteFailure('recorded_event', ['event_id'], tooMuch);
  };
  hold(deferred, checkpoint(10), ['a', 'b', 'c'], { position: at(20) });
  await deferred.write();
  expect(inserts).toEqual([['a'], ['b'], ['c']]);
  expect(refused).toEqual([]);
});

it('a projector waits for room when more rows are held than should be, however few their events', async () => {
  const { deferred, inserts } = started();
  const chunk: DeferredRows = { ...row('chunk'), rows: Array.from({ length: 10_000 }, () => row('chunk').rows[0]!) };
  hold(deferred, checkpoint(10), ['a'], { position: at(20) });
  await deferred.room();
  expect(inserts).toEqual([]);
  deferred.hold(checkpoint(10), [chunk], { reached: at(20), position: at(30) });
  await deferred.room();
  expect(inserts).toEqual([['a', 'chunk']]);
});
