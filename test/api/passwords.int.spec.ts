import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { PasswordHasher } from '@superscope/api/authentication/password/password-hasher';
import { PasswordResetTokens } from '@superscope/api/authentication/password/password-reset-tokens';
import { setPassword, userStream } from '@superscope/domain/user/user';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { sealText } from '@superscope/event-store/keys/sealing';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, testPassword } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { byTest } from '../harness/sample-plan.js';
import { StaffAccounts } from '../harness/staff-accounts.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let accounts: StaffAccounts;

beforeAll(async () => {
  engines = await PortalEngines.start();
  api = await startApi(engines);
  accounts = new StaffAccounts(engines, api);
});

afterAll(async () => {
  await api.stop();
  await engines.stop();
});

const textOf = (value: unknown) => JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v));

describe('passwords', () => {
  it('refuses a session if its password was changed during sign-in', async () => {
    await accounts.register('overtaken');
    const hasher = api.app.get(PasswordHasher);
    const matches = hasher.matchOf.bind(hasher);
    vi.spyOn(hasher, 'matchOf').mockImplementationOnce(async (...asked) => {
      const right = await matches(...asked);
      await accounts.setPassword('overtaken', 'a-newer-password');
      return right;
    });
    const intruder = api.client();
    expect((await intruder.signIn('overtaken')).status).toBe(200);
    expect((await intruder.request('/api/authentication')).status).toBe(401);
  });

  it('hashes a password of an earlier release again, so that every keyboard gives it, and ends no session', async () => {
    await accounts.register('zoe');
    const typed = 'caf\u00e9-Dvo\u0159\u00e1k-7'.normalize('NFD');
    const key = await new KeyVault(engines.mongo, { masterKey: Buffer.from(engines.masterKey, 'base64') }).secret(
      'passwordSeal',
    );
    const asTyped = sealText(await hash(typed), key, 'password/zoe');
    await engines.store.transact(userStream, 'zoe', setPassword(asTyped), byTest());
    const stateOf = async () => (await engines.store.load(userStream, 'zoe')).state.sealedHash;

    expect((await api.client().signIn('zoe', typed.normalize('NFC'))).status).toBe(401);
    expect(await stateOf()).toBe(asTyped);
    const before = api.client();
    const elsewhere = api.client();
    await Promise.all([before.signIn('zoe', typed), elsewhere.signIn('zoe', typed)]);
    expect(await stateOf()).not.toBe(asTyped);
    for (const client of [before, elsewhere]) expect((await client.request('/api/authentication')).status).toBe(200);
    for (const form of ['NFC', 'NFD'] as const)
      expect((await api.client().signIn('zoe', typed.normalize(form))).status).toBe(200);
    const types = [];
    for await (const { type } of engines.store.read('user-zoe')) types.push(type);
    expect(types.filter((type) => type === 'UserPasswordRehashed')).toHaveLength(1);
  });

  it('ends sessions together with their password, even if they were not ended explicitly', async () => {
    await accounts.register('interrupted');
    const browser = api.client();
    await browser.signIn('interrupted');
    await accounts.setPassword('interrupted', 'a-newer-password');
    expect((await browser.request('/api/authentication')).status).toBe(401);
  });

  it('lets a user who knows the old password change it, which ends their other sessions', async () => {
    await accounts.register('changing');
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

  it('invalidates a reset link once the password was changed or reset', async () => {
    await accounts.register('forgetful');
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

  it('refuses a new password that is too short, with the form’s message', async () => {
    const browser = api.client();
    await browser.signIn('staff');
    const body = { oldPassword: testPassword, newPassword: 'nine-char' };
    expect(await browser.post('/api/authentication/passwordUpdate', body)).toMatchObject({
      status: 400,
      body: { message: 'At least 10 characters' },
    });
  });

  it('refuses a new password that is easy to guess, on the form and by a link, which stays valid', async () => {
    await accounts.register('careless');
    const browser = api.client();
    await browser.signIn('careless');
    const refused = { status: 400, body: { message: 'Choose a password that is harder to guess' } };
    const newPassword = 'qwertyuiop123';
    const update = { oldPassword: testPassword, newPassword };
    expect(await browser.post('/api/authentication/passwordUpdate', update)).toMatchObject(refused);
    const token = await api.app.get(PasswordResetTokens).create('careless');
    const reset = (password: string) =>
      browser.post('/api/authentication/passwordReset', { token, password, confirmPassword: password });
    expect(await reset(newPassword)).toMatchObject(refused);
    expect((await reset('a-third-long-password')).status).toBe(204);
  });

  it('never stores a readable password', async () => {
    for await (const event of engines.store.read('user-admin')) expect(textOf(event)).not.toContain('argon2');
  });

  it('stores nothing of an idempotent request from which a password can be guessed', async () => {
    await accounts.register('repeating');
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
