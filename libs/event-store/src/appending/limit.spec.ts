import { expect, it } from 'vitest';
import { Limit } from './limit.js';

it('runs no more at a time than allowed, in the order they came, also when some fail', async () => {
  const limit = new Limit(3);
  let inside = 0;
  let most = 0;
  const begun: number[] = [];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      limit.run(async () => {
        begun.push(i);
        most = Math.max(most, (inside += 1));
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
        if (i % 2 === 1) throw new Error(`no ${i}`);
        return i;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(begun).toEqual(Array.from({ length: 20 }, (_, i) => i));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  expect(await limit.run(async () => 'still runs')).toBe('still runs');
});
