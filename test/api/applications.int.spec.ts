import { randomUUID } from 'node:crypto';
import { deactivateUser, userStream } from '@superscope/domain/user/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { Applications } from '../harness/applications.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest } from '../harness/sample-plan.js';
import { StaffAccounts } from '../harness/staff-accounts.js';
import { caughtUp } from '../harness/set-aside.js';

const lines: string[] = [];
let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let admin: ApiClient;
let applications: Applications;

beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  api = await startApi(engines, { LOG_LEVEL: 'trace' }, { write: (line: string) => void lines.push(line) });
  admin = api.client();
  await admin.signIn('admin');
  applications = new Applications(admin, () => api.client());
});

afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const path = '/api/applications';
const tokensOf = (userId: string) => `${path}/${userId}/tokens`;
const revoke = (userId: string, tokenId: string, headers = {}) =>
  admin.request(`${tokensOf(userId)}/${tokenId}`, { method: 'DELETE', headers });

type Listed = Record<string, unknown> & { tokens: Record<string, unknown>[] };

/** The list's entry, read after the write. */
async function shown(userId: string, { body }: { body: Record<string, unknown> }): Promise<Listed | undefined> {
  const headers = { 'X-After': `${String(body['stream'])}@${String(body['position'])}` };
  const answer = await admin.request(path, { headers });
  expect([answer.status, answer.headers.get('X-Projected-Position')]).toEqual([200, null]);
  return (answer.body as unknown as Listed[]).find((each) => each['userId'] === userId);
}

const textOf = (value: unknown) => JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v));

/** Everything stored: events, and documents of every database. */
async function everythingStored(): Promise<string> {
  const texts: string[] = [];
  for await (const batch of engines.store.readAll({ from: null })) texts.push(textOf(batch));
  for (const name of ['views', 'ops', 'files', 'vault'])
    for (const collection of await engines.mongo.db(name).collections())
      texts.push(textOf(await collection.find({}).toArray()));
  return texts.join('\n');
}

describe('an application', () => {
  it('is registered without a password, and listed with its context', async () => {
    const context = { kind: 'plan', id: 'TWR.P0001' };
    const answer = await admin.post(path, { username: 'warehouse', name: 'Data warehouse', context });
    expect(answer).toMatchObject({ status: 201, body: { stream: `user-${String(answer.body['userId'])}` } });
    const userId = String(answer.body['userId']);
    const { state } = await engines.store.load(userStream, userId);
    expect(state).toMatchObject({ sealedHash: null, registration: { role: 'Application' } });
    expect(await shown(userId, answer)).toEqual({
      userId,
      username: 'warehouse',
      name: 'Data warehouse',
      context,
      contextName: 'TWR.P0001',
      role: 'Application',
      domain: null,
      active: true,
      tokens: [],
    });
  });

  it('reaches no plan without a context, and all plans only with an explicit one', async () => {
    const none = await admin.post(path, { username: 'tied-to-nothing' });
    expect((await shown(String(none.body['userId']), none))?.['context']).toBeNull();
    const all = await admin.post(path, { username: 'tied-to-all', context: { kind: 'allPlans' } });
    expect((await shown(String(all.body['userId']), all))?.['context']).toEqual({ kind: 'allPlans', id: null });
  });

  it('has a unique username', async () => {
    await applications.register('only-once');
    for (const username of ['only-once', 'ONLY-ONCE', 'staff'])
      expect((await admin.post(path, { username })).status).toBe(409);
  });

  it('is registered once by a request that is repeated', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await admin.post(path, { username: 'repeated' }, headers);
    expect(first.status).toBe(201);
    expect((await admin.post(path, { username: 'repeated' }, headers)).body).toEqual(first.body);
    const other = await admin.post(path, { username: 'repeated', context: { kind: 'allPlans' } }, headers);
    expect(other).toMatchObject({ status: 409, body: { message: 'This Idempotency-Key belongs to another request.' } });
  });

  it('is refused with a sentence when the request is invalid', async () => {
    const refusalOf = async (body: unknown) => {
      const answer = await admin.post(path, body);
      return [answer.status, answer.body.message];
    };
    expect(await refusalOf({})).toEqual([400, 'Username is required']);
    expect(await refusalOf({ username: 'two words' })).toEqual([400, expect.stringMatching(/^A username has/)]);
    expect(await refusalOf({ username: 'a', context: { kind: 'plan', id: '../x' } })).toEqual([
      400,
      'This is not an id.',
    ]);
    expect(await refusalOf({ username: 'a', context: { kind: 'everything' } })).toEqual([
      400,
      expect.stringMatching(/^A context is/),
    ]);
  });

  it('cannot sign in by password, and gets the same answer as a wrong password', async () => {
    await applications.register('no-password');
    const [known, unknown] = [await api.client().signIn('no-password'), await api.client().signIn('nobody-at-all')];
    expect(known).toMatchObject({ status: 401, body: unknown.body });
  });
});

describe('an Idempotency-Key', () => {
  const headers = { 'Idempotency-Key': 'load-1' };

  it('is its caller’s: the same request of another user under the same key is another one', async () => {
    await new StaffAccounts(engines, api).register('second-admin', null, false, 'Admin');
    const second = api.client();
    await second.signIn('second-admin');
    const userId = await applications.register('asked-by-two');
    const ask = (by: ApiClient) => by.post(tokensOf(userId), { label: 'once' }, headers);
    const answers = [await ask(admin), await ask(second), await ask(admin), await ask(second)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 409, 409]);
    expect((await engines.store.load(userStream, userId)).state.tokens).toHaveLength(2);
  });

  it('of an Application is the same under each of its tokens, and another Application’s is another', async () => {
    const everything = { kind: 'allPlans' };
    const one = await applications.register('loader', everything);
    const other = await applications.register('other-loader', everything);
    const send = async (token: string) => {
      const form = new FormData();
      form.append('file', new Blob(['providerId,name\nIK1,Harbour Advice'], { type: 'text/csv' }), 'providers.csv');
      const by = applications.asking(`Bearer ${token}`);
      return by.request('/api/csv/import', { method: 'POST', body: form, headers });
    };
    const first = await send((await applications.issue(one)).token);
    expect(first.status).toBe(202);
    expect((await send((await applications.issue(one)).token)).body['importId']).toBe(first.body['importId']);
    const others = (await applications.issue(other)).token;
    // One import of a table runs at a time.
    await expect.poll(async () => (await send(others)).status, { timeout: 30_000 }).toBe(202);
    expect((await send(others)).body['importId']).not.toBe(first.body['importId']);
  });
});

describe('a token', () => {
  it('is shown only in the uncacheable answer that issues it, and listed without its secret', async () => {
    const userId = await applications.register('shown-once');
    const answer = await admin.post(tokensOf(userId), { label: 'nightly load', expiresInDays: 30 });
    expect(answer).toMatchObject({ status: 201, body: { token: expect.stringMatching(/^ssa_/) as string } });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const { tokenId, expiresAt } = answer.body;
    const listed = await shown(userId, answer);
    const [token] = listed!.tokens;
    expect(token).toMatchObject({ tokenId, label: 'nightly load', expiresAt, revokedAt: null, state: 'valid' });
    const days = (Date.parse(String(expiresAt)) - Date.parse(String(token!['issuedAt']))) / 86_400_000;
    expect(days).toBe(30);
    expect(textOf(listed)).not.toMatch(/hash/i);
  });

  it('is valid for a year by default, and is due for replacement in its last 30 days in the list and on System health', async () => {
    const userId = await applications.register('reminded');
    const issue = (body: object) => admin.post(tokensOf(userId), body);
    const daysOf = ({ body }: { body: Record<string, unknown> }) =>
      Math.round((Date.parse(String(body['expiresAt'])) - Date.now()) / 86_400_000);
    expect(daysOf(await issue({ label: 'a year' }))).toBe(365);
    await issue({ label: 'soon', expiresInDays: 12 });
    const last = await issue({ label: 'at once', expiresInDays: 1 });
    const { tokens } = (await shown(userId, last))!;
    expect(tokens.map(({ label, reminder }) => [label, reminder])).toEqual([
      ['at once', 'This token expires within a day. Issue another, put it in place, and revoke this one.'],
      ['soon', 'This token expires in 12 days. Issue another, put it in place, and revoke this one.'],
      ['a year', null],
    ]);
    const health = (await admin.request('/api/system-health')).body as { expiringTokens?: Record<string, unknown>[] };
    const reminders = health.expiringTokens!.filter(({ application }) => application === 'reminded');
    expect(reminders.map(({ label, daysLeft }) => [label, daysLeft])).toEqual([
      ['at once', 1],
      ['soon', 12],
    ]);
    expect(reminders[0]).toMatchObject({ expiresAt: last.body['expiresAt'] });
  });

  it('appears in no event, document or log line', async () => {
    const userId = await applications.register('secretive');
    const { token, tokenId } = await applications.issue(userId);
    const asking = applications.asking(`Bearer ${token}`);
    expect((await asking.request('/cubejs-api/v1/meta')).status).toBe(200);
    expect((await asking.request('/cubejs-api/v1/load?query=%7B')).status).toBe(400);
    expect((await asking.request('/api/csv/import', { method: 'POST' })).status).toBeGreaterThanOrEqual(400);
    expect((await asking.request(path)).status).toBe(403);
    const wrong = token.slice(0, -4) + 'AAAA';
    expect((await applications.asking(wrong).request('/cubejs-api/v1/meta')).status).toBe(401);
    await caughtUp(engines, projector);
    const stored = await everythingStored();
    expect(stored).toContain(tokenId);
    expect(lines.join('')).toContain('/cubejs-api/v1/meta');
    for (const text of [stored, lines.join('')]) {
      expect(text).not.toContain(token.slice(-43, -4));
      expect(text).not.toContain('ssa_');
    }
  });

  it('is revoked once and permanently', async () => {
    const userId = await applications.register('revoking');
    const { tokenId } = await applications.issue(userId);
    const first = await revoke(userId, tokenId);
    expect(first.status).toBe(200);
    expect((await shown(userId, first))?.tokens).toMatchObject([{ tokenId, state: 'revoked' }]);
    expect((await revoke(userId, tokenId)).body['revision']).toBe(first.body['revision']);
    expect((await revoke(userId, randomUUID())).status).toBe(404);
    expect((await revoke('nobody', tokenId)).status).toBe(404);
    expect((await revoke(userId, 'no-id')).status).toBe(400);
    expect((await revoke('no%20id', tokenId)).status).toBe(400);
  });

  it('is not shown again when the request is repeated or sent twice at once', async () => {
    const userId = await applications.register('impatient');
    const ask = (key: string) => admin.post(tokensOf(userId), { label: 'once' }, { 'Idempotency-Key': key });
    expect((await ask('one')).status).toBe(201);
    const again = await ask('one');
    expect(again).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('shown only once') as string },
    });
    expect(again.body).not.toHaveProperty('token');
    const both = await Promise.all([ask('two'), ask('two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const token = both.find(({ status }) => status === 201)!.body['token'];
    expect((await applications.asking(String(token)).request('/cubejs-api/v1/meta')).status).toBe(200);
    expect((await engines.store.load(userStream, userId)).state.tokens).toHaveLength(2);
  });

  it('is for active Applications only, has a label, and is one of at most ten', async () => {
    const userId = await applications.register('busy');
    const issue = (to: string, body: object = { label: 'one more' }) => admin.post(tokensOf(to), body);
    expect(await issue('staff')).toMatchObject({
      status: 400,
      body: { message: 'Only an Application or a BrowserClient may have tokens.' },
    });
    expect((await issue('nobody')).status).toBe(404);
    expect((await issue('no%20id')).status).toBe(400);
    for (const body of [{}, { label: ' ' }])
      expect((await issue(userId, body)).body.message).toBe('A label is required');
    expect((await issue(userId, { label: 'x', expiresInDays: 366 })).body.message).toBe(
      'A token expires within 365 days.',
    );
    for (const expiresInDays of [0, 1.5, -1, null, '30'])
      expect((await issue(userId, { label: 'x', expiresInDays })).status).toBe(400);
    for (let i = 0; i < 10; i += 1) await applications.issue(userId);
    expect(await issue(userId)).toMatchObject({ status: 409, body: { message: expect.stringMatching(/at most 10/) } });
    const gone = await applications.register('gone');
    await engines.store.transact(userStream, gone, deactivateUser, byTest());
    expect(await issue(gone)).toMatchObject({ status: 409, body: { message: 'This application is deactivated.' } });
  });
});

describe('managing applications', () => {
  it('is allowed to an Admin only', async () => {
    const userId = await applications.register('guarded', { kind: 'allPlans' });
    const { token, tokenId } = await applications.issue(userId);
    const signedIn = async (username: string) => {
      const client = api.client();
      expect((await client.signIn(username)).status).toBe(200);
      return client;
    };
    const ask = (by: ApiClient) =>
      Promise.all([
        by.request(path),
        by.post(path, { username: 'another' }),
        by.post(tokensOf(userId), { label: 'mine' }),
        by.request(`${tokensOf(userId)}/${tokenId}`, { method: 'DELETE' }),
      ]).then((answers) => answers.map(({ status }) => status));
    for (const username of ['companyrep', 'providerrep', 'authorisedrep', 'staff', 'devops', 'auditor'])
      expect([username, await ask(await signedIn(username))]).toEqual([username, [403, 403, 403, 403]]);
    expect(await ask(applications.asking(token))).toEqual([403, 403, 403, 403]);
    expect(await ask(api.client())).toEqual([401, 401, 401, 401]);
  });

  it('requires the header of Superscope’s own client', async () => {
    const headers = { 'X-Requested-By': 'another site' };
    expect((await admin.post(path, { username: 'forged' }, headers)).status).toBe(403);
    expect((await revoke('nobody', randomUUID(), headers)).status).toBe(403);
  });
});
