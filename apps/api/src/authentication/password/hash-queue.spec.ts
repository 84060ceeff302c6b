import { describe, expect, it } from 'vitest';
import { busyMessage, HashQueue } from './hash-queue.js';

describe('password checks', () => {
  it('run a few at a time, wait up to a length, and are refused beyond it', async () => {
    const queue = new HashQueue(2, 3);
    const waiting: (() => void)[] = [];
    let running = 0;
    const check = () =>
      queue.run(async () => {
        running += 1;
        await new Promise<void>((resolve) => waiting.push(resolve));
        running -= 1;
      });
    const three = [check(), check(), check()];
    await expect(check()).rejects.toMatchObject({ status: 503, body: { message: busyMessage } });
    expect(running).toBe(2);
    waiting.shift()!();
    await three[0];
    const fourth = check();
    expect(running).toBe(2);
    waiting.shift()!();
    await three[1];
    waiting.shift()!();
    waiting.shift()!();
    await Promise.all([three[2], fourth]);
    expect(running).toBe(0);
  });

  it('leave their place when they fail', async () => {
    const queue = new HashQueue(1, 1);
    await expect(queue.run(() => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
    expect(await queue.run(() => Promise.resolve('checked'))).toBe('checked');
  });
});
