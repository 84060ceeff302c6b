import { setTimeout as delay } from 'node:timers/promises';
import { signOnReasons } from '@superscope/api/staff-sign-on/sign-on-refusal';
import { demoPeople, demoRoles, type DemoPerson } from '@superscope/local/demo-sign-on/demo-people';
import { codeMilliseconds, startDemoProvider, type DemoProvider } from '@superscope/local/demo-sign-on/demo-provider';
import { deactivateUser, loginStream, userStream } from '@superscope/domain/user/user';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, testPassword } from '../harness/api-server.js';
import { freePort } from '../harness/free-port.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest } from '../harness/sample-plan.js';
import { SignOnBrowser } from '../harness/sign-on-browser.js';

const client = { clientId: 'superscope', clientSecret: 'a-secret-of-the-test' };
const newcomer: DemoPerson = {
  subject: 'noor',
  name: 'Noor Haddad',
  email: 'noor.haddad@demo.example',
  role: 'portal-staff',
};
/** The provider's people. Tests change their claims. */
const people: DemoPerson[] = [...demoPeople.map((person) => ({ ...person })), newcomer];

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let provider: DemoProvider;
/** The portal's public address, which stays the same because cookies and redirections depend on it. */
let portal: string;

beforeAll(async () => {
  engines = await startWithAccounts();
  const port = await freePort();
  portal = `http://127.0.0.1:${port}`;
  const redirectUri = `${portal}/api/authentication/staff/callback`;
  provider = await startDemoProvider({
    listen: { port: 0 },
    ...client,
    redirectUri,
    people,
    password: testPassword,
  });
  api = await startApi(
    engines,
    {
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      OIDC_ROLES: demoRoles,
      SUPERSCOPE_PUBLIC_URL: portal,
    },
    undefined,
    port,
  );
});

afterAll(async () => {
  await api.stop();
  await provider.stop();
  await engines.stop();
});

const begin = (redirect?: string) =>
  `${portal}/api/authentication/staff${redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`}`;
const isCallback = (url: string) => url.startsWith(`${portal}/api/authentication/staff/callback`);

/** Chooses a person at the provider. Returns the callback's address, which is not opened yet. */
async function choose(browser: SignOnBrowser, subject: string, redirect?: string): Promise<string> {
  const page = await browser.follow(begin(redirect));
  expect(page.text).toContain('Who are you?');
  const { location } = await browser.post(page.url, { person: subject, password: testPassword });
  return (await browser.follow(location!, isCallback)).url;
}

async function signOn(subject: string, redirect?: string) {
  const browser = new SignOnBrowser();
  const { location } = await browser.get(await choose(browser, subject, redirect));
  return { browser, location };
}

const currentUser = async (browser: SignOnBrowser) => {
  const { status, text } = await browser.get(`${portal}/api/authentication`);
  return status === 200 ? (JSON.parse(text) as { user: Record<string, unknown> }).user : null;
};
const reasonIn = (browser: SignOnBrowser) => browser.cookie(portal, 'AUTH-ERROR');

async function expectRefused(browser: SignOnBrowser, location: string | null, reason: keyof typeof signOnReasons) {
  expect(location).toBe(`${portal}/login`);
  expect(reasonIn(browser)).toBe(signOnReasons[reason]);
  expect(await currentUser(browser)).toBeNull();
}

describe('staff single sign-on', () => {
  it('signs in the person whom the provider names, and leads to the page that they wanted', async () => {
    const { browser, location } = await signOn('staff', '/super/analytics?dimensions=gender');
    expect(location).toBe(`${portal}/super/analytics?dimensions=gender`);
    // The existing account with the same e-mail address.
    expect(await currentUser(browser)).toMatchObject({ username: 'staff', role: 'Staff', name: 'Daniel Okafor' });
    expect(reasonIn(browser)).toBeNull();
  });

  it('begins at the public address when it is opened by another name of this machine', async () => {
    const asked = begin('/plans').replace('127.0.0.1', 'localhost');
    const answer = await fetch(asked, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, begin('/plans')]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('registers a new person once, with the role of the claim', async () => {
    const first = await signOn('noor');
    expect(first.location).toBe(`${portal}/`);
    expect(await currentUser(first.browser)).toMatchObject({ username: 'noor', role: 'Staff', name: 'Noor Haddad' });
    const again = await signOn('noor');
    expect(await currentUser(again.browser)).toMatchObject({ username: 'noor' });
    const { state: userId } = await engines.store.load(loginStream, engines.identity.loginId(newcomer.email));
    expect((await engines.store.load(userStream, userId!)).revision).toBe(1n);
  });

  it('follows the claim when the role changes, and refuses when it is gone', async () => {
    newcomer.role = 'portal-auditors';
    expect(await currentUser((await signOn('noor')).browser)).toMatchObject({ role: 'Auditor' });
    newcomer.role = 'accounts-payable';
    const { browser, location } = await signOn('noor');
    await expectRefused(browser, location, 'noRole');
    newcomer.role = 'portal-staff';
  });

  it('refuses people with the reason: no role, no address, deactivated, an employer’s address', async () => {
    const visitor = await signOn('visitor');
    await expectRefused(visitor.browser, visitor.location, 'noRole');
    const nobody: DemoPerson = { subject: 'nobody', name: 'No Mail', email: '', role: 'portal-staff' };
    const employer = { ...nobody, subject: 'employer', email: 'priya.raman@demo.example' };
    const former = { ...nobody, subject: 'former', email: 'former@demo.example' };
    people.push(nobody, employer, former);
    const withoutMail = await signOn('nobody');
    await expectRefused(withoutMail.browser, withoutMail.location, 'noEmail');
    const anothers = await signOn('employer');
    await expectRefused(anothers.browser, anothers.location, 'somebodyElses');
    expect((await signOn('former')).location).toBe(`${portal}/`);
    const { state: userId } = await engines.store.load(loginStream, engines.identity.loginId('former'));
    await engines.store.transact(userStream, userId!, deactivateUser, byTest());
    const left = await signOn('former');
    await expectRefused(left.browser, left.location, 'deactivated');
  });

  it('does not give an account to somebody else who has its e-mail address now', async () => {
    await signOn('auditor');
    people.push({ subject: 'successor', name: 'New Hand', email: 'ruth.abelson@demo.example', role: 'portal-admins' });
    const { browser, location } = await signOn('successor');
    await expectRefused(browser, location, 'somebodyElses');
  });

  it('accepts an answer only in the browser that began the sign-on, and only with its state', async () => {
    const browser = new SignOnBrowser();
    const callback = await choose(browser, 'devops');
    const elsewhere = new SignOnBrowser();
    await expectRefused(elsewhere, (await elsewhere.get(callback)).location, 'notBegunHere');
    const wrong = new URL(callback);
    wrong.searchParams.set('state', 'planted');
    await expectRefused(browser, (await browser.get(wrong.href)).location, 'notBegunHere');
    // A refused answer ends the attempt, so the right one is too late.
    await expectRefused(browser, (await browser.get(callback)).location, 'notBegunHere');
  });

  it('refuses an expired code, an invented one, and one with another verifier', async () => {
    const late = new SignOnBrowser();
    const callback = await choose(late, 'devops');
    // Provider and api have this process's clock.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * codeMilliseconds });
    const { location } = await late.get(callback);
    vi.useRealTimers();
    await expectRefused(late, location, 'expired');
    const inventive = new SignOnBrowser();
    const invented = new URL(await choose(inventive, 'devops'));
    invented.searchParams.set('code', 'made-up');
    await expectRefused(inventive, (await inventive.get(invented.href)).location, 'expired');
    const [victim, thief] = [new SignOnBrowser(), new SignOnBrowser()];
    const stolen = new URL(await choose(victim, 'admin')).searchParams.get('code')!;
    const own = new URL(await choose(thief, 'visitor'));
    own.searchParams.set('code', stolen);
    await expectRefused(thief, (await thief.get(own.href)).location, 'expired');
  });

  it('says that it was cancelled, and shows no text from the address', async () => {
    const browser = new SignOnBrowser();
    const page = await browser.follow(begin());
    const { location } = await browser.post(page.url, { cancel: 'yes' });
    const callback = new URL((await browser.follow(location!, isCallback)).url);
    callback.searchParams.set('error_description', '<img src=x onerror=alert(1)>');
    await expectRefused(browser, (await browser.get(callback.href)).location, 'cancelled');
    for (const sentence of Object.values(signOnReasons)) expect(sentence).not.toMatch(/[<>&"`]/);
  });

  it('leads to no other site', async () => {
    for (const redirect of ['//evil.example/', 'https://evil.example/', '/.//evil.example'])
      expect((await signOn('staff', redirect)).location).toBe(`${portal}/`);
  });

  it('mails no reset link to people who have no password here', async () => {
    await signOn('noor');
    const send = (email: string) => api.client().post('/api/authentication/passwordResetLink', { email });
    expect((await send(newcomer.email)).status).toBe(204);
    // Requested second: once this mail has arrived, the first would have arrived too.
    expect((await send('mei.tran@demo.example')).status).toBe(204);
    const outbox = engines.mongo.db('ops').collection('outbox');
    while ((await outbox.countDocuments({ to: 'mei.tran@demo.example' })) === 0) await delay(50);
    expect(await outbox.countDocuments({ to: newcomer.email })).toBe(0);
  });

  it('says that the provider is unavailable, at the start and at the end, and works again once it is back', async () => {
    const browser = new SignOnBrowser();
    const callback = await choose(browser, 'devops');
    const port = Number(new URL(provider.url).port);
    await provider.stop();
    await expectRefused(browser, (await browser.get(callback)).location, 'providerAway');
    const fresh = await startApi(engines, {
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      OIDC_ROLES: demoRoles,
    });
    const asked = new SignOnBrowser();
    expect((await asked.get(`${fresh.url}/api/authentication/staff`)).location).toBe(`${fresh.url}/login`);
    expect(asked.cookie(fresh.url, 'AUTH-ERROR')).toBe(signOnReasons.providerAway);
    const redirectUri = `${portal}/api/authentication/staff/callback`;
    provider = await startDemoProvider({
      listen: { port },
      ...client,
      redirectUri,
      people,
      password: testPassword,
    });
    expect((await asked.get(`${fresh.url}/api/authentication/staff`)).location).toContain(`${provider.url}/auth`);
    await fresh.stop();
  });
});
