import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ThrottledBatches } from './throttled-batches.js';

describe('throttling bursts', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  function open() {
    const passed: number[][] = [];
    return { passed, batches: new ThrottledBatches<number>(100, (items) => passed.push(items)) };
  }

  it('passes on the first item after a pause at once, with those of the same moment', () => {
    const { batches, passed } = open();
    batches.add(1);
    batches.add(2);
    vi.advanceTimersByTime(1);
    expect(passed).toEqual([[1, 2]]);
  });

  it('collects later items, so that a burst becomes a few messages and not hundreds', () => {
    const { batches, passed } = open();
    for (let item = 0; item < 10; item += 1) {
      batches.add(item);
      vi.advanceTimersByTime(30);
    }
    vi.advanceTimersByTime(100);
    expect(passed).toEqual([[0], [1, 2, 3], [4, 5, 6], [7, 8, 9]]);
    vi.advanceTimersByTime(1_000);
    batches.add(10);
    vi.advanceTimersByTime(1);
    expect(passed.at(-1)).toEqual([10]);
  });

  it('passes nothing on once it is stopped', () => {
    const { batches, passed } = open();
    batches.add(1);
    batches.stop();
    vi.advanceTimersByTime(1_000);
    expect(passed).toEqual([]);
  });
});
