import { describe, expect, it } from 'vitest';
import { BoundedPool } from './bounded-pool.js';

const never = new AbortController().signal;
const full = () => new Error('full');

/** Work that holds its item until released. */
function holder() {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  return { release, hold: () => held };
}

describe('a bounded pool', () => {
  it('serves waiting users in order, one at a time', async () => {
    const pool = new BoundedPool(['session'], 2, full);
    const first = holder();
    const served: number[] = [];
    const all = [
      pool.use(never, first.hold),
      pool.use(never, async () => void served.push(1)),
      pool.use(never, async () => void served.push(2)),
    ];
    await Promise.resolve();
    expect(served).toEqual([]);
    first.release();
    await Promise.all(all);
    expect(served).toEqual([1, 2]);
  });

  it('refuses a user when the queue is full, and serves again afterwards', async () => {
    const pool = new BoundedPool(['session'], 1, full);
    const first = holder();
    const busy = [pool.use(never, first.hold), pool.use(never, async () => 'second')];
    await expect(pool.use(never, async () => 'third')).rejects.toThrow('full');
    first.release();
    await Promise.all(busy);
    expect(await pool.use(never, async () => 'later')).toBe('later');
  });

  it('forgets a waiting user who leaves', async () => {
    const pool = new BoundedPool(['session'], 1, full);
    const first = holder();
    const leaving = new AbortController();
    const busy = pool.use(never, first.hold);
    const gone = pool.use(leaving.signal, async () => 'gone');
    leaving.abort(new Error('left'));
    await expect(gone).rejects.toThrow('left');
    const next = pool.use(never, async (item) => item);
    first.release();
    await busy;
    expect(await next).toBe('session');
  });

  it('returns the item to the pool when the work fails', async () => {
    const pool = new BoundedPool(['session'], 1, full);
    await expect(pool.use(never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await pool.use(never, async (item) => item)).toBe('session');
  });
});
