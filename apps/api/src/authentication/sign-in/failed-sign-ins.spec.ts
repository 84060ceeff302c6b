import { expect, it } from 'vitest';
import { Clock } from '../../platform/time/clock.js';
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

it('names the ten accounts and networks that were tried most in the minute, with their counts', async () => {
  const noted: Access[] = [];
  const clock = new MinuteClock();
  const failures = new FailedSignIns({ note: (_: unknown, access: Access) => void noted.push(access) } as never, clock);
  for (let account = 1; account <= 12; account += 1)
    for (let i = 0; i < account; i += 1)
      failures.count('wrong', { loginId: `login${account}`, network: account > 6 ? '203.0.113.0/24' : '198.51.100.7' });
  failures.beforeApplicationShutdown();
  const { accounts, networks } = noted[0]!.filter!;
  expect(accounts!.split(', ')).toHaveLength(10);
  expect(accounts).toMatch(/^login12 12, login11 11, /);
  expect(accounts).not.toMatch(/login[12] /);
  expect(networks).toBe('203.0.113.0/24 57, 198.51.100.7 21');
});

it('still names the most tried account when more logins are tried than it counts', () => {
  const noted: Access[] = [];
  const failures = new FailedSignIns(
    { note: (_: unknown, access: Access) => void noted.push(access) } as never,
    new MinuteClock(),
  );
  for (let i = 0; i < 25_000; i += 1) {
    failures.count('wrong', { loginId: `guess${i}`, network: '203.0.113.9' });
    if (i % 10 === 0) failures.count('wrong', { loginId: 'admin', network: '203.0.113.9' });
  }
  failures.beforeApplicationShutdown();
  expect(noted[0]!.filter!['accounts']).toMatch(/^admin 2500, /);
});
