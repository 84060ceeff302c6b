import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { encodePosition } from '@superscope/event-store/events/position';
import { partitionOf } from '@superscope/event-store/events/partition';
import type { Checkpoints } from '../operations/checkpoints.js';
import type { FeedBatch } from './event-feed.js';
import { beginningOf, fillGaps, unreadOf } from './kafka-beginnings.js';

const held = { low: 100n, high: 200n };

describe('a partition is read', () => {
  it('from the position of the read models', () => {
    expect(beginningOf(3, { offset: '150' }, held)).toEqual({ partition: 3, offset: 150n, isGap: false });
    expect(beginningOf(3, { offset: '100' }, held)).toMatchObject({ offset: 100n, isGap: false });
    expect(beginningOf(3, { offset: '200' }, held)).toMatchObject({ offset: 200n, isGap: false });
  });

  it('from its first record if the read models have read none', () => {
    expect(beginningOf(0, {}, { low: 0n, high: 0n })).toMatchObject({ offset: 0n, isGap: false });
    expect(beginningOf(0, {}, { low: 0n, high: 50n })).toMatchObject({ offset: 0n, isGap: false });
  });

  it('from its first remaining record, after a gap to read elsewhere', () => {
    expect(beginningOf(0, { offset: '99' }, held)).toMatchObject({ offset: 100n, isGap: true });
    expect(beginningOf(0, {}, held)).toMatchObject({ offset: 100n, isGap: true });
  });

  it('like that of a recreated topic, if it ends before the position of the read models', () => {
    expect(beginningOf(0, { offset: '201' }, held)).toMatchObject({ offset: 100n, isGap: true });
  });
});

it('a partition is read from the first record whose deferred rows may be missing', () => {
  const at = new Date();
  const checkpoint = { _id: 'events-0', position: '90/90', offset: '9', at };
  expect(unreadOf(checkpoint)).toEqual({ offset: '9' });
  expect(unreadOf({ ...checkpoint, deferredPosition: '70/70', deferredOffset: '7' })).toEqual({ offset: '7' });
  // None of its records' rows are known to be written.
  expect(unreadOf({ ...checkpoint, deferredPosition: '0/0' })).toEqual({ offset: '0' });
});

it('a gap is filled from the first event whose deferred rows may be missing, and its offset counts once all of it is', async () => {
  const event = (commit: bigint) =>
    ({ stream: 'plan-a', type: 'PlanRenamed', position: { commit, prepare: commit } }) as RecordedEvent;
  const partition = partitionOf('plan-a', 2);
  const handled: (Omit<FeedBatch, 'records'> & { events: number })[] = [];
  const asked: unknown[] = [];
  const batches = [[event(40n), event(50n)], [event(60n)]];
  await fillGaps(
    {
      store: {
        async *readAll({ from }) {
          asked.push(from);
          yield* batches;
        },
      },
      checkpoints: {
        read: async (_id: string) => ({ _id, position: '50/50', deferredPosition: '30/30', at: new Date() }),
      } as unknown as Checkpoints,
      topic: 'events',
      partitions: 2,
      types: new Set(['PlanRenamed']),
      handle: async ({ records, ...batch }) => void handled.push({ ...batch, events: records.length }),
    },
    new Map([[partition, 100n]]),
  );
  expect(asked).toEqual([{ commit: 30n, prepare: 30n }]);
  const of = { partition: `events-${partition}` };
  expect(handled).toEqual([
    { ...of, events: 2, position: encodePosition({ commit: 50n, prepare: 50n }) },
    { ...of, events: 1, position: encodePosition({ commit: 60n, prepare: 60n }) },
    { ...of, events: 0, position: encodePosition({ commit: 60n, prepare: 60n }), offset: '100' },
  ]);
});
