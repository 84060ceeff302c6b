import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { providerStream, recordProvider } from '@superscope/domain/provider/provider';
import { PasswordHasher } from '@superscope/api/authentication/password/password-hasher';
import { loginStream, registerUser, reserveLogin, setPassword, userStream } from '@superscope/domain/user/user';
import { Clock } from '@superscope/api/platform/time/clock';
import { FailedSignIns } from '@superscope/api/authentication/sign-in/failed-sign-ins';
import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { FailedSignIns as Failed } from '@superscope/contracts/users';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, testPassword, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let admin: ApiClient;

beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  await new SamplePlan(engines.store, engines.identity, 'TWR.P0001').register(1);
  const platform = { platformId: 'TWR', name: 'Tallowood', providerId: 'TALLOWOOD' };
  await engines.store.transact(
    providerStream,
    'TALLOWOOD',
    recordProvider({ providerId: 'TALLOWOOD', name: 'Tallowood' }),
    byTest(),
  );
  await engines.store.transact(platformStream, 'TWR', recordPlatform(platform), byTest());
  await caughtUp(engines, projector);
  api = await startApi(engines);
  admin = api.client();
  await admin.signIn('admin');
});
afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const root = '/api/authentication';
const json = { 'Content-Type': 'application/json' };
const register = (body: object) => admin.post(`${root}/register`, body);
const patch = (path: string, body: object, client = admin) =>
  client.request(`${root}/${path}`, { method: 'PATCH', headers: json, body: JSON.stringify(body) });
const activation = (username: string, active: boolean) => patch('activation', { username, active });
const provider = 'TALLOWOOD';

type Row = Record<string, unknown>;
type FailedMinute = Failed['minutes'][number];
/** The row of a user, read after a write. */
async function row(username: string, after?: { body: Row }): Promise<Row | undefined> {
  const headers: Record<string, string> =
    after === undefined ? {} : { 'X-After': `${String(after.body['stream'])}@${String(after.body['position'])}` };
  const { status, body } = await admin.request(`${root}/users`, { headers });
  expect(status).toBe(200);
  return (body as unknown as Row[]).find((each) => each['username'] === username);
}

/** The newest mail to an address. */
const mailTo = async (to: string) =>
  (
    await engines.mongo
      .db('ops')
      .collection<{ to: string; text: string }>('outbox')
      .find({ to })
      .sort({ at: 1 })
      .toArray()
  ).at(-1);

async function accept(email: string): Promise<void> {
  const token = /token=([\w-]+)/.exec((await mailTo(email))!.text)![1]!;
  const password = 'a-test-password-1';
  const { status } = await api.client().post(`${root}/passwordReset`, { token, password, confirmPassword: password });
  expect(status).toBe(204);
}

/** Registers a person who then chooses a password by the mailed link. Returns their client. */
async function person(email: string, body: object): Promise<ApiClient> {
  const registered = await register({ email, ...body });
  expect(registered.status).toBe(201);
  // The list of users has the person from now on, so that a test may read it without naming this write.
  expect(await row(email, registered)).toBeDefined();
  await accept(email);
  const client = api.client();
  expect((await client.signIn(email)).status).toBe(200);
  return client;
}

it('offers the fund’s providers and employers, and the only provider as the default for a new consultant', async () => {
  await expect
    .poll(async () => (await admin.request(`${root}/contexts`)).body)
    .toEqual({
      contexts: [
        { id: provider, name: 'Tallowood', kind: 'provider' },
        { id: expect.stringMatching(/^TWR/) as string, name: expect.any(String) as string, kind: 'company' },
      ],
      defaultId: provider,
    });
});

describe('registering a person', () => {
  it('mails a link that lets them choose a password; until then they are not verified', async () => {
    const email = 'new.person@example.com';
    const answer = await register({
      email,
      role: 'AuthorizedRep',
      contextId: provider,
      name: 'New Person',
      oneCentral: true,
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { message: `${email} is registered. A link to choose a password was mailed.` },
    });
    expect(await row(email, answer)).toMatchObject({
      emailOrDomain: email,
      role: 'AuthorizedRep',
      name: 'New Person',
      contextId: provider,
      oneCentral: true,
      active: true,
      verified: false,
      failedAuthenticationAttempts: 0,
      slowedUntil: null,
    });
    expect((await api.client().signIn(email)).status).toBe(412);
    await accept(email);
    const client = api.client();
    expect(await client.signIn(email)).toMatchObject({ status: 200, body: { user: { role: 'AuthorizedRep' } } });
    await expect.poll(async () => (await row(email))?.['verified']).toBe(true);
  });

  it('gives access to all plans only if the form says so', async () => {
    const answer = await register({ email: 'all@example.com', role: 'AuthorizedRep', contextId: 'allPlans' });
    expect(await row('all@example.com', answer)).toMatchObject({ contextId: 'allPlans', contextName: 'All plans' });
  });

  it.each([
    [{}, 'email', 'Username/Email is required'],
    [{ email: ' ' }, 'email', 'Username/Email is required'],
    [{ email: 'nobody' }, 'email', 'Invalid email address'],
    [{ email: 'a@example.com' }, 'role', 'Role is required'],
    [{ email: 'a@example.com', role: 'Application' }, 'role', 'Role is required'],
    [{ email: 'a@example.com', role: 'CompanyRep' }, 'contextId', 'Dealer/Adviser/Provider/Plan Id is required'],
    [
      { email: 'a@example.com', role: 'ProviderRep', contextId: '' },
      'contextId',
      'Dealer/Adviser/Provider/Plan Id is required',
    ],
    [{ email: 'a@example.com', role: 'AuthorizedRep', contextId: 'NONE' }, 'contextId', 'There is no provider NONE.'],
    [
      { email: 'a@example.com', role: 'CompanyRep', contextId: 'allPlans' },
      'contextId',
      'There is no company allPlans.',
    ],
  ])('is refused, with the field in `errors`: %j', async (body, field, message) => {
    const answer = await register(body);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
    expect((answer.body['errors'] as Row[])[0]).toEqual({ field, message });
    const { state } = await engines.store.load(loginStream, engines.identity.loginId('a@example.com'));
    expect(state).toBeNull();
  });

  it('is refused for an address that is in use, and does not change its account', async () => {
    const first = await register({ email: 'taken@example.com', role: 'Auditor' });
    const again = await register({ email: 'TAKEN@example.com', role: 'Admin' });
    expect(again.status).toBe(409);
    expect(again.body['errors']).toEqual([{ field: 'email', message: expect.any(String) as string }]);
    expect(await row('taken@example.com', first)).toMatchObject({ role: 'Auditor' });
  });

  it('has one login for everything that looks like it, at registration and at sign-in', async () => {
    const first = await register({ email: "o'ne\u200bil@example.com\u00a0", role: 'Staff', name: 'Zoe\u0308\u2060' });
    expect(await row("o'neil@example.com", first)).toMatchObject({ name: 'Zo\u00eb' });
    expect((await register({ email: "o'neil\u00ad@example.com", role: 'Staff' })).status).toBe(409);
    await accept("o'neil@example.com");
    for (const typed of ['o\u2019neil@example.com', "o'neil@example.com\u200b", "O'NEIL@example.com"])
      expect((await api.client().signIn(typed)).status).toBe(200);
  });

  it('of an earlier release keeps a login that was reserved otherwise, and nobody gets one that looks like it', async () => {
    const { store, identity } = engines;
    const username = 'kim\u200b';
    const personal = { username, name: null, email: null };
    await store.transact(loginStream, identity.loginIds(username)[0]!, reserveLogin('kim-1'), byTest());
    const registration = { userId: 'kim-1', role: 'Staff', context: null, emailCode: false, personal } as const;
    await store.transact(userStream, 'kim-1', registerUser(registration), byTest());
    const sealed = await api.app.get(PasswordHasher).seal('kim-1', testPassword);
    await store.transact(userStream, 'kim-1', setPassword(sealed), byTest());
    expect((await api.client().signIn(username)).status).toBe(200);
    while ((await row(username)) === undefined) await projector.drained();
    const refused = await admin.post('/api/applications', { username: 'kim' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'kim looks the same as kim\u2039U+200B\u203a, which is taken.',
    ]);
  });
});

describe('a browser client', () => {
  it('has the host of the entered address, and an employer or a platform', async () => {
    const contexts = (await admin.request(`${root}/browserClientContexts`)).body as unknown as Row[];
    expect(new Set(contexts.map(({ kind }) => kind))).toEqual(new Set(['platform', 'company']));
    const body = { username: 'micro', domain: 'https://Super.Example.com/', contextId: contexts[0]!['id'] };
    const answer = await admin.post(`${root}/registerBrowserClient`, body);
    expect(answer.status).toBe(201);
    expect(await row('micro', answer)).toMatchObject({ emailOrDomain: 'super.example.com', role: 'BrowserClient' });
    expect((await api.client().signIn('micro')).status).toBe(401);
  });

  it.each([
    [{ domain: 'a.example', contextId: 'TWR' }, 'username', 'Username is required'],
    [{ username: 'm2', contextId: 'TWR' }, 'domain', 'Domain is required'],
    [
      { username: 'm2', domain: 'no domain', contextId: 'TWR' },
      'domain',
      'A domain is a host name, such as super.example.com.',
    ],
    [{ username: 'm2', domain: 'a.example' }, 'contextId', 'Dealer/Adviser/Provider/Plan Id is required'],
    [{ username: 'm2', domain: 'a.example', contextId: 'NONE' }, 'contextId', 'There is no employer or platform NONE.'],
  ])('is refused, with the field in `errors`: %j', async (body, field, message) => {
    const answer = await admin.post(`${root}/registerBrowserClient`, body);
    expect(answer).toMatchObject({ status: 400, body: { message, errors: [{ field, message }] } });
  });
});

describe('an open session', () => {
  it('has a new role with its next request', async () => {
    const client = await person('promoted@example.com', { role: 'Auditor' });
    const id = (await row('promoted@example.com'))!['userId'] as string;
    expect((await client.request('/api/system-health')).status).toBe(403);
    expect((await patch(`users/${id}`, { role: 'Admin', name: 'Promoted' })).status).toBe(200);
    expect((await client.request('/api/system-health')).status).toBe(200);
    expect((await patch(`users/${id}`, { role: 'Auditor', name: 'Promoted' })).status).toBe(200);
    expect((await client.request('/api/system-health')).status).toBe(403);
    expect((await client.request(root)).body).toMatchObject({ user: { role: 'Auditor', name: 'Promoted' } });
  });

  it('ends when the user is deactivated, who can sign in again once activated', async () => {
    const client = await person('paused@example.com', { role: 'Staff' });
    const ended = await activation('paused@example.com', false);
    expect(ended).toMatchObject({ status: 200, body: { message: 'paused@example.com is deactivated.' } });
    expect((await client.request(root)).status).toBe(401);
    expect((await client.signIn('paused@example.com')).status).toBe(401);
    expect((await activation('paused@example.com', true)).body.message).toBe('paused@example.com is activated.');
    expect((await client.signIn('paused@example.com')).status).toBe(200);
  });
});

describe('the last Admin', () => {
  it('can be neither deactivated nor given another role, even if another Admin is invited', async () => {
    const id = (await row('admin'))!['userId'] as string;
    await register({ email: 'second@example.com', role: 'Admin' });
    const message = 'The last Admin cannot be removed.';
    expect(await activation('admin', false)).toMatchObject({ status: 409, body: { errors: [{ message }] } });
    expect(await patch(`users/${id}`, { role: 'Staff' })).toMatchObject({ status: 409, body: { message } });
    await accept('second@example.com');
    expect((await activation('second@example.com', false)).status).toBe(200);
    expect((await activation('admin', false)).status).toBe(409);
    expect((await engines.store.load(userStream, id)).state).toMatchObject({
      active: true,
      registration: { role: 'Admin' },
    });
  });
});

describe('failed attempts', () => {
  afterEach(() => vi.restoreAllMocks());

  it('are shown with the wait they cause, and forgotten once an Admin clears them', async () => {
    await person('guessed@example.com', { role: 'Staff' });
    // The wait is two seconds, which may pass on a busy machine before it is read.
    const now = new Date();
    vi.spyOn(api.app.get(Clock), 'now').mockReturnValue(now);
    const stranger = api.client();
    for (let i = 0; i < 6; i++) await stranger.signIn('guessed@example.com', 'wrong');
    expect((await stranger.signIn('guessed@example.com')).status).toBe(429);
    const shown = (await row('guessed@example.com'))!;
    expect(shown['failedAuthenticationAttempts']).toBe(5);
    expect(Date.parse(String(shown['slowedUntil']))).toBeGreaterThan(now.getTime());
    vi.restoreAllMocks();
    expect((await admin.post(`${root}/slowdowns/clear`, { userId: shown['userId'] })).status).toBe(204);
    expect(await row('guessed@example.com')).toMatchObject({ failedAuthenticationAttempts: 0, slowedUntil: null });
    expect((await api.client().signIn('guessed@example.com', testPassword)).status).toBe(200);
  });

  it('of a network are shown and cleared as well', async () => {
    const stranger = api.client();
    for (let i = 0; i < 22; i++) await stranger.signIn(`nobody-${i}`, 'wrong');
    const { networks } = (await admin.request(`${root}/slowdowns`)).body as { networks?: Row[] };
    expect(networks).toMatchObject([{ network: '127.0.0.0/24' }]);
    expect((await admin.post(`${root}/slowdowns/clear`, { network: '127.0.0.0/24' })).status).toBe(204);
    expect((await admin.request(`${root}/slowdowns`)).body).toEqual({ networks: [] });
  });

  it('are told by minute, with the accounts and networks that were tried most', async () => {
    await person('sought@example.com', { role: 'Staff' });
    const stranger = api.client();
    for (let i = 0; i < 3; i++) await stranger.signIn('sought@example.com', 'wrong');
    await stranger.signIn('nobody-else', 'wrong');
    // Flushes the counts, like the end of the minute.
    api.app.get(FailedSignIns).beforeApplicationShutdown();
    await api.app.get(AccessLog).flush();
    await vi.waitFor(async () => {
      const { minutes } = (await admin.request(`${root}/failedSignIns`)).body as { minutes?: FailedMinute[] };
      const accounts = minutes!.flatMap((minute) => minute.accounts);
      expect(accounts).toContainEqual({ username: 'sought@example.com', count: 3 });
      expect(accounts).toContainEqual({ username: null, count: 1 });
      expect(minutes![0]!.networks.map(({ network }) => network)).toEqual(['127.0.0.0/24']);
    }, 20_000);
    expect((await admin.post(`${root}/slowdowns/clear`, { network: '127.0.0.0/24' })).status).toBe(204);
  });

  it('are cleared for one user or one network at a time', async () => {
    expect((await admin.post(`${root}/slowdowns/clear`, {})).status).toBe(400);
    expect((await admin.post(`${root}/slowdowns/clear`, { userId: 'nobody' })).status).toBe(404);
  });
});

it('is for Admins alone', async () => {
  for (const username of ['staff', 'auditor', 'devops', 'companyrep']) {
    const client = api.client();
    await client.signIn(username);
    expect((await client.request(`${root}/users`)).status).toBe(403);
    expect((await client.request(`${root}/failedSignIns`)).status).toBe(403);
    expect((await patch('activation', { username: 'admin', active: false }, client)).status).toBe(403);
  }
});
