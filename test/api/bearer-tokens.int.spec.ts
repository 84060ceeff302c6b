import { randomUUID } from 'node:crypto';
import cube, { type CubeApi, type Query } from '@cubejs-client/core';
import { newSecret, secretHashOf, tokenText } from '@superscope/api/authentication/session/bearer-token';
import { RequestPrincipalResolver } from '@superscope/api/authentication/session/request-principal-resolver';
import { PrincipalResolver } from '@superscope/api/platform/access/principal-resolver';
import type { UserEvent } from '@superscope/domain/user/user.events';
import { deactivateUser, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { Applications } from '../harness/applications.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { csv, Importing } from '../import/importing.js';

// The demo company representative belongs to TWR.P0001-E1.
const [plan, otherPlan] = ['TWR.P0001', 'LBE.P0009'];
const count = 'MemberSnapshot.countMembers';

let importing: Importing;
let applications: Applications;
let rep: ApiClient;
let ofAll: { userId: string; token: string };
let ofPlan: { userId: string; token: string };

beforeAll(async () => {
  importing = await Importing.start();
  const { engines, api, admin } = importing;
  for (const [planId, members] of [
    [plan, 14],
    [otherPlan, 13],
  ] as const) {
    const sample = new SamplePlan(engines.store, engines.identity, planId);
    if (planId === plan) await sample.figures();
    await sample.register(members);
    await sample.month('2026-01', 80_000);
  }
  await importing.derived();
  applications = new Applications(admin, () => api.client());
  rep = api.client();
  await rep.signIn('companyrep');
  ofAll = await withToken('of-all', { kind: 'allPlans' });
  ofPlan = await withToken('of-plan', { kind: 'plan', id: plan });
});

afterAll(() => importing.stop());

async function withToken(username: string, context: object | null = null) {
  const userId = await applications.register(username, context);
  return { userId, ...(await applications.issue(userId)) };
}

const queryOf = (planId?: string): Query => ({
  measures: [count],
  ...(planId === undefined
    ? {}
    : { filters: [{ member: 'Member.planId', operator: 'equals' as const, values: [planId] }] }),
});

/** The number of members in a query's answer, or the refusal. */
async function members(client: ApiClient, planId?: string): Promise<unknown> {
  const query = encodeURIComponent(JSON.stringify(queryOf(planId)));
  const { status, body } = await client.request(`/cubejs-api/v1/load?query=${query}`);
  return status === 200 ? (body as unknown as { data: Record<string, unknown>[] }).data[0]?.[count] : status;
}

const statusOf = async (client: ApiClient, path = '/cubejs-api/v1/meta') => (await client.request(path)).status;

/** The analytics client sends this word when it has no token. */
const noToken = 'undefined';

describe('a bearer token', () => {
  it('authenticates at the query service, bare or after the word Bearer', async () => {
    for (const authorization of [ofAll.token, `Bearer ${ofAll.token}`, `bearer ${ofAll.token}`]) {
      const client = applications.asking(authorization);
      expect(await statusOf(client)).toBe(200);
      expect(await members(client)).toBe(27);
    }
  });

  it('is sent by the unmodified cubejs client, which relies on the session without one', async () => {
    const apiUrl = `${importing.api.url}/cubejs-api/v1`;
    const total = async (client: CubeApi) => (await client.load(queryOf())).rawData()[0]![count];
    expect(await total(cube(ofAll.token, { apiUrl }))).toBe(27);
    expect(await total(cube(`Bearer ${ofPlan.token}`, { apiUrl }))).toBe(14);
    const headers = { Cookie: rep.cookie };
    expect(await total(cube(undefined as never, { apiUrl, headers }))).toBe(14);
    await expect(cube('no-token', { apiUrl, headers }).load(queryOf())).rejects.toMatchObject({
      status: 401,
      response: { error: 'Please sign in.' },
    });
  });

  it('that is missing leaves authentication to the session', async () => {
    for (const authorization of [noToken, '', 'Bearer', `Bearer ${noToken}`]) {
      const client = applications.asking(authorization);
      expect(await statusOf(client)).toBe(401);
      client.cookie = rep.cookie;
      expect(await members(client)).toBe(14);
    }
  });

  it('takes precedence over a session: a wrong one is refused, a right one authenticates', async () => {
    const client = applications.asking('something else');
    client.cookie = importing.admin.cookie;
    expect(await client.request('/cubejs-api/v1/meta')).toMatchObject({
      status: 401,
      body: { error: 'Please sign in.' },
    });
    expect(await client.request('/api/plan?name=')).toMatchObject({
      status: 401,
      body: { message: 'Please sign in.' },
    });
    client.authorization = ofPlan.token;
    expect(await members(client)).toBe(14);
    expect(await statusOf(client, '/api/applications')).toBe(403);
  });

  it('is not accepted as a session, nor a session as a token', async () => {
    const client = importing.api.client();
    client.cookie = `superscope=${ofAll.token}`;
    expect(await statusOf(applications.asking(ofAll.token))).toBe(200);
    expect(await statusOf(client)).toBe(401);
    expect(await statusOf(applications.asking(rep.cookie.replace('superscope=', '')))).toBe(401);
  });

  it('reaches the plans of its application, and is refused others like a company representative', async () => {
    const client = applications.asking(ofPlan.token);
    for (const each of [client, rep]) {
      expect(await members(each)).toBe(14);
      expect(await members(each, otherPlan)).toBe(403);
      expect(await statusOf(each, `/api/plan/${otherPlan}`)).toBe(403);
    }
    const ofNone = applications.asking((await withToken('of-none')).token);
    expect((await ofNone.request('/api/plan?name=')).body).toEqual([]);
    for (const asked of [undefined, plan]) expect(await members(ofNone, asked)).toBe(403);
  });

  it("never gets Staff's exact view, not even with access to all plans", async () => {
    const query = encodeURIComponent(JSON.stringify(queryOf()));
    const headers = { 'X-Audience': 'staff' };
    const answer = await applications.asking(ofAll.token).request(`/cubejs-api/v1/load?query=${query}`, { headers });
    expect(answer).toMatchObject({ status: 403, body: { error: expect.stringMatching(/^Only Staff/) as string } });
  });

  it('is checked again while a stream of changes is open', async () => {
    const { userId, token, tokenId } = await withToken('listening', { kind: 'allPlans' });
    const asked = { headers: { authorization: token } } as FastifyRequest;
    const resolver = importing.api.app.get(PrincipalResolver);
    expect(await resolver.peek(asked)).toMatchObject({ userId, role: 'Application', scope: { kind: 'all' } });
    await importing.admin.request(`/api/applications/${userId}/tokens/${tokenId}`, { method: 'DELETE' });
    expect(await resolver.peek(asked)).toBeNull();
  });
});

describe('an import', () => {
  const file = csv('providerId,name', 'PR1,Harbour Advice');

  it('can be started and followed by an application', async () => {
    const client = applications.asking(`Bearer ${ofAll.token}`);
    const { status, body } = await importing.upload(file, '', client);
    expect([status, body.rows]).toEqual([202, 1]);
    expect(await importing.ended(body.importId!, client)).toMatchObject({ state: 'completed', written: 1 });
    for await (const event of importing.engines.store.read(`import-${body.importId!}`))
      if (event.type === 'ImportAccepted')
        expect(event).toMatchObject({ metadata: { actor: ofAll.userId, role: 'Application' } });
  });

  it('is refused to a company representative, and to an application beyond its plan', async () => {
    expect((await importing.upload(file, '', rep)).status).toBe(403);
    expect((await importing.upload(file, '', applications.asking(ofPlan.token))).status).toBe(403);
  });

  it('is a write and requires the header of Superscope’s own client', async () => {
    const init = { method: 'POST', headers: { 'X-Requested-By': 'another site' } };
    expect((await applications.asking(ofAll.token).request('/api/csv/import', init)).status).toBe(403);
  });
});

describe('a token that is no longer valid', () => {
  const refusedSoon = (client: ApiClient) =>
    expect.poll(() => statusOf(client), { timeout: 30_000, interval: 100 }).toBe(401);

  it('is refused within seconds of being revoked, while others of its application stay valid', async () => {
    const { userId, tokenId, token } = await withToken('rotating');
    const next = await applications.issue(userId);
    const client = applications.asking(token);
    expect(await statusOf(client)).toBe(200);
    await importing.admin.request(`/api/applications/${userId}/tokens/${tokenId}`, { method: 'DELETE' });
    await refusedSoon(client);
    expect(await statusOf(applications.asking(next.token))).toBe(200);
  });

  it('is refused together with all others once its application is deactivated', async () => {
    const { userId, token } = await withToken('leaving');
    const client = applications.asking(token);
    expect(await statusOf(client)).toBe(200);
    await importing.engines.store.transact(userStream, userId, deactivateUser, byTest());
    await refusedSoon(client);
  });

  it('is refused once it has expired, and a year after it was issued even without an end', async () => {
    const userId = await applications.register('expiring');
    const issuedBetween = async (issuedAt: string, expiresAt: string | null) => {
      const [tokenId, secret] = [randomUUID(), newSecret()];
      const issued = { tokenId, secretHash: secretHashOf(secret), label: 'x', issuedAt, expiresAt };
      // Written as events, since the api would not issue these.
      const anyToken = (): UserEvent[] => [{ type: 'ApplicationTokenIssued', data: { userId, ...issued } }];
      await importing.engines.store.transact(userStream, userId, anyToken, byTest());
      return applications.asking(tokenText({ userId, tokenId, secret }));
    };
    expect(await statusOf(await issuedBetween('2024-01-01T00:00:00.000Z', '2024-01-02T00:00:00.000Z'))).toBe(401);
    for (const end of ['9999-01-01T00:00:00.000Z', null]) {
      const aMonthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString();
      expect(await statusOf(await issuedBetween('2024-01-01T00:00:00.000Z', end))).toBe(401);
      expect(await statusOf(await issuedBetween(aMonthAgo, end))).toBe(200);
    }
  });

  it('is refused when a part of it belongs to another token', async () => {
    const secretOf = (token: string) => token.slice(-43);
    for (const wrong of [
      ofAll.token.slice(0, -43) + newSecret(),
      ofAll.token.slice(0, -43) + secretOf(ofPlan.token),
      tokenText({ userId: ofAll.userId, tokenId: randomUUID(), secret: secretOf(ofAll.token) }),
      ofAll.token.replace(ofAll.userId, ofPlan.userId),
      ofAll.token.replace(ofAll.userId, 'admin'),
      ofAll.token.replace(ofAll.userId, 'nobody'),
    ])
      expect(await statusOf(applications.asking(wrong))).toBe(401);
  });
});

describe('the cost of a token', () => {
  it('is one lookup for thirty concurrent requests, and none for a malformed token', async () => {
    const { token } = ofAll;
    await importing.derived();
    const load = vi.spyOn(importing.api.app.get(EventStore), 'load');
    const looks = () => load.mock.calls.filter(([stream]) => stream.category === 'user').length;
    const client = applications.asking(token);
    // The api may learn only now that an account has changed, and then looks up everybody again.
    await vi.waitFor(async () => {
      importing.api.app.get(RequestPrincipalResolver).forgetAll();
      load.mockClear();
      const answers = await Promise.all(Array.from({ length: 30 }, () => statusOf(client)));
      expect([new Set(answers), looks()]).toEqual([new Set([200]), 1]);
    }, 30_000);
    for (const malformed of ['x', `${token}x`, 'ssa_', `Basic ${token}`, 'x'.repeat(10_000)])
      expect(await statusOf(applications.asking(malformed))).toBe(401);
    expect(looks()).toBe(1);
    load.mockRestore();
  });
});
