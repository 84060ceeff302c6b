import { passkeyIdOf } from '@superscope/api/authentication/passkeys/passkey-ceremonies';
import { PasskeyUses } from '@superscope/api/authentication/passkeys/passkey-uses';
import { PasswordResetTokens } from '@superscope/api/authentication/password/password-reset-tokens';
import type { OwnPasskeys, PasskeyCreation, PasskeyQuestion } from '@superscope/contracts/passkeys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPassword, type ApiClient } from '../harness/api-server.js';
import { SoftwareAuthenticator } from '../harness/software-authenticator.js';
import { AccountPortal } from './account-portal.js';

let portal: AccountPortal;
beforeAll(async () => {
  portal = await AccountPortal.start();
});
afterAll(() => portal.stop());

const root = '/api/authentication';

async function begun(client: ApiClient): Promise<PasskeyCreation> {
  const { status, body } = await client.post(`${root}/passkeys/begin`, { password: testPassword });
  expect(status).toBe(200);
  return body as unknown as PasskeyCreation;
}
const add = (client: ApiClient, made: object) => client.post(`${root}/passkeys`, made);

async function withPasskey(username: string, more: { counter?: number } = {}) {
  const client = await portal.signedIn(username);
  const authenticator = new SoftwareAuthenticator();
  expect((await add(client, authenticator.create(await begun(client), more))).status).toBe(200);
  return { client, authenticator };
}

const asked = async (client: ApiClient) =>
  (await client.post(`${root}/passkey/begin`, {})).body as unknown as PasskeyQuestion;
async function signInBy(
  authenticator: SoftwareAuthenticator,
  more: Parameters<SoftwareAuthenticator['answer']>[1] = {},
) {
  const client = portal.api.client();
  const answered = await client.post(`${root}/passkey`, authenticator.answer(await asked(client), more));
  return { ...answered, client };
}
const passkeysOf = async (client: ApiClient) =>
  (await client.request(`${root}/passkeys`)).body as unknown as OwnPasskeys;

describe('a passkey', () => {
  it('is added with the password, and signs in without password and second factor', async () => {
    const { client, authenticator } = await withPasskey('helen');
    expect(await passkeysOf(client)).toMatchObject([{ name: 'Laptop', lastUsedAt: null }]);
    const role = (roles: string[]) =>
      portal.admin.request(`${root}/secondFactorRule`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ roles }),
      });
    expect((await role(['Staff'])).status).toBe(200);
    expect(await portal.api.client().signIn('helen')).toMatchObject({ status: 401, body: { mfaRequired: true } });
    const entered = await signInBy(authenticator);
    expect(entered).toMatchObject({ status: 200, body: { user: { username: 'helen', role: 'Staff' } } });
    expect((await entered.client.request(root)).status).toBe(200);
    expect(await passkeysOf(entered.client)).toMatchObject([{ lastUsedAt: expect.any(String) as string }]);
    expect((await role([])).status).toBe(200);
  });

  it('is not registered without the password, for another account, or with another challenge', async () => {
    const client = await portal.signedIn('careful');
    const wrong = await client.post(`${root}/passkeys/begin`, { password: 'wrong' });
    expect(wrong).toMatchObject({ status: 400, body: { message: 'The password is not correct' } });
    const creation = await begun(client);
    const other = await portal.signedIn('other');
    expect((await add(other, new SoftwareAuthenticator().create(creation))).status).toBe(400);
    const question = await asked(client);
    const crossed = { ...creation, challenge: question.challenge };
    expect((await add(client, new SoftwareAuthenticator().create(crossed))).status).toBe(400);
    expect(await passkeysOf(client)).toEqual([]);
  });

  it('requires user verification, and this portal’s own address', async () => {
    const client = await portal.signedIn('verified');
    for (const more of [
      { verifiesUser: false },
      { origin: 'https://portal.example' },
      { site: 'portal.example' },
      { type: 'webauthn.get' },
    ]) {
      const made = new SoftwareAuthenticator().create(await begun(client), more);
      expect([more, (await add(client, made)).status]).toEqual([more, 400]);
    }
    const { authenticator } = await withPasskey('verified-too');
    for (const more of [{ verifiesUser: false }, { origin: 'https://portal.example' }, { site: 'portal.example' }])
      expect([more, (await signInBy(authenticator, more)).status]).toEqual([more, 401]);
    expect((await signInBy(authenticator)).status).toBe(200);
  });

  it('answers a challenge once, and within five minutes', async () => {
    const { authenticator } = await withPasskey('once');
    const client = portal.api.client();
    const answer = authenticator.answer(await asked(client));
    expect((await client.post(`${root}/passkey`, answer)).status).toBe(200);
    expect((await portal.api.client().post(`${root}/passkey`, answer)).status).toBe(401);
    const late = authenticator.answer(await asked(client));
    portal.ahead += 6 * 60_000;
    expect((await client.post(`${root}/passkey`, late)).status).toBe(401);
    const own = { ...authenticator.answer(await asked(client)) };
    const challenge = Buffer.from('x'.repeat(46)).toString('base64url');
    const forged = authenticator.answer({ ...(await asked(client)), challenge });
    expect((await client.post(`${root}/passkey`, forged)).status).toBe(401);
    expect((await client.post(`${root}/passkey`, own)).status).toBe(200);
  });

  it('does not sign in if its counter goes backwards, as that of a copy does', async () => {
    const { authenticator } = await withPasskey('counted', { counter: 7 });
    expect((await signInBy(authenticator, { counter: 9 })).status).toBe(200);
    for (const counter of [9, 8, 0]) expect((await signInBy(authenticator, { counter })).status).toBe(401);
    expect((await signInBy(authenticator, { counter: 10 })).status).toBe(200);
  });

  it('does not sign in with another key or another person’s user handle', async () => {
    const { authenticator } = await withPasskey('mine');
    const { authenticator: theirs } = await withPasskey('theirs');
    const client = portal.api.client();
    const answer = authenticator.answer(await asked(client));
    const refused = async (more: object) => (await client.post(`${root}/passkey`, { ...answer, ...more })).status;
    const { userHandle, signature } = theirs.answer(await asked(client));
    expect(await refused({ userHandle })).toBe(401);
    expect(await refused({ signature })).toBe(401);
    expect(await refused({ userHandle: Buffer.from('nobody').toString('base64url') })).toBe(401);
  });

  it('limits guesses like passwords', async () => {
    const { authenticator } = await withPasskey('guessed');
    const statuses: number[] = [];
    for (let i = 0; i < 8; i += 1) statuses.push((await signInBy(authenticator, { verifiesUser: false })).status);
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses).toContain(429);
    portal.ahead += 60 * 60_000;
  });
});

describe('a credential id', () => {
  it('belongs to one account: nobody else adds it, and its owner still signs in', async () => {
    const { authenticator } = await withPasskey('owner', { counter: 3 });
    const intruder = await portal.signedIn('intruder');
    const copied = new SoftwareAuthenticator();
    Object.assign(copied, { id: authenticator.id });
    const made = copied.create(await begun(intruder), { counter: 4_000_000_000 });
    expect(await add(intruder, made)).toMatchObject({
      status: 409,
      body: { message: 'This passkey is in use already.' },
    });
    expect(await passkeysOf(intruder)).toEqual([]);
    expect((await signInBy(authenticator, { counter: 4 })).status).toBe(200);
  });

  it('that an earlier release added to two accounts is counted separately for each', async () => {
    const { authenticator } = await withPasskey('first-holder', { counter: 3 });
    const passkeyId = passkeyIdOf(authenticator.id.toString('base64url'));
    const uses = portal.api.app.get(PasskeyUses);
    expect(await uses.note('second-holder', passkeyId, 4_000_000_000)).toBe(true);
    expect((await signInBy(authenticator, { counter: 4 })).status).toBe(200);
    expect(await uses.counterOf('first-holder', passkeyId)).toBe(4);
  });
});

describe('the passkeys of an account', () => {
  it('are announced to their owner by mail when they are added', async () => {
    await withPasskey('told');
    const mails = () => portal.engines.mongo.db('ops').collection('outbox').find({ to: 'told@example.com' }).toArray();
    await expect
      .poll(mails)
      .toMatchObject([{ subject: 'A passkey was added to your Superscope account', state: 'kept' }]);
  });

  it('are removed when the password is reset by a link, and stay when their owner changes it', async () => {
    const { client, authenticator } = await withPasskey('taken-over');
    const change = { oldPassword: testPassword, newPassword: 'another-long-password' };
    expect((await client.post(`${root}/passwordUpdate`, change)).status).toBe(204);
    expect((await signInBy(authenticator)).status).toBe(200);
    const token = await portal.api.app.get(PasswordResetTokens).create('taken-over');
    const reset = { token, password: 'a-third-long-password', confirmPassword: 'a-third-long-password' };
    expect((await portal.api.client().post(`${root}/passwordReset`, reset)).status).toBe(204);
    expect((await signInBy(authenticator)).status).toBe(401);
    const again = portal.api.client();
    expect((await again.signIn('taken-over', 'a-third-long-password')).status).toBe(200);
    expect(await passkeysOf(again)).toEqual([]);
  });

  it('are removed one by one', async () => {
    const { client, authenticator } = await withPasskey('tidy');
    const [{ passkeyId }] = (await passkeysOf(client)) as [OwnPasskeys[number]];
    const { client: other } = await withPasskey('other-tidy');
    const remove = (by: ApiClient) => by.request(`${root}/passkeys/${passkeyId}`, { method: 'DELETE' });
    expect((await remove(other)).status).toBe(200);
    expect((await signInBy(authenticator)).status).toBe(200);
    expect((await remove(client)).status).toBe(200);
    expect(await passkeysOf(client)).toEqual([]);
    expect((await signInBy(authenticator)).status).toBe(401);
  });

  it('are removed when an Admin clears the second factor', async () => {
    const { authenticator } = await withPasskey('lost');
    const shown = async () => {
      const users = (await portal.admin.request(`${root}/users`)).body as unknown as {
        username: string;
        passkeys: number;
      }[];
      return users.find(({ username }) => username === 'lost')?.passkeys;
    };
    await expect.poll(shown).toBe(1);
    expect((await portal.admin.request(`${root}/users/lost/authenticator`, { method: 'DELETE' })).status).toBe(200);
    expect((await signInBy(authenticator)).status).toBe(401);
    await expect.poll(shown).toBe(0);
  });

  it('are removed when the account is deactivated, and do not come back with it', async () => {
    const { authenticator } = await withPasskey('gone');
    const activation = (active: boolean) =>
      portal.admin.request(`${root}/activation`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: 'gone', active }),
      });
    expect((await activation(false)).status).toBe(200);
    expect((await signInBy(authenticator)).status).toBe(401);
    expect((await activation(true)).status).toBe(200);
    expect((await signInBy(authenticator)).status).toBe(401);
  });

  it('are for people of the fund only', async () => {
    const employer = portal.api.client();
    await employer.signIn('companyrep');
    expect((await employer.request(`${root}/passkeys`)).status).toBe(403);
    expect((await employer.post(`${root}/passkeys/begin`, { password: testPassword })).status).toBe(403);
    expect((await employer.request(`${root}/secondFactor`)).body).toMatchObject({ mayHavePasskeys: false });
  });
});
