import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { freePort } from '../harness/free-port.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { rendererSecret, startRenderer, startStandInRenderer } from '../harness/renderer.js';
import { requireWebClient } from '../harness/require-build.mjs';
import { SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

const own = 'TWR.P0001';
const foreign = 'LBE.P0009';

type Api = Awaited<ReturnType<typeof startApi>>;
let web: string;
let engines: PortalEngines;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  web = requireWebClient();
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  // The demo company representative belongs to TWR.P0001-E1.
  const plan = new SamplePlan(engines.store, engines.identity, own);
  await plan.figures();
  await plan.register(14);
  await plan.month('2026-01', 80_000);
  await new SamplePlan(engines.store, engines.identity, foreign).register(1);
  await caughtUp(engines, projector);
});

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await projector.stop();
  await engines.stop();
});

/** Starts an api with the web client and these settings. `as` signs a user in. */
async function start(settings: Record<string, string | undefined>, port = 0) {
  const api = await startApi(engines, { SUPERSCOPE_WEB: web, ...settings }, undefined, port);
  stops.push(api.stop);
  return { api, as: (username: string) => signedIn(api, username) };
}
async function signedIn(api: Api, username: string): Promise<ApiClient> {
  const client = api.client();
  await client.signIn(username);
  return client;
}

async function startStandIn(answer: Parameters<typeof startStandInRenderer>[0]) {
  const standIn = await startStandInRenderer(answer);
  stops.push(standIn.stop);
  return standIn;
}

const report = (client: ApiClient, currentPlan: unknown, period?: string) =>
  client.post('/pcm/', { data: { currentPlan, ...(period !== undefined && { period }) } });

describe('the PCM report', () => {
  it('is a PDF of the plan, made by Chromium of the page that people see', async () => {
    const port = await freePort();
    const renderer = await startRenderer({ portalUrl: `http://127.0.0.1:${port}` });
    stops.push(renderer.stop);
    const { as } = await start(renderer.settings, port);
    for (const plan of [own, { id: own, name: 'Its name' }]) {
      const answer = await report(await as('companyrep'), plan);
      expect([answer.status, answer.body.message]).toEqual([200, undefined]);
      expect(String(answer.body)).toMatch(/^%PDF-/);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toContain('attachment; filename="pcmreport.pdf"');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect(await report(await as('staff'), foreign)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^No figures yet\. /) },
    });
  });

  it('is made only for users who have the plan in reach; for others no page is rendered', async () => {
    const { asked, settings } = await startStandIn(async () => ({ status: 200, body: '%PDF-' }));
    const { api, as } = await start(settings);
    for (const username of ['companyrep', 'providerrep', 'devops'])
      expect([username, (await report(await as(username), foreign)).status]).toEqual([username, 403]);
    expect((await report(await as('devops'), own)).status).toBe(403);
    expect((await report(api.client(), own)).status).toBe(401);
    const forged = await (await as('staff')).post('/pcm/', { data: { currentPlan: own } }, { 'X-Requested-By': 'no' });
    expect(forged.status).toBe(403);
    expect((await report(await as('staff'), 'TWR.there-is-none')).status).toBe(404);
    expect((await report(await as('staff'), own, 'always')).status).toBe(400);
    expect(asked).toEqual([]);
    for (const username of ['companyrep', 'authorisedrep', 'staff', 'admin', 'auditor'])
      expect([username, (await report(await as(username), own, 'months3')).status]).toEqual([username, 200]);
    expect(asked.map(({ path, as: kind }) => [path, kind])).toContainEqual([
      `/report?plan=${own}&period=months3`,
      'pdf',
    ]);
  });

  it('is made with a token that reads only this plan as employers do, writes nothing, and expires with the report', async () => {
    let inTime: ApiClient | undefined;
    const seen: Record<string, unknown> = {};
    const { settings } = await startStandIn(async ({ token }) => {
      inTime = api.client();
      inTime.authorization = `Bearer ${token}`;
      const load = (planId: string, headers = {}) =>
        inTime!.post(
          '/cubejs-api/v1/load',
          {
            query: {
              measures: ['MemberSnapshot.countMembers'],
              filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
              timeDimensions: [{ dimension: 'MemberSnapshot.month', granularity: 'month' }],
            },
          },
          headers,
        );
      const statusOf = async (path: string) => (await inTime!.request(path)).status;
      seen['who'] = (await inTime.request('/api/authentication')).body.user;
      seen['figures'] = (await load(own)).status;
      seen['foreign figures'] = (await load(foreign)).status;
      seen['exact figures'] = (await load(own, { 'X-Audience': 'staff' })).status;
      seen['own plan'] = await statusOf(`/api/plan/${own}`);
      seen['foreign plan'] = await statusOf(`/api/plan/${foreign}`);
      seen['all plans'] = await statusOf('/api/plans');
      seen['spreadsheet'] = await statusOf(`/api/plans/${own}/analyticsSummaryCsv`);
      seen['another document'] = (await report(inTime, own)).status;
      seen['password'] = (await inTime.post('/api/authentication/passwordUpdate', {})).status;
      seen['import'] = (await inTime.post('/api/csv/import', {})).status;
      return { status: 200, body: '%PDF-' };
    });
    const { api, as } = await start(settings);
    expect((await report(await as('staff'), own)).status).toBe(200);
    expect(seen).toEqual({
      who: expect.objectContaining({ username: 'pcmreport', name: null, role: 'CompanyRep', planId: own }) as object,
      figures: 200,
      'foreign figures': 403,
      'exact figures': 403,
      'own plan': 200,
      'foreign plan': 403,
      'all plans': 403,
      spreadsheet: 403,
      'another document': 403,
      password: 403,
      import: 403,
    });
    // The api caches a credential for a moment.
    while ((await inTime!.request(`/api/plan/${own}`)).status === 200) await delay(50);
    expect((await inTime!.request(`/api/plan/${own}`)).status).toBe(401);
  });

  it('says in one sentence what is missing if no browser runs or there is no renderer', async () => {
    const port = await freePort();
    const renderer = await startRenderer({ portalUrl: `http://127.0.0.1:${port}`, chromiumPath: '/nowhere/chromium' });
    stops.push(renderer.stop);
    const { as } = await start(renderer.settings, port);
    expect(await report(await as('staff'), own)).toMatchObject({
      status: 501,
      body: { message: expect.stringMatching(/^CHROMIUM_PATH names \/nowhere\/chromium, .*install Chromium/) },
    });
    const without = await start({});
    expect(await report(await without.as('staff'), own)).toMatchObject({
      status: 501,
      body: { message: expect.stringContaining('Set RENDERER_URL and RENDERER_SECRET.') },
    });
    const away = await start({ RENDERER_URL: `http://127.0.0.1:${await freePort()}`, RENDERER_SECRET: rendererSecret });
    expect(await report(await away.as('staff'), own)).toMatchObject({
      status: 502,
      body: { message: 'The program that makes files does not answer. Please try again shortly.' },
    });
  });

  it('is given up when its page takes too long', async () => {
    // A page that never announces that it is drawn.
    const silent = createServer((_, response) => response.end());
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    stops.push(async () => {
      silent.closeAllConnections();
      silent.close();
    });
    const portalUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const renderer = await startRenderer({ portalUrl, seconds: 1 });
    stops.push(renderer.stop);
    const { as } = await start(renderer.settings);
    expect(await report(await as('staff'), own)).toMatchObject({
      status: 504,
      body: { message: 'The page of this file was not drawn within 1 second. Please try again.' },
    });
  });

  it('is limited to two files at a time for one person, so that others can use the renderer', async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { asked, settings } = await startStandIn(async () => {
      await held;
      return { status: 200, body: '%PDF-' };
    });
    const { as } = await start(settings);
    const staff = await as('staff');
    const first = [report(staff, own), report(staff, own)];
    while (asked.length < 2) await delay(20);
    expect(await report(staff, own)).toMatchObject({
      status: 429,
      body: { message: 'Two files are being made for you already. Please wait for one of them.' },
    });
    const other = report(await as('admin'), own);
    while (asked.length < 3) await delay(20);
    letGo();
    expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await report(staff, own)).status).toBe(200);
  });
});
