import { describe, expect, it } from 'vitest';
import { runsOf } from './runs.js';

const kilobyte = 1024;
const item = (partition: number, bytes: number, n = 0) => ({
  n,
  message: { partition, value: Buffer.alloc(bytes - 4 * kilobyte) },
});

describe('the batches in which events are sent to Kafka', () => {
  it('keep their order and lose none', () => {
    const items = Array.from({ length: 1_000 }, (_, n) => item(n % 3, 20 * kilobyte, n));
    const runs = [...runsOf(items, 1024 * kilobyte)];
    expect(runs.length).toBeGreaterThan(1);
    expect(runs.flat().map(({ n }) => n)).toEqual(items.map(({ n }) => n));
  });

  it('are as many as the fullest partition needs', () => {
    const four = Array.from({ length: 4 }, () => item(7, 256 * kilobyte));
    expect([...runsOf([...four, item(7, 256 * kilobyte)], 1024 * kilobyte)].map((run) => run.length)).toEqual([4, 1]);
    expect([...runsOf([...four, item(8, 256 * kilobyte)], 1024 * kilobyte)]).toHaveLength(1);
  });

  it('are of 8 MiB at most, however many partitions there are', () => {
    const items = Array.from({ length: 33 }, (_, n) => item(n, 256 * kilobyte));
    expect([...runsOf(items, 1024 * kilobyte)].map((run) => run.length)).toEqual([32, 1]);
  });

  it('contain an oversized event alone, which the broker refuses', () => {
    const items = [item(1, 5 * kilobyte), item(1, 2_000 * kilobyte), item(1, 5 * kilobyte)];
    expect([...runsOf(items, 1024 * kilobyte)].map((run) => run.length)).toEqual([1, 1, 1]);
  });
});
