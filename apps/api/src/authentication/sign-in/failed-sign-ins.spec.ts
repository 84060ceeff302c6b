import { expect, it } from 'vitest';
import { Clock } from './clock.js';
import type { Access } from '../../platform/access/access-log.js';
import { FailedSignIns } from './failed-sign-ins.js';

class MinuteClock extends Clock {
  time = Date.parse('2026-03-02T09:00:50Z');
  ends: (() => void)[] = [];
  now = () => new Date(this.time);
  wait = () => new Promise<void>((resolve) => this.ends.push(resolve));
}

it('reports the failed sign-ins of a minute at its end, and nothing for a minute without any', async () => {
  const noted: Access[] = [];
  const clock = new MinuteClock();
  const failures = new FailedSignIns({ note: (_: unknown, access: Access) => void noted.push(access) } as never, clock);
  failures.beforeApplicationShutdown();
  for (let i = 0; i < 3; i += 1) failures.count('wrong');
  failures.count('refused');
  expect(noted).toEqual([]);
  clock.time += 60_000;
  failures.count('wrong');
  for (const end of clock.ends) end();
  await Promise.resolve();
  const first = { action: 'failed sign-ins', object: '2026-03-02T09:00:00.000Z', rows: 4, userId: null };
  const second = { object: '2026-03-02T09:01:00.000Z', rows: 1, filter: { wrong: '1', refused: '0' } };
  expect(noted).toMatchObject([{ ...first, filter: { wrong: '3', refused: '1' } }, second]);
});
