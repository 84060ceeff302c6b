import { describe, expect, it } from 'vitest';
import { partitionOf } from '../events/partition.js';
import { checkpointOf, checkpointsOf, isSameFeed, Progress, type ProjectionFeed } from './projection-feed.js';

const direct: ProjectionFeed = { kind: 'direct' };
const kafka: ProjectionFeed = { kind: 'kafka', topic: 'events', partitions: 3 };
const at = (commit: number) => ({ commit: BigInt(commit), prepare: BigInt(commit) });

describe('the checkpoint of a stream', () => {
  it('is the only one if projectors read the event store directly', () => {
    expect(checkpointOf(direct, 'plan-P1')).toBe('all');
    expect(checkpointsOf(direct)).toEqual(['all']);
  });

  it("is that of the stream's partition in Kafka", () => {
    expect(checkpointOf(kafka, 'plan-P1')).toBe(`events-${partitionOf('plan-P1', 3)}`);
    expect(checkpointsOf(kafka)).toEqual(['events-0', 'events-1', 'events-2']);
  });

  it('differs in another topic, or with another number of partitions', () => {
    expect(isSameFeed(kafka, { ...kafka })).toBe(true);
    expect(isSameFeed(kafka, { ...kafka, partitions: 4 })).toBe(false);
    expect(isSameFeed(kafka, direct)).toBe(false);
  });
});

describe('the progress of the read models', () => {
  const progress = new Progress([
    { _id: 'events-0', position: '30/30' },
    { _id: 'events-1', position: '10/10' },
  ]);

  it('is known by partition; one that is ahead says nothing about the others', () => {
    expect(progress.includes('events-0', at(20))).toBe(true);
    expect(progress.includes('events-1', at(20))).toBe(false);
    expect(progress.includes('events-2', at(1))).toBe(false);
  });

  it('is the position that every partition has passed; none while one has not begun', () => {
    expect(progress.passedByAll(['events-0', 'events-1'])).toEqual(at(10));
    expect(progress.passedByAll(['events-0', 'events-1', 'events-2'])).toEqual(at(0));
    expect(progress.furthest()).toEqual(at(30));
  });

  it('covers another progress only if no partition is behind', () => {
    const ahead = new Progress([{ _id: 'events-0', position: '30/30' }]);
    expect(progress.covers(ahead)).toBe(true);
    ahead.raise('events-1', at(11));
    expect(progress.covers(ahead)).toBe(false);
  });

  it('never goes back', () => {
    const one = new Progress([{ _id: 'all', position: '30/30' }]);
    one.raise('all', at(20));
    expect(one.of('all')).toEqual(at(30));
  });
});
