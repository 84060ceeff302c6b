import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { PolicyGuard } from '@superscope/api/platform/policy.guard';
import { PrincipalResolver } from '@superscope/api/platform/principal-resolver';
import { registerUser, reserveLogin, loginStream, setPassword, userStream } from '@superscope/domain/user/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PasswordHasher } from '@superscope/api/authentication/password/password-hasher';
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
  api = await startApi(engines);
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

  it('never stores a password that can be read', async () => {
    for await (const event of engines.store.read('user-admin')) {
      expect(JSON.stringify(event, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))).not.toContain('argon2');
    }
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
