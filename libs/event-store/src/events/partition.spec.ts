import { describe, expect, it } from 'vitest';
import { partitionOf } from './partition.js';

describe('the partition of a stream', () => {
  // Results of Kafka's own partitioner. Another result would split streams of existing topics between partitions.
  it.each([
    ['plan-NULL.ACME', 12, 2],
    ['member-2f1c', 12, 4],
    ['benchmarks', 12, 2],
    ['plan-NULL.ACME', 1_000_003, 12_676],
    ['member-2f1c', 1_000_003, 832_146],
    ['a', 1_000_003, 100_772],
    ['ab', 1_000_003, 154_486],
    ['abc', 1_000_003, 468_670],
    ['abcd', 1_000_003, 831_631],
    ['müller-é', 1_000_003, 113_979],
    ['', 1_000_003, 645_856],
  ])('is for %s among %i always %i', (stream, partitions, partition) => {
    expect(partitionOf(stream, partitions)).toBe(partition);
  });

  it('spreads streams evenly', () => {
    const counts = new Array<number>(12).fill(0);
    for (let i = 0; i < 12_000; i += 1) counts[partitionOf(`member-${i}`, 12)]! += 1;
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1_150);
  });

  it('is the only one if there is one', () => {
    expect(partitionOf('benchmarks', 1)).toBe(0);
  });

  it('requires a number of partitions', () => {
    expect(() => partitionOf('benchmarks', 0)).toThrow('0 is not a number of partitions');
  });
});
