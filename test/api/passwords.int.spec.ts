import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { PasswordHasher } from '@superscope/api/authentication/password/password-hasher';
import { PasswordResetTokens } from '@superscope/api/authentication/password/password-reset-tokens';
import { setPassword, userStream } from '@superscope/domain/user/user';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { sealText } from '@superscope/event-store/keys/sealing';
import { hash } from '@node-rs/argon2';
import type { PasswordRuleAnswer } from '@superscope/contracts/authentication';
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

  it('refuses a new password that is too short, with the form’s message: 10 characters for employers’ people, 12 for the fund’s', async () => {
    const change = async (username: string, newPassword: string) => {
      const browser = api.client();
      await browser.signIn(username);
      const { status, body } = await browser.post('/api/authentication/passwordUpdate', {
        oldPassword: testPassword,
        newPassword,
      });
      return [status, body.message];
    };
    expect(await change('staff', 'nine-char')).toEqual([400, 'At least 10 characters']);
    expect(await change('staff', 'q7#Vz!t2K9b')).toEqual([400, 'At least 12 characters']);
    expect(await change('companyrep', 'q7#Vz!t2K')).toEqual([400, 'At least 10 characters']);
    expect((await change('companyrep', 'q7#Vz!t2K9b'))[0]).toBe(204);
  });

  it('refuses what builds on the portal’s, the fund’s or the person’s own words, and tells the form which words', async () => {
    const names = (collection: string, ...documents: object[]) =>
      engines.mongo
        .db('views')
        .collection(collection)
        .insertMany(documents.map((each) => ({ ...each, revision: 0 })));
    await names('platforms', { _id: 'OWN', name: 'Tallowood Mastertrust', providerId: 'TALLOWOOD' });
    await names(
      'plans',
      { _id: 'OWN.P1', name: 'Redgum Super', platformId: 'OWN' },
      { _id: 'OTHER.P1', name: 'Bluewater Super' },
    );
    await names(
      'companies',
      { _id: 'TWR.P0001-E1', planId: 'OWN.P1', name: 'Redgum Quarries' },
      { _id: 'OTHER.P1-E1', planId: 'OTHER.P1', name: 'Bluewater Ferries' },
    );
    await accounts.register('dwhitlock', 'dana.whitlock@kestrel.example');
    const messages = { own: 'Choose a password that does not build on your name, the portal’s or the fund’s' };
    const update = async (username: string, newPassword: string) => {
      const browser = api.client();
      await browser.signIn(username);
      const body = { oldPassword: testPassword, newPassword };
      return (await browser.post('/api/authentication/passwordUpdate', body)).body.message;
    };
    for (const weak of [
      'Sup3rsc0pe-2026',
      'Wh1tlock-Dana1984',
      'K3strel@2026!!',
      'Bluewater-Ferries-2026',
      'T@llowood-20262027',
    ])
      expect([weak, await update('dwhitlock', weak)]).toEqual([weak, messages.own]);
    const ruleOf = async (username: string, password = testPassword) => {
      const browser = api.client();
      expect((await browser.signIn(username, password)).status).toBe(200);
      return (await browser.request('/api/authentication/passwordRule')).body as unknown as PasswordRuleAnswer;
    };
    const words = async (username: string, password?: string) => (await ruleOf(username, password)).words;
    expect(await ruleOf('dwhitlock')).toMatchObject({
      leastLength: 12,
      words: expect.arrayContaining([
        'superscope',
        'dwhitlock',
        'dana',
        'kestrel',
        'tallowood',
        'bluewater',
      ]) as string[],
    });
    // Nobody learns of an employer by the rule.
    const employers = await words('companyrep', 'q7#Vz!t2K9b');
    expect(employers).toEqual(expect.arrayContaining(['redgum', 'quarries', 'tallowood']));
    expect(employers).not.toContain('bluewater');
    const operations = await words('devops');
    expect(operations).toContain('tallowood');
    for (const word of ['redgum', 'bluewater']) expect(operations).not.toContain(word);
  });

  it('tells the holder of a link the rule of its owner, and refuses by it', async () => {
    await accounts.register('linked', 'linda.marsh@example.com');
    const token = await api.app.get(PasswordResetTokens).create('linked');
    const { body } = await api.client().request(`/api/authentication/validateToken?token=${token}`);
    expect(body).toMatchObject({ valid: true, rule: { leastLength: 12 } });
    expect((body['rule'] as PasswordRuleAnswer).words).toEqual(expect.arrayContaining(['linda', 'marsh']));
    const reset = async (password: string) => {
      const answer = { token, password, confirmPassword: password };
      return (await api.client().post('/api/authentication/passwordReset', answer)).status;
    };
    expect([await reset('L1nda-Marsh-1984'), await reset('q7#Vz!t2K9b'), await reset('a-third-long-password')]).toEqual(
      [400, 400, 204],
    );
  });

  it('keeps every link for its hour, whatever is requested later, until one of them is used', async () => {
    await accounts.register('hurried');
    const tokens = api.app.get(PasswordResetTokens);
    const [first, second, third] = [
      await tokens.create('hurried'),
      await tokens.create('hurried'),
      await tokens.create('hurried'),
    ];
    const status = async (token: string) =>
      (await api.client().request(`/api/authentication/validateToken?token=${token}`)).status;
    expect([await status(first), await status(second), await status(third)]).toEqual([200, 200, 200]);
    const reset = (token: string, password: string) =>
      api.client().post('/api/authentication/passwordReset', { token, password, confirmPassword: password });
    const both = await Promise.all([reset(first, 'a-third-long-password'), reset(second, 'a-fourth-long-password')]);
    expect(both.map((answer) => answer.status).sort()).toEqual([204, 400]);
    expect([await status(first), await status(second), await status(third)]).toEqual([400, 400, 400]);
  });

  it('mails a few links to a mailbox at once, and then one whenever the newest has aged', async () => {
    await accounts.register('flooded', 'flooded@example.com');
    const tokens = api.app.get(PasswordResetTokens);
    const asked = await Promise.all(Array.from({ length: 20 }, () => tokens.createUnlessMany('flooded')));
    const made = asked.filter((token) => token !== null);
    expect(made).toHaveLength(5);
    for (const token of made) expect(await tokens.userOf(token)).toBe('flooded');
    const stored = engines.mongo.db('ops').collection('password_reset_tokens');
    const age = (minutes: number) =>
      stored.updateMany({ userId: 'flooded' }, { $set: { at: new Date(Date.now() - minutes * 60_000) } });
    await age(9);
    expect(await tokens.createUnlessMany('flooded')).toBeNull();
    await age(11);
    expect(await tokens.createUnlessMany('flooded')).not.toBeNull();
    expect(await tokens.createUnlessMany('flooded')).toBeNull();
    await age(61);
    expect(await tokens.createUnlessMany('flooded')).not.toBeNull();
  });

  it('counts no link that could not be mailed', async () => {
    const tokens = api.app.get(PasswordResetTokens);
    const token = await tokens.create('staff');
    await expect(tokens.orSpend(token, () => Promise.reject(new Error('no server')))).rejects.toThrow('no server');
    expect(await tokens.userOf(token)).toBeNull();
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
