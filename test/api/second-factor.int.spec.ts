import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPassword, type ApiClient } from '../harness/api-server.js';
import { AccountPortal } from './account-portal.js';

let portal: AccountPortal;
beforeAll(async () => {
  portal = await AccountPortal.start();
});
afterAll(() => portal.stop());

const root = '/api/authentication';
const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor((Date.now() + portal.ahead) / 1000) });
const nextCode = (secret: string) => {
  portal.ahead += 60_000;
  return codeOf(secret);
};

async function setUp(client: ApiClient): Promise<string> {
  const begun = await client.post(`${root}/authenticator/begin`, { password: testPassword });
  expect(begun.status).toBe(200);
  const secret = String(begun.body['secret']);
  expect((await client.post(`${root}/authenticator/confirm`, { code: nextCode(secret) })).status).toBe(200);
  return secret;
}

const require = (roles: string[]) =>
  portal.admin.request(`${root}/secondFactorRule`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ roles }),
  });

describe('an authenticator app', () => {
  it('is set up by password and a code, and asked for at every sign-in after', async () => {
    const client = await portal.signedIn('with-app');
    expect((await client.request(`${root}/secondFactor`)).body).toMatchObject({ app: false, asked: false });
    const secret = await setUp(client);
    expect((await client.request(`${root}/secondFactor`)).body).toMatchObject({ app: true, asked: true });
    const fresh = portal.api.client();
    expect(await fresh.signIn('with-app')).toMatchObject({
      status: 401,
      body: { mfaRequired: true, method: 'app', message: 'Please enter the code of your authenticator app' },
    });
    expect(await fresh.signIn('with-app', testPassword, { mfaCode: '000000' })).toMatchObject({
      status: 401,
      body: { mfaRequired: true, message: 'The verification code is not correct' },
    });
    const code = nextCode(secret);
    expect((await fresh.signIn('with-app', testPassword, { mfaCode: code })).status).toBe(200);
    expect((await portal.api.client().signIn('with-app', testPassword, { mfaCode: code })).status).toBe(401);
  });

  it('cannot be set up without the password, or confirmed with a wrong code', async () => {
    const client = await portal.signedIn('careful');
    const begin = (password: string) => client.post(`${root}/authenticator/begin`, { password });
    expect(await begin('wrong')).toMatchObject({ status: 400, body: { message: 'The password is not correct' } });
    expect((await client.post(`${root}/authenticator/confirm`, { code: '123456' })).status).toBe(409);
    await begin(testPassword);
    expect((await client.post(`${root}/authenticator/confirm`, { code: '12345' })).status).toBe(400);
    expect((await portal.api.client().signIn('careful')).status).toBe(200);
  });

  it('is removed by a code of it', async () => {
    const client = await portal.signedIn('without-again');
    const secret = await setUp(client);
    expect((await client.post(`${root}/authenticator/remove`, { code: '000000' })).status).toBe(400);
    expect((await client.post(`${root}/authenticator/remove`, { code: nextCode(secret) })).status).toBe(200);
    expect((await portal.api.client().signIn('without-again')).status).toBe(200);
  });

  it('that was lost is removed by an Admin only', async () => {
    const client = await portal.signedIn('lost');
    await setUp(client);
    const path = `${root}/users/lost/authenticator`;
    expect((await client.request(path, { method: 'DELETE' })).status).toBe(403);
    expect((await portal.admin.request(path, { method: 'DELETE' })).status).toBe(200);
    expect((await portal.api.client().signIn('lost')).status).toBe(200);
  });

  it('has its secret stored encrypted', async () => {
    const secret = await setUp(await portal.signedIn('sealed'));
    const stored: string[] = [];
    const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
    for await (const batch of portal.engines.store.readAll({ from: null })) stored.push(JSON.stringify(batch, asText));
    for (const collection of await portal.engines.mongo.db('ops').collections())
      stored.push(JSON.stringify(await collection.find({}).toArray()));
    expect(stored.join()).toContain('UserAuthenticatorSet');
    expect(stored.join()).not.toContain(secret);
  });
});

describe('a second step that a role must take', () => {
  it('is a code by e-mail for users without an app, from the next sign-in on', async () => {
    const client = await portal.signedIn('by-mail');
    expect((await require(['Staff'])).status).toBe(200);
    expect((await client.request(`${root}/secondFactor`)).body).toMatchObject({ required: true, asked: true });
    expect(await portal.api.client().signIn('by-mail')).toMatchObject({ status: 401, body: { mfaRequired: true } });
    expect((await portal.api.client().signIn('auditor')).status).toBe(200);
    expect((await portal.admin.request(`${root}/secondFactorRule`)).body).toMatchObject({ roles: ['Staff'] });
    expect((await require([])).status).toBe(200);
    expect((await portal.api.client().signIn('by-mail')).status).toBe(200);
  });

  it('cannot be required if it would lock somebody out', async () => {
    await portal.accounts.register('unreachable');
    const listed = async () => JSON.stringify((await portal.admin.request(`${root}/users`)).body);
    await expect.poll(listed).toContain('unreachable');
    const refused = async () => (await require(['Staff'])).body['errors'];
    await expect.poll(refused).toEqual([
      {
        field: 'roles',
        message: 'Without an e-mail address and an authenticator app, unreachable could not sign in any more.',
      },
    ]);
    expect((await portal.admin.request(`${root}/secondFactorRule`)).body).toMatchObject({ roles: [] });
  });

  it('is an Admin’s to decide', async () => {
    const staff = await portal.signedIn('no-admin');
    expect((await staff.request(`${root}/secondFactorRule`)).status).toBe(403);
  });
});
