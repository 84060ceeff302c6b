import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describe as described, send, type RawRequest } from '../fuzz/raw-http.js';
import { startApi } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';

const token = 'the-token-of-this-monitoring';
let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  engines = await startWithAccounts();
  const web = join(engines.folder, 'web');
  mkdirSync(join(web, 'assets'), { recursive: true });
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>The client</title>');
  writeFileSync(join(web, 'assets', 'client.js'), '');
  writeFileSync(join(engines.folder, 'token'), `${token}\n`);
  api = await startApi(engines, {
    SUPERSCOPE_WEB: web,
    SUPERSCOPE_MONITORING_TOKEN_FILE: join(engines.folder, 'token'),
    SUPERSCOPE_TRUSTED_PROXIES: '127.0.0.1',
    SUPERSCOPE_SECURE_COOKIES: 'true',
  });
});
afterAll(async () => {
  await api.stop();
  await engines.stop();
});

describe.each(['/metrics', '/api/docs'])('%s', (path) => {
  const ask = (headers: Record<string, string> = {}) => fetch(`${api.url}${path}`, { headers });
  const passedOn = { 'X-Forwarded-For': '203.0.113.5' };

  it('is open to programs on this machine, and to callers with the token', async () => {
    expect((await ask()).status).toBe(200);
    expect((await ask({ ...passedOn, Authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await ask({ ...passedOn, Authorization: `Bearer ${token}s` })).status).toBe(401);
  });

  it('is closed to requests through a proxy, even if they claim to come from this machine', async () => {
    for (const headers of [
      passedOn,
      { 'X-Forwarded-For': '127.0.0.1' },
      { Forwarded: 'for=127.0.0.1' },
      { Via: '1.1 x' },
    ])
      expect((await ask(headers as Record<string, string>)).status).toBe(401);
  });

  it('is open to users whose role has the right', async () => {
    const statusFor = async (username: string) => {
      const client = api.client();
      await client.signIn(username);
      return (await client.request(path, { headers: passedOn })).status;
    };
    expect(await statusFor('devops')).toBe(200);
    expect(await statusFor('companyrep')).toBe(403);
  });
});

describe('every answer', () => {
  const names = [
    ...['content-security-policy', 'x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy'],
    ...['permissions-policy', 'strict-transport-security'],
  ];
  const expectHeaders = async (request: Partial<RawRequest>) => {
    const whole = { method: 'GET', target: '/', headers: [], body: null, ...request };
    const answer = await send(api.url, whole);
    expect(
      names.filter((name) => !answer.headers.has(name)),
      `${described(whole)}: ${answer.status}`,
    ).toEqual([]);
    return answer;
  };

  it.each([
    [200, { target: '/' }],
    [200, { target: '/assets/client.js' }],
    [404, { target: '/assets/none.js' }],
    [404, { target: '/api/nothing' }],
    [404, { target: '/api/nothing', method: 'DELETE' }],
    [404, { target: '/api/health', method: 'OPTIONS' }],
    [200, { target: '/api/health', method: 'HEAD' }],
    [200, { target: '/metrics' }],
    [200, { target: '/metrics', method: 'HEAD' }],
    [401, { target: '/api/plan' }],
    [401, { target: '/cubejs-api/v1/meta' }],
    [403, { target: '/api/authentication', method: 'POST' }],
    [302, { target: '/api/authentication/staff' }],
    [400, { target: '/api/plan/%zz' }],
    [414, { target: `/api/plans/${'x'.repeat(101)}/close`, method: 'POST' }],
    [400, { target: '/api/health', headers: [['A header', 'x']] as const }],
    [431, { target: '/api/health', headers: [['X-Long', 'x'.repeat(20_000)]] as const }],
    [417, { target: '/api/health', headers: [['Expect', 'the unexpected']] as const }],
  ])('has the security headers (%i)', async (status, request) => {
    expect((await expectHeaders(request)).status).toBe(status);
  });

  it('has them also as an event stream, together with the request id', async () => {
    const client = api.client();
    await client.signIn('staff');
    const headers = [['Cookie', client.cookie]] as const;
    const { status, headers: answered } = await expectHeaders({ target: '/api/changes', headers });
    expect(status).toBe(200);
    expect(answered.get('content-type')).toBe('text/event-stream');
    expect(answered.get('cache-control')).toBe('no-store');
    expect(answered.has('x-correlation-id')).toBe(true);
  });

  it('is never cached where it may contain figures, and is cached by browsers for built files', async () => {
    const kept = async (target: string) => (await expectHeaders({ target })).headers.get('cache-control');
    expect(await kept('/api/plan')).toBe('no-store');
    expect(await kept('/cubejs-api/v1/load')).toBe('no-store');
    expect(await kept('/assets/client.js')).toBe('public, max-age=31536000, immutable');
    expect(await kept('/')).toBe('no-cache');
  });
});
