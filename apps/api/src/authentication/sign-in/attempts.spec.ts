import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Clock } from '../../platform/time/clock.js';
import { Refusal } from '../../platform/http/problem.filter.js';
import type { AttemptCount } from './attempt-count.js';
import { SignInAttempts, WrongGuess, type Origin } from './attempts.js';
import type { Lock } from './failed-sign-ins.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** A clock that a test moves. */
class SimulatedClock extends Clock {
  private time = Date.parse('2026-03-02T00:00:00Z');
  private waiting: { until: number; go: () => void }[] = [];

  now(): Date {
    return new Date(this.time);
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((go) => this.waiting.push({ until: this.time + milliseconds, go }));
  }

  /** Runs all pending tasks, then moves the clock. */
  async pass(milliseconds: number): Promise<void> {
    for (let i = 0; i < 5; i += 1) await turn();
    this.time += milliseconds;
    const due = this.waiting.filter(({ until }) => until <= this.time);
    this.waiting = this.waiting.filter(({ until }) => until > this.time);
    for (const { go } of due) go();
    for (let i = 0; i < 5; i += 1) await turn();
  }
}

function setUp() {
  const clock = new SimulatedClock();
  const stored = new Map<string, AttemptCount>();
  const counts = {
    change: async (key: string, _of: object, next: (before: AttemptCount | null) => AttemptCount | null) => {
      const after = next(stored.get(key) ?? null);
      if (after !== null) stored.set(key, after);
    },
    get: async (key: string) => stored.get(key) ?? null,
    forget: async (key: string) => void stored.delete(key),
    blockedUntil: async (keys: string[], now: Date) =>
      keys
        .map((key) => stored.get(key)?.blockedUntil ?? null)
        .filter((until): until is Date => until !== null && until > now)
        .sort((a, b) => b.getTime() - a.getTime())[0] ?? null,
  };
  const devices = { knows: async (device: string, loginId: string) => device === `device of ${loginId}` };
  const identity = { loginId: (login: string) => login.toLowerCase() };
  const locks: Lock[] = [];
  const failures = { count: () => undefined, noteLock: (lock: Lock) => void locks.push(lock) };
  const attempts = new SignInAttempts(counts as never, devices as never, identity as never, clock, failures as never);
  const guess = (login: string, origin: Origin) =>
    attempts
      .attempt(login, origin, () => Promise.reject(new WrongGuess(401, { message: 'wrong' })))
      .catch((error: unknown) => (error as Refusal).status);
  const signIn = (login: string, origin: Origin) =>
    attempts.attempt(login, origin, () => Promise.resolve(200)).catch((error: unknown) => (error as Refusal).status);
  const request = (login: string, origin: Origin) =>
    attempts.count('reset', login, origin).then(
      () => 204,
      (error: unknown) => (error as Refusal).status,
    );
  return { clock, guess, signIn, request, locks };
}

const at = (address: string, device: string | null = null): Origin => ({
  address,
  device,
  throughUnknownProxy: false,
});
/** Everybody behind a proxy that the settings do not name. */
const behindProxy: Origin = { address: '10.0.0.5', device: null, throughUnknownProxy: true };
const office = '198.51.100.7';

describe('an Admin whose password is guessed for an hour', () => {
  /** The longest wait in seconds of the owner, who tries the right password every ten minutes and again after a refusal. */
  const attacked = async (guessEachSecond: (second: number, guess: (from: Origin) => void) => void, owner: Origin) => {
    const { clock, guess, signIn } = setUp();
    let passed = 0;
    let guesses = 0;
    const passSecond = async () => {
      guessEachSecond(passed, (from) => {
        guesses += 1;
        void guess('admin', from);
      });
      passed += 1;
      await clock.pass(second);
    };
    const waits: number[] = [];
    while (passed < hour / second) {
      for (let i = 0; i < 600; i += 1) await passSecond();
      const began = passed;
      let isIn = false;
      while (!isIn && passed < 2 * (hour / second)) {
        let status: number | null = null;
        void signIn('admin', owner).then((answer) => (status = answer));
        await clock.pass(0);
        while (status === null) await passSecond();
        isIn = status === 200;
        if (!isIn) await passSecond();
      }
      waits.push(isIn ? passed - began : Infinity);
    }
    expect(guesses).toBeGreaterThanOrEqual(3_600);
    return Math.max(...waits);
  };

  it('is never kept out for more than 30 seconds, by guesses from one network or from always new ones', async () => {
    const fromOne = (_: number, guess: (origin: Origin) => void) => guess(at('203.0.113.9'));
    const fromMany = (i: number, guess: (origin: Origin) => void) => {
      guess(at(`203.0.${i % 200}.9`));
      guess(at(`2001:db8:${(i % 3_000).toString(16)}::9`));
    };
    expect(await attacked(fromOne, at(office))).toBeLessThanOrEqual(30);
    const slowed = await attacked(fromMany, at(office));
    expect(slowed).toBeGreaterThan(1);
    expect(slowed).toBeLessThanOrEqual(30);
  });

  it('can sign in at once on a known device, even in the attacker’s network', async () => {
    const beside = (i: number, guess: (origin: Origin) => void) => {
      guess(at('198.51.100.9'));
      guess(at(`203.0.${i % 200}.9`));
      guess(at('198.51.100.9', 'some other device'));
    };
    expect(await attacked(beside, at(office, 'device of admin'))).toBe(0);
  });
});

describe('guessing', () => {
  it('is stopped after 5 failures on an account from one network, but not from another', async () => {
    const { guess, signIn, clock } = setUp();
    for (let i = 1; i <= 5; i += 1) expect(await guess('admin', at(`203.0.113.${i}`))).toBe(401);
    expect(await signIn('admin', at('203.0.113.99'))).toBe(429);
    expect(await signIn('admin', at('203.0.114.99'))).toBe(200);
    await clock.pass(2 * second + 1);
    expect(await signIn('admin', at('203.0.113.99'))).toBe(200);
    expect(await guess('admin', at('203.0.113.99'))).toBe(401);
  });

  it('on a device is stopped after 5 failures there, independently of its network and of other accounts', async () => {
    const { guess, signIn } = setUp();
    const device = 'device of admin';
    for (let i = 1; i <= 5; i += 1) expect(await guess('admin', at(office, device))).toBe(401);
    expect(await signIn('admin', at(office, device))).toBe(429);
    expect(await signIn('admin', at(office))).toBe(200);
    for (let i = 1; i <= 5; i += 1) expect(await guess('staff', at(office, device))).toBe(401);
    expect(await signIn('staff', at(office))).toBe(429);
  });

  it('at many accounts from one network is stopped for all of them, except on known devices', async () => {
    const { guess, signIn } = setUp();
    for (let i = 1; i <= 20; i += 1) expect(await guess(`user-${i}`, at(office))).toBe(401);
    expect(await signIn('admin', at(office))).toBe(429);
    expect(await signIn('admin', at(office, 'device of admin'))).toBe(200);
  });

  it('can keep only a few requests of a network waiting; more are refused', async () => {
    const { guess, clock } = setUp();
    for (let i = 0; i < 12; i += 1) {
      void guess('admin', at(`203.0.${i}.1`));
      await clock.pass(20 * second);
    }
    const many = Array.from({ length: 25 }, () => guess('admin', at(office)));
    const answers: number[] = [];
    for (const each of many) void each.then((status) => answers.push(status));
    await clock.pass(0);
    expect(answers).toEqual(Array<number>(5).fill(429));
    await clock.pass(20 * second);
    expect((await Promise.all(many)).filter((status) => status === 401)).toHaveLength(5);
  });

  it('reports each lock: of an account from this network, or of the network', async () => {
    const { guess, locks } = setUp();
    for (let i = 1; i <= 5; i += 1) await guess('admin', at(office));
    expect(locks).toEqual([{ kind: 'account', loginId: 'admin', address: office, until: expect.any(Date) as Date }]);
    for (let i = 1; i <= 15; i += 1) await guess(`user-${i}`, at(office));
    expect(locks.at(-1)).toMatchObject({ kind: 'network', loginId: null });
  });

  it('is forgotten after a right password, and does not limit many concurrent right ones', async () => {
    const { guess, signIn } = setUp();
    for (let i = 1; i <= 4; i += 1) await guess('admin', at(office));
    expect(await signIn('admin', at(office))).toBe(200);
    for (let i = 1; i <= 4; i += 1) expect(await guess('admin', at(office))).toBe(401);
    const many = await Promise.all(Array.from({ length: 40 }, () => signIn('staff', at(office))));
    expect(many).toEqual(Array<number>(40).fill(200));
  });
});

describe('behind a proxy that is not named', () => {
  it('one stranger’s guesses under any names keep nobody out who knows the password', async () => {
    const { guess, signIn } = setUp();
    for (let i = 0; i < 20; i += 1) expect(await guess(`user-${i}`, behindProxy)).toBe(401);
    for (let i = 0; i < 40; i += 1) expect(await guess(`other-${i}`, behindProxy)).toBe(429);
    expect(await signIn('admin', behindProxy)).toBe(200);
    expect(await signIn('admin', behindProxy)).toBe(200);
    expect(await guess('staff', behindProxy)).toBe(429);
    expect(await signIn('staff', behindProxy)).toBe(200);
  });

  it('a stranger gets no more than two guesses at each account while the network is blocked', async () => {
    const { guess, signIn } = setUp();
    for (let i = 0; i < 20; i += 1) await guess(`user-${i}`, behindProxy);
    for (let i = 0; i < 5; i += 1) expect(await guess('staff', behindProxy)).toBe(429);
    expect(await signIn('staff', behindProxy)).toBe(429);
    expect(await signIn('staff', { ...behindProxy, device: 'device of staff' })).toBe(200);
  });

  it('a header alone frees nobody from the limit of an account', async () => {
    const { guess, signIn } = setUp();
    for (let i = 0; i < 5; i += 1) expect(await guess('admin', behindProxy)).toBe(401);
    expect(await signIn('admin', behindProxy)).toBe(429);
  });

  it('requests for links under any addresses keep nobody from asking for one', async () => {
    const { request } = setUp();
    for (let i = 0; i < 20; i += 1) expect(await request(`user-${i}`, behindProxy)).toBe(204);
    expect([await request('admin', behindProxy), await request('admin', behindProxy)]).toEqual([204, 204]);
    expect(await request('admin', behindProxy)).toBe(429);
  });
});

describe('requests for a link', () => {
  it('from one network are limited, and stop none from another or from a known device', async () => {
    const { request, clock } = setUp();
    for (let i = 0; i < 5; i += 1) expect(await request('admin', at(`203.0.113.${i}`))).toBe(204);
    expect(await request('admin', at('203.0.113.99'))).toBe(429);
    expect(await request('admin', at(office))).toBe(204);
    expect(await request('admin', at('203.0.113.99', 'device of admin'))).toBe(204);
    expect(await request('staff', at('203.0.113.99'))).toBe(204);
    await clock.pass(2 * second + 1);
    expect(await request('admin', at('203.0.113.99'))).toBe(204);
  });

  it('from one network are limited under any addresses', async () => {
    const { request } = setUp();
    for (let i = 0; i < 20; i += 1) expect(await request(`user-${i}`, at('203.0.113.9'))).toBe(204);
    expect(await request('admin', at('203.0.113.9'))).toBe(429);
    expect(await request('admin', at(office))).toBe(204);
  });
});
