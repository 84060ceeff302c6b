import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { freePort } from '../harness/free-port.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { startRenderer } from '../harness/renderer.js';
import { requireWebClient } from '../harness/require-build.mjs';
import { SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

const own = 'TWR.P0001';
const foreign = 'LBE.P0009';

let engines: PortalEngines;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let renderer: Awaited<ReturnType<typeof startRenderer>>;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  const web = { SUPERSCOPE_WEB: requireWebClient() };
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  // The demo company representative belongs to TWR.P0001-E1.
  const plan = new SamplePlan(engines.store, engines.identity, own);
  await plan.figures();
  await plan.register(40);
  await plan.month('2026-03', 80_000);
  await new SamplePlan(engines.store, engines.identity, foreign).register(1);
  await caughtUp(engines, projector);
  const port = await freePort();
  renderer = await startRenderer({ portalUrl: `http://127.0.0.1:${port}` });
  api = await startApi(engines, { ...web, ...renderer.settings }, undefined, port);
});

afterAll(async () => {
  await api.stop();
  await renderer.stop();
  await projector.stop();
  await engines.stop();
});

const clients = new Map<string, ApiClient>();
async function as(username: string): Promise<ApiClient> {
  const known = clients.get(username) ?? api.client();
  if (!clients.has(username)) await known.signIn(username);
  clients.set(username, known);
  return known;
}
const chart = async (username: string, id: string, query: string) =>
  (await as(username)).request(`/api/charts/${id}?${query}`);

describe('a chart as a file', () => {
  it('is its table as HTML with what employers read, for every caller', async () => {
    const mine = await chart('companyrep', 'accountBalance-over-time', `planId=${own}`);
    expect([mine.status, mine.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const text = String(mine.body);
    expect(text).toMatch(/^<!doctype html>/);
    expect(text).toContain('<h1>Low account balance, over time</h1>');
    expect(text).toMatch(/<th scope="row">Mar 2026<\/th><td>[^<]+<\/td>/);
    expect(text).toContain(`Plan ${own}, `);
    // The file contains no scripts, styles or references to other files.
    expect(text).not.toMatch(/<script|<style|<link|<img|src=|href=|style=|class=/);
    expect((await chart('staff', 'accountBalance-over-time', `planId=${own}`)).body).toBe(mine.body);
  });

  it('is a picture named after the chart if one is requested', async () => {
    const answer = await (await as('companyrep')).request(`/api/charts/superscore?planId=${own}&format=png`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('content-disposition')).toContain('filename="superscore.png"');
    expect(String(answer.body).slice(1, 4)).toBe('PNG');
  });

  it('takes the same filters as the address of a page, also several values of one filter', async () => {
    const both = `planId=${own}&gender=Female&gender=Male&period=sincePlanStart`;
    const narrowed = await chart('companyrep', 'countMembers-by-salaryGroup', both);
    expect(narrowed.status).toBe(200);
    expect(String(narrowed.body)).toContain('<h1>Members by salary group and gender</h1>');
    const nobody = await chart('companyrep', 'superscore', `planId=${own}&company=TWR.none`);
    expect([nobody.status, nobody.body.message]).toEqual([
      409,
      'Filter selection returned no members. Remove a filter to see figures again.',
    ]);
  });

  it('is refused for plans out of reach, unknown charts and unknown values', async () => {
    const reach = { companyrep: 403, providerrep: 403, devops: 403 };
    for (const [username, status] of Object.entries(reach))
      expect([username, (await chart(username, 'superscore', `planId=${foreign}`)).status]).toEqual([username, status]);
    expect((await api.client().request(`/api/charts/superscore?planId=${own}`)).status).toBe(401);
    expect(await chart('staff', 'nothing', `planId=${own}`)).toMatchObject({
      status: 404,
      body: { message: 'There is no such chart.' },
    });
    expect((await chart('staff', 'superscore', 'planId=TWR.there-is-none')).status).toBe(404);
    for (const wrong of ['', `planId=${own}&gender=None`, `planId=${own}&format=pdf`, `planId=${own}&sex=Male`])
      expect([wrong, (await chart('staff', 'superscore', wrong)).status]).toEqual([wrong, 400]);
    expect((await chart('staff', 'superscore', `planId=${own}&planId=${foreign}`)).status).toBe(400);
  });
});
