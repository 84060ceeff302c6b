import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { PolicyGuard } from '@superscope/api/platform/policy.guard';
import { PrincipalResolver } from '@superscope/api/platform/principal-resolver';
import { registerUser, reserveLogin, loginStream, setPassword, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PasswordHasher } from '@superscope/api/authentication/password/password-hasher';
import { PasswordResetTokens } from '@superscope/api/authentication/password/password-reset-tokens';
import { startApi, testPassword } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;

beforeAll(async () => {
  engines = await PortalEngines.start();
  projector = await engines.projector();
  await projector.start();
  // The demo company representative belongs to TWR.P0001-E1.
  for (const planId of ['TWR.P0001', 'LBE.P0009'])
    await new SamplePlan(engines.store, engines.identity, planId).register(1);
  await projector.drained();
  // Suites that guess do so from addresses of their own.
  api = await startApi(engines, { SUPERSCOPE_TRUSTED_PROXIES: '127.0.0.1' });
});

afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

async function register(username: string, email: string | null, emailCode: boolean): Promise<void> {
  const registration = { userId: username, role: 'Staff', context: null, emailCode } as const;
  const personal = { username, name: null, email };
  await engines.store.transact(loginStream, engines.identity.loginId(username), reserveLogin(username), byTest());
  await engines.store.transact(userStream, username, registerUser({ ...registration, personal }), byTest());
  const sealed = await api.app.get(PasswordHasher).seal(username, testPassword);
  await engines.store.transact(userStream, username, setPassword(sealed), byTest());
}

const setPasswordOf = async (username: string, password: string): Promise<void> => {
  const sealed = await api.app.get(PasswordHasher).seal(username, password);
  await engines.store.transact(userStream, username, setPassword(sealed), byTest());
};

async function codeMailedTo(email: string): Promise<string[]> {
  const mails = await engines.mongo.db('ops').collection('outbox').find({ to: email }).toArray();
  return mails.map((mail) => /\b(\d{6})\b/.exec(String(mail['text']))![1]!);
}

const textOf = (value: unknown) => JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v));

describe('signing in', () => {
  it('opens a session that an http-only cookie holds, and signing out ends it', async () => {
    const browser = api.client();
    const answer = await browser.signIn('admin');
    expect(answer).toMatchObject({ status: 200, body: { user: { username: 'admin', role: 'Admin', planId: null } } });
    const cookie = answer.headers.getSetCookie()[0];
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect((await browser.request('/api/authentication')).status).toBe(200);
    const held = browser.cookie;
    expect((await browser.request('/api/authentication/logout', { method: 'POST' })).status).toBe(204);
    browser.cookie = held;
    expect((await browser.request('/api/authentication')).status).toBe(401);
  });

  it('answers an unknown name and a wrong password with the same words', async () => {
    const unknown = await api.client().signIn('nobody-of-that-name');
    const wrong = await api.client().signIn('auditor', 'not the password');
    expect(unknown.status).toBe(401);
    expect(wrong.status).toBe(401);
    expect(wrong.body.message).toBe(unknown.body.message);
  });

  it('makes somebody who guesses wait, however right they are then', async () => {
    const guesses = [];
    for (let i = 0; i < 6; i += 1) guesses.push((await api.client().signIn('devops', `guess ${i}`)).status);
    expect(guesses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(5);
    const right = await api.client().signIn('devops');
    expect(right.status).toBe(429);
    expect(right.body.message).toMatch(/^Too many attempts/);
  });

  it('gives a new session to a browser that brings one along', async () => {
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
    // Other requests of this process may be remembered for some seconds.
    while ((await browser.request('/api/authentication')).status === 200) await delay(100);
    expect((await browser.request('/api/authentication')).status).toBe(401);
  });

  it('lets a session rest while a page that nobody touches asks by itself', async () => {
    const browser = api.client();
    await register('away', null, false);
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

  it('asks for a code sent by e-mail where the user has one, which works once', async () => {
    await register('careful', 'careful@example.com', true);
    const browser = api.client();
    const asked = await browser.signIn('careful');
    expect(asked).toMatchObject({ status: 401, body: { mfaRequired: true } });
    expect(browser.cookie).toBe('');
    const mail = await engines.mongo.db('ops').collection('outbox').findOne({ to: 'careful@example.com' });
    const code = /\b(\d{6})\b/.exec(String(mail?.['text']))![1]!;
    const other = code === '000000' ? '000001' : '000000';
    expect((await browser.signIn('careful', testPassword, { mfaCode: other })).status).toBe(401);
    expect((await browser.signIn('careful', testPassword, { mfaCode: code })).status).toBe(200);
    expect((await api.client().signIn('careful', testPassword, { mfaCode: code })).status).toBe(401);
  });

  it('sends one code a minute, and gives no new tries with another', async () => {
    await register('impatient', 'impatient@example.com', true);
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

  it('refuses a session whose sign-in checked a password that was changed meanwhile', async () => {
    await register('overtaken', null, false);
    const hasher = api.app.get(PasswordHasher);
    const matches = hasher.matches.bind(hasher);
    vi.spyOn(hasher, 'matches').mockImplementationOnce(async (...asked) => {
      const right = await matches(...asked);
      await setPasswordOf('overtaken', 'a-newer-password');
      return right;
    });
    const intruder = api.client();
    expect((await intruder.signIn('overtaken')).status).toBe(200);
    expect((await intruder.request('/api/authentication')).status).toBe(401);
  });

  it('ends sessions with the password they were begun with, also where nobody came to end them', async () => {
    await register('interrupted', null, false);
    const browser = api.client();
    await browser.signIn('interrupted');
    await setPasswordOf('interrupted', 'a-newer-password');
    expect((await browser.request('/api/authentication')).status).toBe(401);
  });

  it('lets a password be changed by who knows the old one, ending their other sessions', async () => {
    await register('changing', null, false);
    const here = api.client();
    const elsewhere = api.client();
    await here.signIn('changing');
    await elsewhere.signIn('changing');
    const change = (oldPassword: string) =>
      here.post('/api/authentication/passwordUpdate', { oldPassword, newPassword: 'another-long-password' });
    expect(await change('wrong')).toMatchObject({ status: 400, body: { message: 'Unable to change password' } });
    expect((await change(testPassword)).status).toBe(204);
    expect((await here.request('/api/authentication')).status).toBe(200);
    while ((await elsewhere.request('/api/authentication')).status === 200) await delay(100);
    expect((await api.client().signIn('changing', 'another-long-password')).status).toBe(200);
  });

  it('makes a reset link worthless once the password was changed or reset', async () => {
    await register('forgetful', null, false);
    const tokens = api.app.get(PasswordResetTokens);
    const browser = api.client();
    await browser.signIn('forgetful');
    const old = await tokens.create('forgetful');
    const reset = (token: string, password: string) =>
      browser.post('/api/authentication/passwordReset', { token, password, confirmPassword: password });
    const change = { oldPassword: testPassword, newPassword: 'another-long-password' };
    expect((await browser.post('/api/authentication/passwordUpdate', change)).status).toBe(204);
    expect(await reset(old, 'an-intruders-password')).toMatchObject({
      status: 400,
      body: { message: 'Unable to reset password' },
    });
    const fresh = await tokens.create('forgetful');
    expect((await reset(fresh, 'a-third-long-password')).status).toBe(204);
    expect((await reset(fresh, 'an-intruders-password')).status).toBe(400);
    expect((await api.client().signIn('forgetful', 'a-third-long-password')).status).toBe(200);
  });

  it('refuses a new password that is too short, in the words of the form', async () => {
    const browser = api.client();
    await browser.signIn('staff');
    const body = { oldPassword: testPassword, newPassword: 'nine-char' };
    expect(await browser.post('/api/authentication/passwordUpdate', body)).toMatchObject({
      status: 400,
      body: { message: 'At least 10 characters' },
    });
  });

  it('never stores a password that can be read', async () => {
    for await (const event of engines.store.read('user-admin')) expect(textOf(event)).not.toContain('argon2');
  });

  it('keeps of a request that names its key nothing that a password can be guessed by', async () => {
    await register('repeating', null, false);
    const browser = api.client();
    await browser.signIn('repeating');
    const body = { oldPassword: testPassword, newPassword: 'another-long-password' };
    const path = '/api/authentication/passwordUpdate';
    const change = () => browser.post(path, body, { 'Idempotency-Key': 'once' });
    expect((await change()).status).toBe(204);
    expect((await change()).status).toBe(400);
    const events = [];
    for await (const event of engines.store.read('user-repeating')) events.push(event);
    const ofRequest = events.filter((event) => textOf(event).includes('repeating/once'));
    expect(ofRequest).toHaveLength(1);
    expect(ofRequest[0]).toMatchObject({ metadata: { bodyDigest: expect.any(String) as string } });
    const guesses = [JSON.stringify(body), `POST ${path}\n${JSON.stringify(body)}`, body.newPassword];
    for (const guess of guesses)
      for (const encoding of ['base64url', 'base64', 'hex'] as const)
        expect(textOf(events)).not.toContain(createHash('sha256').update(guess).digest(encoding));
  });
});

describe('guessing from one address', () => {
  const from = (address: string) => (username: string) =>
    api
      .client()
      .post('/api/authentication', { username, password: 'not the password' }, { 'X-Forwarded-For': address });

  it('gets no more answers at once than it may fail, whatever names it tries', async () => {
    const guess = from('203.0.113.5');
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => guess(`guessed-${i}`)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect(count(401) + count(429)).toBe(60);
    // A slow machine takes longer than the first wait, which lets another one through.
    expect(count(401)).toBeLessThanOrEqual(22);
  });

  it('is not helped by the many addresses of one IPv6 network', async () => {
    for (let i = 1; i <= 20; i += 1) expect((await from(`2001:db8::${i}`)(`six-${i}`)).status).toBe(401);
    expect((await from('2001:db8::ffff')('six')).status).toBe(429);
    expect((await from('2001:db8:0:1::1')('six')).status).toBe(401);
  });

  it('leaves those alone who sign in rightly, however many they are at once', async () => {
    const attempts = engines.mongo.db('ops').collection<{ _id: string; failures: number }>('sign_in_attempts');
    const signIn = () =>
      api
        .client()
        .post(
          '/api/authentication',
          { username: 'admin', password: testPassword },
          { 'X-Forwarded-For': '203.0.113.77' },
        );
    const before = await attempts.distinct('_id');
    const answers = await Promise.all(Array.from({ length: 30 }, signIn));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const fresh = await attempts.find({ _id: { $nin: before } }).toArray();
    expect(fresh.map((count) => count.failures)).toEqual([0]);
  });
});

describe('timing', () => {
  it('reads as much for a name that nobody has as for one that somebody has', async () => {
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

describe('what a role may do', () => {
  it('needs a session for everything but what is public', async () => {
    for (const path of [
      '/api/plan?name=',
      '/api/planSuperScore?planId=TWR.P0001',
      '/api/calculationVariables',
      '/api/changes',
    ])
      expect((await api.client().request(path)).status).toBe(401);
    for (const path of ['/api/health', '/actuator/info']) expect((await api.client().request(path)).status).toBe(200);
  });

  it('keeps a company representative to their one plan, by any path', async () => {
    const browser = api.client();
    const answer = await browser.signIn('companyrep');
    expect(answer.body.user).toMatchObject({ role: 'CompanyRep', planId: 'TWR.P0001' });
    expect((await browser.request('/api/plan')).body).toMatchObject({ id: 'TWR.P0001' });
    expect(await browser.request('/api/plan?name=plan')).toMatchObject({ body: [{ id: 'TWR.P0001' }] });
    for (const other of ['LBE.P0009', 'TWR.there-is-none']) {
      expect((await browser.request(`/api/plan/${other}`)).status).toBe(403);
      expect((await browser.request(`/api/planSuperScore?planId=${other}`)).status).toBe(403);
    }
  });

  it('shows developer operations no plan', async () => {
    const browser = api.client();
    await engines.mongo.db('ops').collection('sign_in_attempts').deleteMany({});
    await browser.signIn('devops');
    expect((await browser.request('/api/plan?name=')).status).toBe(403);
  });

  it('refuses a write that does not say Superscope made it', async () => {
    const answer = await api.client().post('/api/authentication', {}, { 'X-Requested-By': 'another site' });
    expect(answer.status).toBe(403);
  });

  it('does not start with an endpoint that declares no rule', async () => {
    @Controller('forgotten')
    class ForgottenController {
      @Get()
      all() {
        return [];
      }
    }
    @Module({
      imports: [DiscoveryModule],
      controllers: [ForgottenController],
      providers: [PolicyGuard, { provide: PrincipalResolver, useValue: { resolve: () => Promise.resolve(null) } }],
    })
    class ForgetfulModule {}
    const app = await NestFactory.create(ForgetfulModule, new FastifyAdapter(), { logger: false, abortOnError: false });
    await expect(app.init()).rejects.toThrow('ForgottenController.all');
  });
});
