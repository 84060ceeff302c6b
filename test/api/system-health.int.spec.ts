import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnChecks } from '@superscope/api/platform/checks/own-checks';
import { doctorReport, type DoctorArea, type DoctorCheck, type DoctorReport } from '@superscope/contracts/doctor';
import { devOpsNews, type DevOpsNews, type DevOpsNode, type DevOpsTree } from '@superscope/contracts/dev-ops';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { newsStream, replaceNews } from '@superscope/domain/news/news';
import { processNotesOf } from '@superscope/event-store/processes/process-notes';
import { applySchema } from '@superscope/projector/schema/apply-schema';
import type { Projector } from '@superscope/projector/runtime/projector';
import { NightlyDigests } from '@superscope/projector/history/nightly-digests';
import { rebuild } from '@superscope/projector/rebuild/rebuild';
import { RebuildJournal } from '@superscope/projector/rebuild/rebuild-journal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOfParts } from '../harness/as-of-runner.js';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { repository } from '../harness/repository.js';
import { quiet, type PortalEngines } from '../harness/portal-engines.js';
import { startProjecting } from '../harness/projecting.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp, eventually } from '../harness/set-aside.js';
import { describeAlerts } from './alerts-told.js';

const doctorMain = join(repository, 'apps/api/dist/operations/doctor/doctor.main.js');
const began = sydneyDate(new Date());
let engines: PortalEngines;
let projector: Projector;
let api: Awaited<ReturnType<typeof startApi>>;
let devops: ApiClient;

beforeAll(async () => {
  ({ engines, projector } = await startProjecting());
  const plan = new SamplePlan(engines.store, engines.identity, 'PF.a');
  await plan.register(4);
  await plan.month('2025-10', 40_000);
  api = await startApi(engines);
  devops = api.client();
  await devops.signIn('devops');
  await caughtUp(engines, projector);
});
afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

async function health(): Promise<SystemHealth> {
  const { status, body } = await devops.request('/api/system-health');
  expect(status).toBe(200);
  // DevOps see nothing of plans and members.
  expect(JSON.stringify(body)).not.toMatch(/PF\.a|PF\.none|surname/i);
  return body as unknown as SystemHealth;
}

const rebuildParts = () => ({
  store: engines.store,
  live: engines.target(),
  rebuilt: engines.target('_rebuild'),
  ops: engines.mongo.db('ops'),
  ...engines.readModels,
  log: quiet,
});

/** As GitHub makes an anchor of a heading. */
const anchors = (markdown: string) =>
  [...markdown.matchAll(/^### Alert: (.+)$/gm)].map(([, title]) => title!.toLowerCase());

describe('the page of operations', () => {
  it('has a paragraph of operations.md for each of the product’s own checks', () => {
    const known = anchors(readFileSync(join(repository, 'docs/operations.md'), 'utf8'));
    const titles = api.app.get(OwnChecks).titles();
    expect(titles.length).toBeGreaterThan(20);
    expect(titles.filter((title) => !known.includes(title.toLowerCase()))).toEqual([]);
  });

  it('shows the key vault if it has its own MongoDB', async () => {
    const names = async () => (await health()).engines.map(({ name }) => name);
    expect(await names()).toEqual(['eventStore', 'mongo', 'clickhouse']);
    const apart = await startApi(engines, { VAULT_MONGODB_URL: engines.urls.mongo });
    const client = apart.client();
    await client.signIn('devops');
    const { engines: told } = (await client.request('/api/system-health')).body as unknown as SystemHealth;
    await apart.stop();
    expect(told.at(-1)).toMatchObject({ name: 'vault', reachable: true });
  });

  it('shows who forwards to any api without being named as a proxy, told once in the log', async () => {
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    const forward = (url: string, chain: string) =>
      fetch(`${url}/api/health`, { headers: { 'X-Forwarded-For': chain } });
    const other = await startApi(engines, { LOG_LEVEL: 'warn' }, logTo);
    for (let i = 0; i < 3; i += 1) await forward(other.url, '203.0.113.9');
    const shown = async () => (await health()).unknownProxies;
    const proxy = { address: '127.0.0.1', header: 'X-Forwarded-For' };
    await expect.poll(shown, { timeout: 30_000 }).toMatchObject([{ ...proxy, requests: 3 }]);
    await forward(api.url, '203.0.113.77');
    await forward(other.url, '203.0.113.9');
    await expect.poll(shown, { timeout: 30_000 }).toMatchObject([{ ...proxy, requests: 5 }]);
    await other.stop();
    const told = lines.filter((line) => line.includes('SUPERSCOPE_TRUSTED_PROXIES'));
    expect(told.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 40, ...proxy }]);
  });

  it('judges senders anew under another setting, and keeps the one that forwards most among many made-up ones', async () => {
    const stored = engines.mongo.db('ops').collection('unknown_proxies');
    const at = new Date();
    const madeUp = Array.from({ length: 60 }, (_, i) => `198.51.100.${i}`);
    const document = (address: string) => ({ _id: address, address, setting: '', header: 'Forwarded', requests: 1 });
    await stored.insertMany(madeUp.map((address) => ({ ...document(address), firstAt: at, at })) as never[]);
    const named = await startApi(engines, { SUPERSCOPE_TRUSTED_PROXIES: '127.0.0.1' });
    const client = named.client();
    await client.signIn('devops');
    const shown = async () => (await client.request('/api/system-health')).body['unknownProxies'];
    expect(await shown()).toEqual([]);
    const headers = { 'X-Forwarded-For': '203.0.113.9, 10.9.9.9' };
    for (let i = 0; i < 2; i += 1) await client.request('/api/health', { headers });
    expect(await shown()).toMatchObject([{ address: '10.9.9.9', requests: 2 }]);
    await named.stop();
    expect(await stored.countDocuments()).toBe(50);
    const proxies = (await health()).unknownProxies;
    expect(proxies).toHaveLength(5);
    expect(proxies[0]).toMatchObject({ address: '127.0.0.1', requests: 5 });
  });

  it('shows the lag of the feed in events and in seconds', async () => {
    const { checkpoints, eventsBehind, secondsBehind, relay } = await health();
    expect({ eventsBehind, secondsBehind, relay }).toEqual({
      eventsBehind: { count: 0, orMore: false },
      secondsBehind: 0,
      relay: null,
    });
    expect(checkpoints).toMatchObject([{ partition: 'all', eventsBehind: 0, secondsBehind: 0 }]);
    await projector.stop();
    const item = { topic: 'Super', date: '2026-01-01', title: 'A title', summary: 'A summary', body: ['A paragraph'] };
    await engines.store.transact(newsStream, '', replaceNews([item, item, item, item]), byTest());
    const behind = await health();
    expect(behind.eventsBehind).toEqual({ count: 1, orMore: false });
    expect(behind.checkpoints).toMatchObject([{ partition: 'all', eventsBehind: 1 }]);
    expect(behind.secondsBehind).toBeGreaterThanOrEqual(0);
    projector = await engines.projector();
    await projector.start();
    await caughtUp(engines, projector);
  });

  it('shows the phase, rows and events of a running rebuild', async () => {
    expect((await health()).rebuild).toBeNull();
    const target = engines.target('_rebuild');
    await target.clear();
    const journal = new RebuildJournal(engines.mongo.db('ops'), target, null);
    journal.note({ phase: 'replaying', events: 10, done: 1, total: 4 });
    journal.note({ phase: 'deriving', events: 40, done: 0, total: 2 });
    const running = await eventually(async () => {
      const { rebuild: found } = await health();
      return found?.phase === 'deriving' && found;
    });
    expect(running).toMatchObject({ state: 'running', only: null, events: 40, rows: 0, share: 0, secondsLeft: null });
    await journal.end('failed');
    expect((await health()).rebuild).toMatchObject({ state: 'failed', phase: 'deriving' });
    await target.drop();
  });

  it('shows the outcome of a rebuild, and counts differences without naming them', async () => {
    const phases = new Set<string>();
    const shares: number[] = [];
    const onProgress = ({ phase, done, total }: { phase: string; done: number; total: number }) => {
      phases.add(phase);
      if (phase === 'replaying' && total > 0) shares.push(done / total);
    };
    expect((await rebuild({ ...rebuildParts(), onProgress })).differences).toEqual([]);
    expect([...phases]).toEqual(['replaying', 'deriving', 'waiting', 'comparing', 'switching']);
    expect(shares.at(-1)).toBe(1);
    const switched = (await health()).rebuild!;
    expect(switched).toMatchObject({ state: 'switched', phase: 'switching', differences: 0, share: null });
    expect(switched.events).toBeGreaterThan(0);
    expect(switched.rows).toBeGreaterThan(0);

    await caughtUp(engines, projector);
    await engines.clickhouse.command({
      query: `INSERT INTO member_snapshot (plan_id, month, member_id, version) VALUES ('PF.a', '2001-01-01', generateUUIDv4(), 1)`,
    });
    expect((await rebuild(rebuildParts(), { only: 'memberSnapshots' })).switched).toBe(false);
    const differs = { state: 'differs', only: 'memberSnapshots', phase: 'comparing', differences: 1 };
    expect((await health()).rebuild).toMatchObject(differs);
  });

  it('lists waiting views of the past by an id that names no plan', async () => {
    const auditor = api.client();
    await auditor.signIn('auditor');
    const body = { planId: 'PF.a', moment: '2026-01-01T00:00:00Z' };
    const asked = await auditor.post('/api/history/views', body);
    expect(asked.status).toBe(200);
    const { history } = await health();
    expect(history).toMatchObject({ waiting: 1, running: 0, ready: 0, bytes: 0 });
    expect(history.pending).toMatchObject([{ id: asked.body['id'], state: 'waiting', phase: null }]);
  });

  it('counts waiting and running replays and their differences, and shows the last night of digests', async () => {
    const ops = engines.mongo.db('ops');
    expect(await health()).toMatchObject({
      history: { proofs: { waiting: 0, running: 0, differing: 0 }, digests: null },
    });
    const views = ops.collection<Record<string, unknown> & { _id: string }>('as_of_views');
    const of = { planId: 'PF.a', state: 'ready', askedBy: [], requestedAt: new Date() };
    const kept = (isEqual: boolean, late: number) => ({ isEqual, late, models: [] });
    const proofs = ['waiting', 'waiting', 'running', 'differs', 'equal'];
    await views.insertMany([
      ...proofs.map((state, i) => ({ ...of, _id: `proof${i}`, kept: null, proof: { state, kept: null } })),
      { ...of, _id: 'kept0', kept: kept(false, 0), proof: null },
      { ...of, _id: 'kept1', kept: kept(false, 3), proof: { state: 'equal', kept: kept(true, 0) } },
    ]);
    const signal = new AbortController().signal;
    const nightly = () => new NightlyDigests(asOfParts(engines), ops, quiet);
    const nights = ops.collection<{ _id: string; day: string }>('control');
    await nights.updateOne({ _id: 'planDigests' }, { $set: { day: '2020-01-01' } }, { upsert: true });
    expect((await health()).history.digests).toEqual({
      day: '2020-01-01',
      at: null,
      plans: null,
      kept: null,
      missed: null,
    });
    const night = nightly();
    await eventually(async () => {
      await night.turn(() => false, signal);
      return (await nights.findOne({ _id: 'planDigests' }))!.day !== '2020-01-01';
    });
    expect((await health()).history).toMatchObject({
      proofs: { waiting: 2, running: 1, differing: 2 },
      digests: { day: sydneyDate(new Date()), at: expect.any(String), plans: 1, kept: 1, missed: 0 },
    });
    await views.deleteMany({ _id: /^(proof|kept)/ });
  });

  it('says when nightly jobs ran last', async () => {
    const jobs = new Map((await health()).jobs.map((job) => [job.name, job]));
    expect(jobs.get('monthOpened')).toEqual({
      name: 'monthOpened',
      of: expect.stringMatching(/^\d{4}-\d\d$/) as string,
      at: expect.any(String) as string,
    });
    // Midnight may pass meanwhile.
    expect([began, sydneyDate(new Date())]).toContain(jobs.get('memberEventsProcessed')?.of);
    for (const { at } of jobs.values()) expect(at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('counts mails by their outcome, and shows announced maintenance', async () => {
    expect(await health()).toMatchObject({ outbox: { kept: 0, failed: 0 }, maintenance: null });
    const admin = api.client();
    await admin.signIn('admin');
    const notice = { message: 'Sunday night', from: '2026-01-01T00:00', to: '2148-01-01T00:00' };
    const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(notice) };
    expect((await admin.request('/api/maintenance', init)).status).toBe(200);
    await caughtUp(engines, projector);
    expect((await health()).maintenance).toMatchObject({ message: 'Sunday night', shown: true });
  });

  it('is for DevOps and Admins alone', async () => {
    for (const [username, status] of [
      ['admin', 200],
      ['staff', 403],
      ['auditor', 403],
      ['companyrep', 403],
    ] as const) {
      const client = api.client();
      await client.signIn(username);
      expect([username, (await client.request('/api/system-health')).status]).toEqual([username, status]);
    }
  });
});

describe('the doctor', () => {
  const examined = async (client = devops): Promise<DoctorReport> => {
    const { status, body } = await client.request('/api/doctor');
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/PF\.a|surname|127\.0\.0\.1/i);
    return body as unknown as DoctorReport;
  };
  /** `npm run doctor` with its exit status. */
  const command = (more: NodeJS.ProcessEnv, ...args: string[]) =>
    new Promise<{ code: number | null; out: string; error: string }>((resolve) => {
      const { eventStore, mongo, clickhouse } = engines.urls;
      const env = {
        ...process.env,
        EVENTSTORE_URL: eventStore,
        MONGODB_URL: mongo,
        CLICKHOUSE_URL: clickhouse,
        ...more,
      };
      const child = spawn(process.execPath, [doctorMain, ...args], { env });
      const said = { out: '', error: '' };
      child.stdout.on('data', (bytes: Buffer) => (said.out += bytes.toString()));
      child.stderr.on('data', (bytes: Buffer) => (said.error += bytes.toString()));
      child.once('close', (code) => resolve({ code, ...said }));
    });
  const of = ({ checks }: DoctorReport, area: DoctorArea) => checks.filter((check) => check.area === area);

  it('knows the embedded engines, that the schema is applied, and that no clock is wrong', async () => {
    const report = await examined();
    expect(of(report, 'engines').map(({ of, state, said }) => [of, state, said.split(' ')[0]])).toEqual([
      ['Event store', 'well', 'Embedded'],
      ['MongoDB', 'well', 'Embedded'],
      ['ClickHouse', 'well', 'Embedded'],
    ]);
    expect(of(report, 'schema').map(({ state }) => state)).toEqual(['well', 'well']);
    expect(of(report, 'clocks').slice(0, 2)).toMatchObject([
      { of: 'MongoDB', state: 'well' },
      { of: 'ClickHouse', state: 'well' },
    ]);
    expect(of(report, 'certificates')).toMatchObject([
      { of: 'Event store', state: 'well' },
      { of: 'Authority of the event store' },
    ]);
    expect(of(report, 'backup')).toMatchObject([{ state: 'attention', said: 'No backup is known.' }]);
    expect(report.state).toBe('attention');
  });

  it('says by its exit status what a script needs, and the same as System health', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'superscope-doctor-'));
    writeFileSync(join(folder, 'superscope-1-data.tar.gz'), '');
    await engines.mongo.db('ops').collection('history_proof').deleteMany({});
    const { code, out } = await command({ SUPERSCOPE_BACKUPS: folder, SUPERSCOPE_DATA: engines.folder }, '--json');
    const report = doctorReport.parse(JSON.parse(out));
    expect([code, report.state]).toEqual([1, 'attention']);
    expect(of(report, 'backup')).toMatchObject([{ state: 'well', said: 'The newest backup is 0 minutes old.' }]);
    expect(of(report, 'disk').map(({ of }) => of)).toEqual(['Data folder', 'Backups']);
    const seen = ({ area, of, state }: DoctorCheck) => `${area} ${of} ${state}`;
    const here = (await examined()).checks.filter(({ area }) => area === 'engines' || area === 'schema');
    expect(report.checks.filter(({ area }) => area === 'engines' || area === 'schema').map(seen)).toEqual(
      here.map(seen),
    );
    rmSync(folder, { recursive: true });
  });

  it('says what an upgrade would do to a store of an earlier version', async () => {
    const ops = engines.mongo.db('ops');
    await ops.collection('sessions').dropIndex('userId_1');
    await engines.clickhouse.command({ query: 'DROP TABLE salesforce_receipt SYNC' });
    await processNotesOf(ops).insertOne({
      _id: 'elsewhere/1/a',
      kind: 'projector',
      version: '0.0.9',
      startedAt: new Date(),
      at: new Date(),
      memoryBytes: 1,
      clockAheadMs: -90_000,
    });
    const { code, out } = await command({});
    expect(code).toBe(1);
    expect(out).toContain(
      'version 0.1.0 wants more: one table (salesforce_receipt) and one index (ops.sessions userId_1).',
    );
    expect(out).toContain('An upgrade from version 0.0.9 to 0.1.0 makes one table and makes one index.');
    expect(out).toContain('At least 90 s behind.');
    await processNotesOf(ops).deleteOne({ _id: 'elsewhere/1/a' });
    await applySchema({
      mongo: engines.mongo,
      vaultMongo: engines.mongo,
      clickhouse: engines.clickhouse,
      kind: { cluster: null },
      log: quiet,
    });
    expect((await command({})).out).toMatch(/ok +Applied: Everything that version 0\.1\.0 wants is there/);
  });

  it('finds an engine that is away broken, without its address or password', async () => {
    const { code, out } = await command({ CLICKHOUSE_URL: 'http://superscope:secret@127.0.0.1:9/' });
    expect(code).toBe(2);
    expect(out).toMatch(/BROKEN +ClickHouse: Does not answer\./);
    expect(out).toContain('Something is broken.');
    expect(out).not.toContain('secret');
  });

  it('ends with another status if it cannot look', async () => {
    expect(await command({ MONGODB_URL: '' })).toMatchObject({
      code: 3,
      error: expect.stringContaining('MONGODB_URL'),
    });
    expect(await command({}, '--nonsense')).toMatchObject({ code: 3, error: expect.stringContaining('--nonsense') });
    expect(await command({}, '--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('3 if it could not look'),
    });
  });

  it('is for DevOps and Admins alone', async () => {
    for (const [username, status] of [
      ['admin', 200],
      ['staff', 403],
      ['auditor', 403],
    ] as const) {
      const client = api.client();
      await client.signIn(username);
      expect([username, (await client.request('/api/doctor')).status]).toEqual([username, status]);
    }
  });
});

describe('developer operations', () => {
  const paths = ['/api/devops/batches', '/api/devops/containers/tree', '/api/devops/monitors/tree'] as const;
  const tree = async (path: (typeof paths)[number], client = devops): Promise<DevOpsTree> => {
    const { status, body } = await client.request(path);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/PF\.a|surname/i);
    return body as unknown as DevOpsTree;
  };
  const found = (nodes: readonly DevOpsNode[], label: string): DevOpsNode | undefined =>
    nodes.find((node) => node.label === label) ??
    nodes.map(({ children }) => found(children, label)).find((node) => node !== undefined);

  it('read what runs, on what, and what complains', async () => {
    const journal = new RebuildJournal(engines.mongo.db('ops'), engines.target('_rebuild'), null);
    journal.note({ phase: 'replaying', events: 1, done: 1, total: 4 });
    await journal.end('failed');
    const batches = await tree(paths[0]);
    expect(batches.label).toBe('Batch Jobs');
    expect(found(batches.children, 'By the clock')!.description).toMatch(/^\d+ runs by the clock/);
    const containers = await tree(paths[1]);
    expect(containers.children.map(({ label }) => label)).toEqual(['Engines', 'Processes', 'Leases']);
    expect(found(containers.children, 'MongoDB')).toMatchObject({ state: 'well' });
    const running = await eventually(async () => {
      const own = found((await tree(paths[1])).children, 'api');
      return own !== undefined && own.children.length > 0 && own;
    });
    expect(running).toMatchObject({ state: 'well', children: [{ at: { reads: 'up' } }] });
    const monitors = await tree(paths[2]);
    expect(monitors.description).toMatch(/^PROMETHEUS_URL is not set/);
    expect(found(monitors.children, 'Rebuild failed')).toMatchObject({ state: 'failed', at: { reads: 'since' } });
    const since = found(monitors.children, 'Rebuild failed')!.at;
    expect(found((await tree(paths[2])).children, 'Rebuild failed')!.at).toEqual(since);
  });

  it('read a process as gone once it has ended', async () => {
    const other = await startApi(engines);
    const processes = async () => found((await tree(paths[1])).children, 'api')!.children.length;
    await expect.poll(processes, { timeout: 30_000 }).toBe(2);
    await other.stop();
    expect(await processes()).toBe(1);
  });

  it('follow the trees: all at once, then only what changed', async () => {
    const leaving = new AbortController();
    const headers = { Cookie: devops.cookie };
    const answer = await fetch(`${api.url}/api/devops/live`, { headers, signal: leaving.signal });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    let told: DevOpsNews[] = [];
    let text = '';
    // Work that begins or ends meanwhile is news, so that the first readings may all tell of it.
    const isQuiet = ({ trees, unread }: DevOpsNews) => trees.batches === undefined && unread.length === 0;
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      told = [...text.matchAll(/^event: trees\ndata: (.*)\n\n/gm)].map(([, data]) =>
        devOpsNews.parse(JSON.parse(data!)),
      );
      if (told.slice(1).some(isQuiet)) break;
    }
    leaving.abort();
    // What could not be read in time the first time is told later.
    const names = new Set(told.flatMap(({ trees }) => Object.keys(trees)));
    expect(names).toEqual(new Set(['batches', 'containers', 'monitors']));
    expect([...Object.keys(told[0]!.trees), ...told[0]!.unread].toSorted()).toEqual([...names].toSorted());
    expect(text).not.toMatch(/PF\.a|surname/i);
  });

  it('read the alerts of a Prometheus, and the product’s own while it does not answer', async () => {
    const alert = { labels: { alertname: 'ApiDown' }, annotations: { summary: 'No api answers' }, state: 'firing' };
    let status = 200;
    const server = createServer((request, response) => {
      const data = request.url!.startsWith('/api/v1/alerts') ? { alerts: [alert] } : { groups: [] };
      response.writeHead(status).end(JSON.stringify({ status: 'success', data }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const watched = await startApi(engines, { PROMETHEUS_URL: `http://${place}` });
    const client = watched.client();
    await client.signIn('devops');
    const told = await tree(paths[2], client);
    expect(told.description).toBe(`Prometheus at ${place}`);
    expect(told.children[0]).toMatchObject({ label: 'ApiDown', description: 'No api answers', state: 'failed' });
    status = 503;
    const own = await tree(paths[2], client);
    expect(own.children[0]).toMatchObject({
      label: 'Prometheus',
      description: `${place}: It answers with status 503.`,
      state: 'failed',
    });
    expect(found(own.children, 'Quiet')!.children.length).toBeGreaterThan(5);
    await watched.stop();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  it.each([...paths, '/api/devops/live'])('is for DevOps and Admins alone: %s', async (path) => {
    for (const [username, status] of [
      ['admin', 200],
      ['staff', 403],
      ['auditor', 403],
      ['authorisedrep', 403],
      ['companyrep', 403],
    ] as const) {
      const client = api.client();
      await client.signIn(username);
      const answer = await client.request(path, { method: path.endsWith('live') ? 'HEAD' : 'GET' });
      expect([username, answer.status]).toEqual([username, status]);
    }
  });
});

describeAlerts(() => engines);
