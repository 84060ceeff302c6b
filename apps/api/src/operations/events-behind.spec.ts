import { partitionOf } from '@superscope/event-store/events/partition';
import { Progress, type ProjectionFeed } from '@superscope/event-store/reading/projection-feed';
import { describe, expect, it } from 'vitest';
import { eventsBehind } from './events-behind.js';

const direct: ProjectionFeed = { kind: 'direct' };
const kafka: ProjectionFeed = { kind: 'kafka', topic: 'events', partitions: 2 };
const place = (stream: string, at: number) => ({
  stream,
  position: { commit: BigInt(at), prepare: BigInt(at) },
  created: new Date(at),
});
const checkpoint = (_id: string, at: number) => ({ _id, position: `${at}/${at}` });
/** A stream of this partition of two. */
const of = (partition: number): string =>
  Array.from({ length: 9 }, (_, i) => `plan-${i}`).find((stream) => partitionOf(stream, 2) === partition)!;

const behind = (
  streams: readonly string[],
  feed: ProjectionFeed,
  checkpoints: { _id: string; position: string }[],
  most = 1_000,
) => {
  // Positions 1, 2, 3, …; the newest first, three at a time.
  const newest = streams.map((stream, i) => place(stream, i + 1)).reverse();
  const batches = async function* () {
    for (let from = 0; from < newest.length && from < most; from += 3)
      yield newest.slice(from, Math.min(from + 3, most));
  };
  return eventsBehind(batches(), feed, new Progress(checkpoints), most);
};

const count = async (...asked: Parameters<typeof behind>) => {
  const { count, orMore } = await behind(...asked);
  return { count, orMore };
};

describe('how many events the read models lack', () => {
  it('are those after the one checkpoint', async () => {
    const streams = ['plan-a', 'plan-b', 'plan-a', 'plan-c', 'plan-d', 'plan-e', 'plan-f'];
    expect(await count(streams, direct, [checkpoint('all', 7)])).toEqual({ count: 0, orMore: false });
    expect(await count(streams, direct, [checkpoint('all', 5)])).toEqual({ count: 2, orMore: false });
    expect(await count(streams, direct, [])).toEqual({ count: 7, orMore: false });
  });

  it('do not include events that no read model handles', async () => {
    const streams = ['plan-a', 'access-2026-01-01', 'login-x', '$stats', 'plan-b'];
    expect(await count(streams, direct, [checkpoint('all', 1)])).toEqual({ count: 1, orMore: false });
  });

  it('may be some if the search found only unhandled events since the checkpoint', async () => {
    const streams = ['plan-a', 'plan-b', ...Array.from({ length: 9 }, () => 'access-2026-01-01')];
    expect(await count(streams, direct, [checkpoint('all', 1)], 6)).toEqual({ count: 0, orMore: true });
    expect(await count(streams, direct, [checkpoint('all', 11)], 6)).toEqual({ count: 0, orMore: false });
  });

  it('are, through Kafka, those after the checkpoint of their partition', async () => {
    const streams = [of(0), of(1), of(0), of(1), of(0)];
    const checkpoints = [checkpoint('events-0', 3), checkpoint('events-1', 4)];
    expect(await count(streams, kafka, checkpoints)).toEqual({ count: 1, orMore: false });
    expect(await count(streams, kafka, [checkpoint('events-0', 5), checkpoint('events-1', 2)])).toEqual({
      count: 1,
      orMore: false,
    });
  });

  it('are counted by partition, with the time when the oldest was stored', async () => {
    const streams = [of(0), of(1), of(1), 'access-2026-01-01', of(0)];
    const { since, byCheckpoint } = await behind(streams, kafka, [
      checkpoint('events-0', 4),
      checkpoint('events-1', 1),
    ]);
    expect(since).toEqual(new Date(2));
    expect(byCheckpoint.get('events-1')).toMatchObject({ count: 2, since: new Date(2) });
    expect(byCheckpoint.get('events-0')).toMatchObject({ count: 1, since: new Date(5) });
    expect((await behind(streams, kafka, [checkpoint('events-0', 9), checkpoint('events-1', 9)])).since).toBeNull();
  });

  it('may be more if a checkpoint is older than all searched events', async () => {
    const streams = Array.from({ length: 8 }, (_, i) => of(i % 2));
    expect(await count(streams, kafka, [checkpoint('events-0', 7), checkpoint('events-1', 2)], 4)).toEqual({
      count: 2,
      orMore: true,
    });
    expect(await count(streams, kafka, [checkpoint('events-0', 7), checkpoint('events-1', 6)], 4)).toEqual({
      count: 1,
      orMore: false,
    });
  });
});
