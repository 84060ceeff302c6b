import { describe, expect, it } from 'vitest';
import { severalAtOnce } from './several-at-once.js';

const never = new AbortController().signal;
const numbers = Array.from({ length: 20 }, (_, i) => i);

describe('the queries of one request', () => {
  it('are answered in their order, four at once', async () => {
    let running = 0;
    let most = 0;
    const doubled = await severalAtOnce(numbers, never, async (n) => {
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      running -= 1;
      return 2 * n;
    });
    expect(doubled).toEqual(numbers.map((n) => 2 * n));
    expect(most).toBe(4);
  });

  it('are stopped by the first that fails, and the rest is never sent', async () => {
    const asked: number[] = [];
    const stopped: number[] = [];
    const failing = severalAtOnce(numbers, never, (n, _, signal) => {
      asked.push(n);
      if (n === 2) return Promise.reject(new Error('too much'));
      return new Promise<number>((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          stopped.push(n);
          reject(signal.reason as Error);
        }),
      );
    });
    await expect(failing).rejects.toThrow('too much');
    expect(asked).toEqual([0, 1, 2, 3]);
    expect(stopped).toEqual([0, 1, 3]);
  });

  it('end when nobody waits for them any more', async () => {
    const left = new AbortController();
    left.abort(new Error('gone'));
    await expect(severalAtOnce([1, 2], left.signal, (n) => Promise.resolve(n))).rejects.toThrow('gone');
  });
});
