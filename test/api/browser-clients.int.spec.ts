import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';

const [plan, otherPlan] = ['TWR.P0001', 'LBE.P0009'];
const origin = 'https://super.example.com';
const flyer = `/api/plan/download/Guide.pdf?planId=${plan}`;

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let admin: ApiClient;
let userId: string;
let token: string;
let tokenId: string;

beforeAll(async () => {
  engines = await PortalEngines.start();
  projector = await engines.projector();
  await projector.start();
  for (const planId of [plan, otherPlan]) await new SamplePlan(engines.store, engines.identity, planId).register(1);
  const platform = { platformId: 'TWR', name: 'Tallowood', providerId: 'TALLOWOOD' };
  await engines.store.transact(platformStream, 'TWR', recordPlatform(platform), byTest());
  api = await startApi(engines);
  admin = api.client();
  await admin.signIn('admin');
  const body = { username: 'microsite', domain: 'super.example.com', contextId: 'TWR' };
  userId = String((await admin.post('/api/authentication/registerBrowserClient', body)).body['userId']);
  const issued = await admin.post(`/api/applications/${userId}/tokens`, { label: 'its pages' });
  [token, tokenId] = [String(issued.body['token']), String(issued.body['tokenId'])];
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'Guide.pdf');
  expect((await admin.request(`/api/plan/${plan}/flyers`, { method: 'POST', body: form })).status).toBe(200);
  await vi.waitFor(async () => expect((await admin.request(flyer)).status).toBe(200), { timeout: 10_000 });
});
afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const ask = (path: string, headers: Record<string, string>) => {
  const client = api.client();
  client.authorization = `Bearer ${token}`;
  return client.request(path, { headers });
};

describe('a token of a browser client', () => {
  it('reads flyers for pages of its domain, which the browser hands to them', async () => {
    const answer = await ask(flyer, { Origin: origin });
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([200, origin]);
    expect(answer.headers.get('Vary')).toContain('Origin');
  });

  it('is refused for pages of another domain, and outside a page', async () => {
    expect((await ask(flyer, { Origin: 'https://evil.example' })).status).toBe(401);
    expect((await ask(flyer, {})).status).toBe(401);
  });

  it('is refused for pages without TLS, also of clients that were registered before, except on the visitor’s own machine', async () => {
    expect((await ask(flyer, { Origin: 'http://super.example.com' })).status).toBe(401);
    const register = (username: string, domain: string) =>
      admin.post('/api/authentication/registerBrowserClient', { username, domain, contextId: 'TWR' });
    const message = 'A microsite’s pages are opened over https; only this computer’s own may use http.';
    for (const domain of ['http://plain.example.com', 'http://10.1.2.3:8080/join'])
      expect(await register('plain', domain)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'domain', message }] },
      });
    const path = `/api/authentication/users/${userId}`;
    const revision = { name: null, contextId: 'TWR', domain: 'http://plain.example.com' };
    const revised = await admin.request(path, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(revision),
    });
    expect(revised).toMatchObject({ status: 400, body: { errors: [{ field: 'domain', message }] } });
    for (const [name, host] of Object.entries({ here: 'localhost:5173', v4: '127.0.0.1:5173', v6: '[::1]:5173' })) {
      const registered = await register(name, `http://${host}/page`);
      expect(registered.status).toBe(201);
      const issued = await admin.post(`/api/applications/${String(registered.body['userId'])}/tokens`, { label: 'x' });
      const client = api.client();
      client.authorization = `Bearer ${String(issued.body['token'])}`;
      expect((await client.request(flyer, { headers: { Origin: `http://${host}` } })).status).toBe(200);
    }
  });

  it('reads no plan of another platform, and nothing but flyers', async () => {
    const foreign = `/api/plan/download/Guide.pdf?planId=${otherPlan}`;
    expect((await ask(foreign, { Origin: origin })).status).toBe(403);
    for (const path of ['/api/plan?name=', '/api/plans', `/api/plan/${plan}`, '/api/authentication', '/api/news'])
      expect([path, (await ask(path, { Origin: origin })).status]).toEqual([path, 403]);
  });

  it('is asked for by a preflight, which only pages of a known domain pass', async () => {
    const preflight = (from: string) =>
      api
        .client()
        .request(flyer, { method: 'OPTIONS', headers: { Origin: from, 'Access-Control-Request-Method': 'GET' } });
    const known = await preflight(origin);
    expect([known.status, known.headers.get('Access-Control-Allow-Headers')]).toEqual([204, 'Authorization']);
    for (const stranger of ['https://evil.example', 'http://super.example.com'])
      expect((await preflight(stranger)).headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('is listed with its last use', async () => {
    await ask(flyer, { Origin: origin });
    const listed = (await admin.request('/api/applications')).body as unknown as Record<string, unknown>[];
    const program = listed.find((each) => each['userId'] === userId)!;
    expect(program).toMatchObject({ role: 'BrowserClient', domain: 'super.example.com', contextName: 'Tallowood' });
    const [only] = program['tokens'] as { tokenId: string; lastUse: { address: string; uses: number } }[];
    expect(only).toMatchObject({ tokenId, lastUse: { address: '127.0.0.1' } });
    expect(only!.lastUse.uses).toBeGreaterThan(0);
  });

  it('ends with its revocation', async () => {
    const path = `/api/applications/${userId}/tokens/${tokenId}`;
    expect((await admin.request(path, { method: 'DELETE' })).status).toBe(200);
    await expect.poll(async () => (await ask(flyer, { Origin: origin })).status, { timeout: 10_000 }).toBe(401);
  });
});

describe('a token of an application', () => {
  it('that is bound to addresses is refused from elsewhere', async () => {
    const { body } = await admin.post('/api/applications', { username: 'bound', context: { kind: 'allPlans' } });
    const issue = async (addresses: string[]) =>
      admin.post(`/api/applications/${String(body['userId'])}/tokens`, { label: 'bound', addresses });
    const statusOf = async (addresses: string[]) => {
      const client = api.client();
      client.authorization = String((await issue(addresses)).body['token']);
      return (await client.request(`/api/plan/${plan}`)).status;
    };
    expect(await statusOf(['127.0.0.0/8'])).toBe(200);
    expect(await statusOf(['10.0.0.0/8', '192.168.1.1'])).toBe(401);
    expect((await issue(['somewhere'])).body.message).toBe('An address is like 10.1.2.3, a network like 10.1.2.0/24.');
  });
});
