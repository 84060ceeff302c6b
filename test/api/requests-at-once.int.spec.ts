import { mostStreams } from '@superscope/api/platform/http/event-streams';
import { mostWaitingRequests } from '@superscope/api/platform/http/waiting-requests.interceptor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let staff: ApiClient;
beforeAll(async () => {
  engines = await startWithAccounts();
  api = await startApi(engines);
  staff = api.client();
  await staff.signIn('staff');
});
afterAll(async () => {
  await api.stop();
  await engines.stop();
});

describe('event streams', () => {
  it(`are limited to ${mostStreams} per session; a closed one makes room`, async () => {
    const leaving: AbortController[] = [];
    const follow = async (client: ApiClient) => {
      const { signal } = (leaving[leaving.length] = new AbortController());
      const { status } = await fetch(`${api.url}/api/changes`, { signal, headers: { Cookie: client.cookie } });
      return status;
    };
    for (let i = 0; i < mostStreams; i += 1) expect(await follow(staff)).toBe(200);
    const refused = await staff.request('/api/changes');
    expect([refused.status, refused.body.message]).toEqual([
      429,
      expect.stringMatching(/^This session follows changes 5 times/),
    ]);
    const other = api.client();
    await other.signIn('staff');
    expect(await follow(other)).toBe(200);
    leaving[0]!.abort();
    await expect.poll(() => follow(staff)).toBe(200);
    // A HEAD request does not count.
    leaving[1]!.abort();
    await expect.poll(async () => (await staff.request('/api/changes', { method: 'HEAD' })).status).toBe(200);
    for (let i = 0; i < 10; i += 1) expect((await staff.request('/api/changes', { method: 'HEAD' })).status).toBe(200);
    for (const each of leaving) each.abort();
  });
});

describe('requests that wait', () => {
  /** Waits for an event that is never projected here. */
  const waiting = { headers: { 'X-After': 'plan-PF.a@999999999/999999999' } };

  it(`are limited to ${mostWaitingRequests} per user; other users are answered meanwhile`, async () => {
    const asked = Array.from({ length: mostWaitingRequests + 10 }, () => staff.request('/api/authentication', waiting));
    const first = await Promise.race(asked);
    expect([first.status, first.body.message]).toEqual([429, expect.stringMatching(/^50 of your requests wait/)]);
    const auditor = api.client();
    expect((await auditor.signIn('auditor')).status).toBe(200);
    expect((await auditor.request('/api/authentication')).status).toBe(200);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(mostWaitingRequests);
    await expect.poll(async () => (await staff.request('/api/authentication')).status).toBe(200);
  });

  it('count until their work ends, also when their clients hang up, and leave no place taken', async () => {
    const leaving = new AbortController();
    const asked = Array.from({ length: mostWaitingRequests }, () =>
      staff.request('/api/authentication', { ...waiting, signal: leaving.signal }),
    );
    await expect.poll(async () => (await staff.request('/api/authentication')).status).toBe(429);
    leaving.abort();
    for (const each of asked) await expect(each).rejects.toThrow();
    expect((await staff.request('/api/authentication')).status).toBe(429);
    await expect.poll(async () => (await staff.request('/api/authentication')).status).toBe(200);
    const all = Array.from({ length: mostWaitingRequests }, () => staff.request('/api/authentication'));
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('leave no place taken when their clients hang up on a file', async () => {
    const auditor = api.client();
    await auditor.signIn('auditor');
    const file = '/api/authentication/accessCsv?on=2026-01-01';
    expect((await auditor.request(file)).status).toBe(200);
    for (let i = 0; i < mostWaitingRequests + 10; i += 1) {
      const leaving = new AbortController();
      const asked = fetch(`${api.url}${file}`, { signal: leaving.signal, headers: { Cookie: auditor.cookie } });
      // Some before it is made, some while it is sent.
      if (i % 2 === 0) await asked;
      leaving.abort();
      await asked.catch(() => undefined);
    }
    await expect.poll(async () => (await auditor.request(file)).status).toBe(200);
    const all = Array.from({ length: mostWaitingRequests }, () => auditor.request(file));
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});
