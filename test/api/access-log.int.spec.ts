import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { AccessEntry } from '@superscope/domain/access/access';
import { FailedSignIns } from '@superscope/api/authentication/sign-in/failed-sign-ins';
import { AccessLog, type Access } from '@superscope/api/platform/access/access-log';
import { Endpoints } from '@superscope/api/platform/endpoint/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { SamplePlan } from '../harness/sample-plan.js';
import { eventually } from '../harness/set-aside.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let staff: ApiClient;
beforeAll(async () => {
  engines = await startWithAccounts();
  api = await startApi(engines);
  staff = api.client();
  await eventually(async () => (await staff.signIn('staff')).status === 200);
});
afterAll(async () => {
  await api.stop();
  await engines.stop();
});

async function entries(): Promise<AccessEntry[]> {
  await api.app.get(AccessLog).flush();
  const all: AccessEntry[] = [];
  for await (const batch of engines.store.readAll({ from: null, prefixes: ['access-'] }))
    for (const event of batch) if ('data' in event) all.push(...(event.data as { entries: AccessEntry[] }).entries);
  return all;
}

/** Sends a request and closes the connection before the answer is ready. */
function askAndLeave(head: string): Promise<void> {
  const { hostname, port, host } = new URL(api.url);
  const headers = [head, `Host: ${host}`, `Cookie: ${staff.cookie}`, 'X-Requested-By: superscope'];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.end(`${headers.join('\r\n')}\r\n\r\n`));
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

describe('an access', () => {
  it('is logged with the address even if the client left before the answer, and does not block other entries', async () => {
    for (let i = 0; i < 5; i += 1) await askAndLeave('GET /api/csv/platforms/export HTTP/1.1');
    const exports = async () => (await entries()).filter(({ action }) => action === 'export');
    await eventually(async () => (await exports()).length === 5);
    expect((await staff.request('/api/csv/providers/export')).status).toBe(200);
    const noted = await exports();
    expect(noted.map(({ object }) => object)).toEqual([...Array<string>(5).fill('platforms'), 'providers']);
    expect(noted.map(({ address }) => address)).toEqual(Array<string>(6).fill('127.0.0.1'));
  });

  it('has the number of rows sent, once they are sent', async () => {
    await staff.request('/api/csv/superParameters/export?platformId=EAST');
    const exported = async () => (await entries()).filter(({ action }) => action === 'exported');
    const ofParameters = async () => (await exported()).find(({ object }) => object === 'superParameters');
    await eventually(async () => (await ofParameters()) !== undefined);
    const filter = { platformId: 'EAST' };
    expect(await ofParameters()).toMatchObject({ userId: 'staff', role: 'Staff', rows: 0, outcome: 'ok', filter });
    // Clients who left received nothing, as far as the server knows.
    expect((await exported()).filter(({ object }) => object === 'platforms').map(({ outcome }) => outcome)).toEqual(
      Array<string>(5).fill('failed'),
    );
  });

  it('is one entry for the failed sign-ins of a minute, and one for each lock', async () => {
    for (let i = 0; i < 6; i += 1) await api.client().signIn('providerrep', `guess ${i}`);
    const { identity } = engines;
    const [lock, ...more] = (await entries()).filter(({ action }) => action === 'locked sign-in');
    expect(more).toEqual([]);
    expect(lock).toMatchObject({ userId: null, address: '127.0.0.1', outcome: 'refused', filter: { by: 'account' } });
    expect(lock!.object).toBe(identity.loginId('providerrep'));
    // Flushes the counts, like the end of the minute.
    api.app.get(FailedSignIns).beforeApplicationShutdown();
    const counters = (await entries()).filter(({ action }) => action === 'failed sign-ins');
    expect(counters.reduce((sum, { rows }) => sum + rows!, 0)).toBe(6);
    expect(counters[0]).toMatchObject({
      userId: null,
      address: null,
      object: expect.stringMatching(/:00\.000Z$/) as string,
    });
  });

  it('is refused if it could not be stored, so that it does not block all later ones', async () => {
    const log = api.app.get(AccessLog);
    const signedIn: Access = {
      userId: 'u1',
      role: 'Staff',
      action: 'signed in',
      object: null,
      planId: null,
      rows: null,
      outcome: 'ok',
    };
    expect(() => log.note({ ip: '10.0.0.1' }, { ...signedIn, rows: -1 })).toThrow('An access cannot be logged');
    await log.noteNow({ ip: '10.0.0.2' }, signedIn);
    // A connection may have ended before its address was read.
    await log.noteNow({ ip: undefined }, signedIn);
    const noted = (await entries()).slice(-2);
    expect(noted.map(({ address }) => address)).toEqual(['10.0.0.2', null]);
  });
});

describe('a query of the Staff audience', () => {
  it('that may reveal few members is logged, even when answered from the cache; an employer’s query is not', async () => {
    const query = { dimensions: ['Member.memberId'], measures: ['MemberSnapshot.averageTotalAssetsOwned'] };
    const byGender = { dimensions: ['Member.gender'], measures: ['MemberSnapshot.countMembers'] };
    const month = new Date('2026-01-01');
    const member = randomUUID();
    await engines.clickhouse.insert({
      table: 'member_snapshot',
      values: [
        { plan_id: 'PF.a', month: month.toISOString().slice(0, 10), member_id: member, gender: 'Female', version: 1 },
      ],
      format: 'JSONEachRow',
    });
    const ask = async (username: string, body: object, audience: string) => {
      const client = api.client();
      await client.signIn(username);
      const { status } = await client.post('/cubejs-api/v1/load', body, { 'X-Audience': audience });
      expect(status).toBe(200);
    };
    await ask('staff', { query: byGender, queryType: 'multi' }, 'employer');
    await ask('staff', { query: byGender }, 'staff');
    for (const username of ['admin', 'auditor']) await ask(username, { query, queryType: 'multi' }, 'staff');
    const questions = (await entries()).filter(({ action }) => action === 'question');
    expect(
      questions.map(({ userId, role, members, rows, filter }) => [userId, role, members, rows, filter['lists']]),
    ).toEqual([
      ['staff', 'Staff', [], 1, 'groups of 1 to 10'],
      ['admin', 'Admin', [member], 1, 'members'],
      ['auditor', 'Auditor', [member], 1, 'members'],
    ]);
    const digests = questions.map(({ filter }) => filter['digest']);
    expect(digests[1]).toBe(digests[2]);
    expect(new Set(digests).size).toBe(2);
  });
});

describe('a change of how plans or the product are set up', () => {
  it('is noted with its plan or object once it is made, and not when it is refused', async () => {
    const plan = new SamplePlan(engines.store, engines.identity, 'TWR.P0001');
    await plan.register(0);
    const admin = api.client();
    await admin.signIn('admin');
    const on = { on: '2026-01-01' };
    expect((await admin.post('/api/plans/TWR.NONE/close', on)).status).toBe(404);
    expect((await staff.post(`/api/plans/${plan.planId}/close`, on)).status).toBe(403);
    expect((await admin.post(`/api/plans/${plan.planId}/close`, on)).status).toBe(200);
    expect((await admin.post(`/api/companies/${plan.companyId}/deactivate`, on)).status).toBe(200);
    const own = (await entries()).filter(({ userId, type }) => userId === 'admin' && type === 'change');
    expect(own.map(({ action, context, planId, object }) => [action, context, planId, object])).toEqual([
      ['closed plan', 'plans', plan.planId, null],
      ['deactivated company', 'plans', null, plan.companyId],
    ]);
  });

  it('is noted by every endpoint that makes one', () => {
    const changes = ['corrections.write', 'flyers.write', 'news.write', 'operations.write', 'plans.publish'];
    const unnoted = api.app
      .get(Endpoints)
      .all.filter(({ method, right, noted }) => method !== 'GET' && changes.includes(right) && noted === undefined);
    // Endpoints about one member are noted with the member.
    expect(unnoted.map(({ path }) => path).sort()).toEqual([
      '/api/members/:memberId/erase',
      '/api/members/:memberId/move',
    ]);
  });
});
