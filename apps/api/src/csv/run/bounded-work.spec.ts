import { describe, expect, it } from 'vitest';
import { BoundedWork } from './bounded-work.js';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('bounded work', () => {
  it('never runs more tasks or weight at a time than allowed', async () => {
    const work = new BoundedWork(3, 10);
    let [tasks, weight, most, heaviest] = [0, 0, 0, 0];
    for (const own of [1, 1, 1, 1, 9, 9, 4, 4, 4]) {
      await work.begin(own, async () => {
        most = Math.max(most, (tasks += 1));
        heaviest = Math.max(heaviest, (weight += own));
        await turn();
        tasks -= 1;
        weight -= own;
      });
    }
    await work.done();
    expect([most, heaviest, tasks]).toEqual([3, 10, 0]);
  });

  it('runs a task that is heavier than the limit alone', async () => {
    const work = new BoundedWork(3, 10);
    let done = false;
    await work.begin(50, async () => void (done = true));
    await work.done();
    expect(done).toBe(true);
  });

  it('starts nothing after a failure, and throws it once the running tasks have ended', async () => {
    const work = new BoundedWork(2, 10);
    let others = 0;
    await work.begin(1, async () => {
      await turn();
      await turn();
      others += 1;
    });
    await work.begin(1, () => Promise.reject(new Error('no')));
    await turn();
    await expect(work.begin(1, async () => void (others += 10))).rejects.toThrow('no');
    expect(others).toBe(1);
  });
});
