import { describe, expect, it } from 'vitest';
import { BoundedWork } from './bounded-work.js';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('bounded work', () => {
  it('never has more tasks or weight under way than allowed', async () => {
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

  it('takes a task that is heavier than all it allows, by itself', async () => {
    const work = new BoundedWork(3, 10);
    let done = false;
    await work.begin(50, async () => void (done = true));
    await work.done();
    expect(done).toBe(true);
  });

  it('begins nothing after a failure, and ends with it once the others have ended', async () => {
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
