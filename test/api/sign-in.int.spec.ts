import { setTimeout as delay } from 'node:timers/promises';
import { loginStream, reserveLogin } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, testPassword } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest } from '../harness/sample-plan.js';
import { StaffAccounts } from '../harness/staff-accounts.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let accounts: StaffAccounts;

beforeAll(async () => {
  engines = await startWithAccounts();
  // Tests that guess passwords use their own addresses.
  api = await startApi(engines, { SUPERSCOPE_TRUSTED_PROXIES: '127.0.0.1' });
  accounts = new StaffAccounts(engines, api);
});

afterAll(async () => {
  await api.stop();
  await engines.stop();
});

async function codeMailedTo(email: string): Promise<string[]> {
  const mails = await engines.mongo.db('ops').collection('outbox').find({ to: email }).toArray();
  return mails.map((mail) => /\b(\d{6})\b/.exec(String(mail['text']))![1]!);
}

describe('signing in', () => {
  it('opens a session that an http-only cookie holds, and signing out ends it', async () => {
    const browser = api.client();
    const answer = await browser.signIn('admin');
    expect(answer).toMatchObject({ status: 200, body: { user: { username: 'admin', role: 'Admin', planId: null } } });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect((await browser.request('/api/authentication')).status).toBe(200);
    const held = browser.cookie;
    expect((await browser.request('/api/authentication/logout', { method: 'POST' })).status).toBe(204);
    browser.cookie = held;
    expect((await browser.request('/api/authentication')).status).toBe(401);
  });

  it('answers an unknown name and a wrong password with the same message', async () => {
    const unknown = await api.client().signIn('nobody-of-that-name');
    const wrong = await api.client().signIn('auditor', 'not the password');
    expect(unknown.status).toBe(401);
    expect(wrong.status).toBe(401);
    expect(wrong.body.message).toBe(unknown.body.message);
  });

  it('makes a guesser wait, even with the right password', async () => {
    const guesses = [];
    for (let i = 0; i < 6; i += 1) guesses.push((await api.client().signIn('devops', `guess ${i}`)).status);
    expect(guesses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(5);
    const right = await api.client().signIn('devops');
    expect(right.status).toBe(429);
    expect(right.body.message).toMatch(/^Too many attempts/);
  });

  it('gives a new session to a browser that already has one', async () => {
    const browser = api.client();
    browser.cookie = 'superscope=planted-by-somebody-else';
    await browser.signIn('staff');
    expect(browser.cookie).not.toContain('planted');
    const first = browser.cookie;
    await browser.signIn('staff');
    const second = browser.cookie;
    expect(second).not.toBe(first);
    browser.cookie = first;
    expect((await browser.request('/api/authentication')).status).toBe(401);
  });

  it('ends a session that was idle for half an hour', async () => {
    const browser = api.client();
    await browser.signIn('staff');
    const sessions = engines.mongo.db('ops').collection('sessions');
    const long = new Date(Date.now() - 31 * 60_000);
    await sessions.updateMany({ userId: 'staff' }, { $set: { lastSeenAt: long } });
    // The session may be cached in this process for some seconds.
    while ((await browser.request('/api/authentication')).status === 200) await delay(100);
    expect((await browser.request('/api/authentication')).status).toBe(401);
  });

  it('does not extend a session by the background requests of an idle page', async () => {
    const browser = api.client();
    await accounts.register('away');
    await browser.signIn('away');
    const sessions = engines.mongo.db('ops').collection('sessions');
    const left = new Date(Date.now() - 20 * 60_000);
    await sessions.updateOne({ userId: 'away' }, { $set: { lastSeenAt: left } });
    const lastSeen = async () => (await sessions.findOne({ userId: 'away' }))!['lastSeenAt'] as Date;
    const unattended = { headers: { 'X-Unattended': 'true' } };
    expect((await browser.request('/api/authentication', unattended)).status).toBe(200);
    expect(await lastSeen()).toEqual(left);
    while ((await lastSeen()).getTime() === left.getTime()) {
      expect((await browser.request('/api/authentication')).status).toBe(200);
      await delay(100);
    }
  });

  it('requires a code sent by e-mail for users with that setting; a code works once', async () => {
    await accounts.register('careful', 'careful@example.com', true);
    const browser = api.client();
    const asked = await browser.signIn('careful');
    const code = { sentTo: 'c•••l@example.com', worksForMinutes: 10, nextInSeconds: expect.any(Number) as number };
    expect(asked).toMatchObject({ status: 401, body: { mfaRequired: true, code } });
    expect((asked.body['code'] as { nextInSeconds: number }).nextInSeconds).toBeGreaterThan(0);
    expect(browser.cookie).toBe('');
    const mail = await engines.mongo.db('ops').collection('outbox').findOne({ to: 'careful@example.com' });
    const mfaCode = /\b(\d{6})\b/.exec(String(mail?.['text']))![1]!;
    const other = mfaCode === '000000' ? '000001' : '000000';
    expect((await browser.signIn('careful', testPassword, { mfaCode: other })).status).toBe(401);
    expect((await browser.signIn('careful', testPassword, { mfaCode })).status).toBe(200);
    expect((await api.client().signIn('careful', testPassword, { mfaCode })).status).toBe(401);
  });

  it('sends at most one code a minute, and a new code does not reset the attempts', async () => {
    await accounts.register('impatient', 'impatient@example.com', true);
    for (let i = 0; i < 3; i += 1)
      expect(await api.client().signIn('impatient')).toMatchObject({ status: 401, body: { mfaRequired: true } });
    const [code, ...more] = await codeMailedTo('impatient@example.com');
    expect(more).toEqual([]);
    const other = code === '000000' ? '000001' : '000000';
    await api.client().signIn('impatient', testPassword, { mfaCode: other });
    await api.client().signIn('impatient');
    const codes = engines.mongo.db('ops').collection<{ _id: string; expiresAt: Date; tries: number }>('email_codes');
    const kept = (await codes.findOne({ _id: 'impatient' }))!;
    expect(kept.tries).toBe(1);
    const minuteAgo = new Date(kept.expiresAt.getTime() - 60_000);
    await codes.updateOne({ _id: 'impatient' }, { $set: { expiresAt: minuteAgo } });
    await api.client().signIn('impatient');
    expect(await codeMailedTo('impatient@example.com')).toHaveLength(2);
    expect((await codes.findOne({ _id: 'impatient' }))!.tries).toBe(0);
  });
});

describe('guessing from one address', () => {
  const from = (address: string) => (username: string) =>
    api
      .client()
      .post('/api/authentication', { username, password: 'not the password' }, { 'X-Forwarded-For': address });

  it('gets no more concurrent answers than allowed failures, for any usernames', async () => {
    const guess = from('203.0.113.5');
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => guess(`guessed-${i}`)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect(count(401) + count(429)).toBe(60);
    // On a slow machine the first delay may pass, which allows another attempt.
    expect(count(401)).toBeLessThanOrEqual(22);
  });

  it('does not lock out the owner at another address', async () => {
    await accounts.register('guessed');
    for (let i = 0; i < 6; i += 1) await from('192.0.2.1')('guessed');
    expect((await from('192.0.2.77')('guessed')).status).toBe(429);
    const elsewhere = { 'X-Forwarded-For': '192.0.3.1' };
    const body = { username: 'guessed', password: testPassword };
    expect((await api.client().post('/api/authentication', body, elsewhere)).status).toBe(200);
  });

  it('counts all addresses of an IPv6 network together', async () => {
    for (let i = 1; i <= 20; i += 1) expect((await from(`2001:db8::${i}`)(`six-${i}`)).status).toBe(401);
    expect((await from('2001:db8::ffff')('six')).status).toBe(429);
    expect((await from('2001:db8:0:1::1')('six')).status).toBe(401);
  });

  it('does not limit correct sign-ins, even many at once', async () => {
    const attempts = engines.mongo.db('ops').collection<{ _id: string; failures: number }>('sign_in_attempts');
    const signIn = () =>
      api
        .client()
        .post(
          '/api/authentication',
          { username: 'admin', password: testPassword },
          { 'X-Forwarded-For': '198.51.100.77' },
        );
    const before = await attempts.distinct('_id');
    const answers = await Promise.all(Array.from({ length: 30 }, signIn));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const fresh = await attempts.find({ _id: { $nin: before } }).toArray();
    expect(fresh.map((count) => count.failures)).toEqual([0]);
  });
});

describe('requests for a reset link', () => {
  const path = '/api/authentication/passwordResetLink';
  const ask = (email: string, address: string) => api.client().post(path, { email }, { 'X-Forwarded-For': address });
  const linksTo = (email: string) => engines.mongo.db('ops').collection('outbox').countDocuments({ to: email });

  it('by a stranger keep nobody from their own, and flood no mailbox', async () => {
    const email = 'wanted@example.com';
    await accounts.register('wanted', email);
    // Links are mailed to logins, which include the address.
    const { store, identity } = engines;
    await store.transact(loginStream, identity.loginId(email), reserveLogin('wanted'), byTest());
    const statuses = [];
    for (let i = 1; i <= 6; i += 1) statuses.push((await ask(email, `192.0.7.${i}`)).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    await expect.poll(() => linksTo(email)).toBe(5);
    expect((await ask(email, '192.0.8.1')).status).toBe(204);
    const mails = await engines.mongo.db('ops').collection('outbox').find({ to: email }).toArray();
    const tokens = mails.map((mail) => /token=([\w-]+)/.exec(String(mail['text']))![1]!);
    for (const token of tokens)
      expect((await api.client().request(`/api/authentication/validateToken?token=${token}`)).status).toBe(200);
  });
});

describe('behind a proxy that is not named', () => {
  const through = (address: string, body: object) =>
    // The test's own machine is named, and forwards for a proxy at 10.9.9.9 that is not.
    api.client().post('/api/authentication', body, { 'X-Forwarded-For': `${address}, 10.9.9.9` });

  it('one stranger’s wrong guesses keep nobody out, and a made-up sender gains nothing', async () => {
    await accounts.register('behind');
    const statuses = [];
    for (let i = 0; i < 26; i += 1)
      statuses.push(
        (await through(`203.0.${i}.7`, { username: `stranger-${i}`, password: 'not the password' })).status,
      );
    expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(401));
    // On a slow machine a wait may pass, which allows another attempt.
    expect(statuses.slice(20).filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
    expect((await through('198.51.7.7', { username: 'behind', password: testPassword })).status).toBe(200);
  });

  it('is told to operations, with how many requests it forwarded', async () => {
    const devops = api.client();
    await engines.mongo.db('ops').collection('sign_in_attempts').deleteMany({});
    await devops.signIn('devops');
    const { body } = await devops.request('/api/system-health');
    expect(body['unknownProxies']).toMatchObject([{ address: '10.9.9.9', header: 'X-Forwarded-For', requests: 27 }]);
  });
});

describe('a device', () => {
  const signInFrom = (address: string, username: string, password: string, cookie = '') =>
    api
      .client()
      .post('/api/authentication', { username, password }, { 'X-Forwarded-For': address, ...(cookie && { cookie }) });
  const deviceOf = (answer: { headers: Headers }) =>
    answer.headers.getSetCookie().find((line) => line.startsWith('superscope-device='))!;

  it('known from an earlier sign-in can sign in while someone guesses the password in the same network', async () => {
    await accounts.register('owner');
    const here = '198.51.101.200';
    const first = deviceOf(await signInFrom(here, 'owner', testPassword));
    expect(first).toMatch(/^superscope-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    for (let i = 0; i < 6; i += 1) await signInFrom(here, 'owner', `guess ${i}`);
    expect((await signInFrom(here, 'owner', testPassword)).status).toBe(429);
    const again = await signInFrom(here, 'owner', testPassword, first.split(';')[0]);
    expect(again.status).toBe(200);
    expect(deviceOf(again)).not.toBe(first);
    // Only the newest token identifies the device, and none is stored in the clear.
    expect((await signInFrom(here, 'owner', testPassword, first.split(';')[0])).status).toBe(429);
    const stored = await engines.mongo.db('ops').collection('sign_in_devices').find({}).toArray();
    expect(JSON.stringify(stored)).not.toContain(/device=([\w-]+)/.exec(deviceOf(again))![1]);
  });
});

describe('timing', () => {
  it('is the same for unknown and known usernames: the same number of reads', async () => {
    const load = vi.spyOn(api.app.get(EventStore), 'load');
    const readFor = async (username: string) => {
      load.mockClear();
      await api.client().signIn(username, 'not the password');
      return load.mock.calls.map(([definition]) => definition.category);
    };
    expect(await readFor('nobody-at-all')).toEqual(await readFor('auditor'));
    load.mockRestore();
  });
});
