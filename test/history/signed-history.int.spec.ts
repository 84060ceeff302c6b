import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { NightlyProof } from '@superscope/api/history/proof/nightly-proof';
import { Schedule } from '@superscope/api/work/schedule';
import { backup } from '@superscope/local/backup/backup';
import { restore } from '@superscope/local/backup/restore';
import { historySettings } from '@superscope/local/history/history-key';
import { EventStore } from '@superscope/event-store/event-store';
import { openLogFile } from '@superscope/embedded/event-store/log/schema';
import { rebuild } from '@superscope/projector/rebuild/rebuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { PortalEngines, quiet } from '../harness/portal-engines.js';
import { SamplePlan } from '../harness/sample-plan.js';
import { runLocalTool } from '../backup/run-local-tool.js';

let engines: PortalEngines;
let plan: SamplePlan;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ApiClient;
let folder: string;
let settings: NodeJS.ProcessEnv;

beforeAll(async () => {
  engines = await PortalEngines.start();
  folder = mkdtempSync(join(tmpdir(), 'superscope-signed-'));
  settings = historySettings(engines.folder, {});
  projector = await engines.projector();
  await projector.start();
  api = await startApi(engines, settings);
  // Stops the nightly signing, because these tests sign themselves.
  await api.app.get(Schedule).beforeApplicationShutdown();
  plan = new SamplePlan(engines.store, engines.identity, 'PF.a');
  await plan.figures();
  await plan.register(20);
  await plan.month('2025-12', 40_000);
  admin = api.client();
  await admin.signIn('admin');
});
afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the signing command as in a container, on the suite's engines. */
const sign = (more: NodeJS.ProcessEnv = {}) =>
  run('../../apps/api/dist/history/proof/sign-history.main.js', [], {
    EVENTSTORE_URL: engines.urls.eventStore,
    MONGODB_URL: engines.urls.mongo,
    CLICKHOUSE_URL: engines.urls.clickhouse,
    SUPERSCOPE_MASTER_KEY: engines.masterKey,
    ...settings,
    ...more,
  });
const verify = (...args: string[]) => runLocalTool(engines, 'history/verify-history.main.js', args);
/** Verifies on a data folder whose portal does not run, or on none. */
const verifyIn = (dataDir: string, ...args: string[]) =>
  run('../../deploy/local/dist/history/verify-history.main.js', args, { SUPERSCOPE_DATA: dataDir });

function run(module: string, args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; text: string }> {
  const file = fileURLToPath(new URL(module, import.meta.url));
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file, ...args], { env: { ...process.env, ...env } }, (_, out, error) =>
      resolve({ code: child.exitCode ?? 1, text: `${out}${error}` }),
    );
  });
}

const health = async () =>
  (await admin.request('/api/system-health')).body['proof'] as {
    signs: boolean;
    last: Record<string, unknown> | null;
    failedAt: string | null;
    daysWithout: number | null;
  };
const equal = (heads: string) => ({
  code: 0,
  text: expect.stringMatching(new RegExp(`(^|\n)\\d+ events, ${heads}, all equal\\.`)),
});

describe('the signed history', () => {
  it('is verified while the portal runs, and System health says so', async () => {
    expect(await health()).toEqual({ signs: true, last: null, failedAt: null, daysWithout: null });
    expect(await verify()).toMatchObject({ code: 1, text: expect.stringContaining('There are no heads') });
    expect(await sign()).toMatchObject({
      code: 0,
      text: expect.stringContaining('A new head is signed: 1 head covers'),
    });
    expect(await verify()).toMatchObject(equal('1 head'));
    expect((await health()).last).toMatchObject({ heads: 1, difference: null });
  });

  it('still verifies after a person was erased and the read models were rebuilt', async () => {
    const erased = plan.member(3).memberId;
    const erase = () => admin.post(`/api/members/${erased}/erase`, { reason: 'asked for it' });
    await expect.poll(async () => (await erase()).status).toBe(200);
    const parts = { store: engines.store, live: engines.target(), rebuilt: engines.target('_rebuild') };
    await rebuild({ ...parts, ops: engines.mongo.db('ops'), ...engines.readModels, log: quiet }, { accept: true });
    expect(await sign()).toMatchObject({ code: 0, text: expect.stringContaining('2 heads cover') });
    expect(await verify()).toMatchObject(equal('2 heads'));
  });

  it('can be verified by a third party alone, who finds a single changed byte', async () => {
    const out = join(folder, 'export');
    const exported = await runLocalTool(engines, 'history/export-history.main.js', ['--out', out]);
    expect(exported).toMatchObject({ code: 0, text: expect.stringContaining('Personal fields in it are encrypted.') });
    const key = join(folder, 'key-by-letter.pem');
    cpSync(join(out, 'public-key.pem'), key);
    const alone = (...args: string[]) => verifyIn(join(folder, 'nowhere'), '--export', out, ...args);
    expect(await alone('--key', key)).toMatchObject(equal('2 heads'));
    const file = join(out, 'events.ndjson.gz');
    const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
    const at = lines.findIndex((line) => line.includes('MemberRegistered'));
    expect(lines.join('')).not.toContain('Surname 4');
    lines[at] = lines[at]!.replace('2021-05-01', '2021-05-02');
    writeFileSync(file, gzipSync(lines.join('\n')));
    const found = await alone('--key', key);
    expect(found.code).toBe(1);
    expect(found.text).toContain(
      `event ${at + 1} is not what was recorded: MemberRegistered, revision 0 of stream member-`,
    );
  });

  it('is refused if somebody else signed the heads', async () => {
    const other = join(folder, 'other');
    const forged = historySettings(other, {});
    expect((await sign(forged)).code).toBe(0);
    const [theirs] = readdirSync(join(other, 'history'));
    const [ours] = readdirSync(join(engines.folder, 'history'));
    const key = join(engines.folder, 'history', ours!, 'public-key.pem');
    const refused = await verify('--heads', join(other, 'history', theirs!), '--key', key);
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('Head 1 is not signed by the key') });
    // System health shows the portal's own heads again.
    expect((await sign()).code).toBe(0);
  });
});

describe('a comparison', () => {
  it('is made by one process at a time', async () => {
    const leases = engines.mongo.db('ops').collection<{ _id: string }>('history_proof_leases');
    const lease = { owner: 'another', expiresAt: new Date(Date.now() + 3_600_000) };
    await leases.replaceOne({ _id: 'proof' }, lease, { upsert: true });
    expect(await sign()).toMatchObject({ code: 1, text: expect.stringContaining('Another process compares') });
    await leases.updateOne({ _id: 'proof' }, { $set: { expiresAt: new Date(0) } });
    expect((await sign()).code).toBe(0);
    expect(await leases.findOne({ _id: 'proof' })).toBeNull();
  });

  it('that cannot be completed is an error in the log and on System health until one succeeds', async () => {
    const lines: string[] = [];
    const log = new PassThrough().on('data', (line: Buffer) => lines.push(line.toString()));
    const another = await startApi(engines, { ...settings, LOG_LEVEL: 'warn' }, log);
    await another.app.get(Schedule).beforeApplicationShutdown();
    const look = () => another.app.get(NightlyProof).look();
    const proofs = engines.mongo.db('ops').collection<{ _id: string }>('history_proof');
    await proofs.updateOne({ _id: 'last' }, { $set: { at: new Date(Date.now() - 48 * 3_600_000) } });
    const store = another.app.get(EventStore);
    const stored = vi.spyOn(store, 'stored');
    const told = (level: number) =>
      lines.some((line) => line.includes(`"level":${level}`) && line.includes('the history could not be proven'));
    stored.mockImplementationOnce(() => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    });
    await look();
    await expect.poll(() => told(40)).toBe(true);
    expect(await health()).toMatchObject({ failedAt: null, daysWithout: 2 });
    stored.mockImplementationOnce(() => {
      throw new TypeError('a line of another shape');
    });
    await look();
    await expect.poll(() => told(50)).toBe(true);
    expect((await health()).failedAt).toEqual(expect.any(String));
    await look();
    expect(await health()).toMatchObject({ last: { difference: null }, failedAt: null, daysWithout: 0 });
    await another.stop();
  });

  it('shows when the first attempt was if none has succeeded yet', async () => {
    const ops = engines.mongo.db('ops');
    const proofs = ops.collection<{ _id: string }>('history_proof');
    const last = await proofs.findOneAndDelete({ _id: 'last' });
    const tries = ops.collection<{ _id: string; at: Date }>('history_proof_tries');
    const { at } = (await tries.findOne({ _id: 'first' }))!;
    await tries.updateOne({ _id: 'first' }, { $set: { at: new Date(Date.now() - 49 * 3_600_000) } });
    expect(await health()).toEqual({ signs: true, last: null, failedAt: null, daysWithout: 2 });
    await tries.updateOne({ _id: 'first' }, { $set: { at } });
    await proofs.insertOne(last!);
  });
});

describe('a restored backup', () => {
  const restored = () => join(folder, 'restored');

  beforeAll(async () => {
    const [dataFile, keysFile] = [join(folder, 'a-data.tar.gz'), join(folder, 'a-keys.tar.gz')];
    const urls = { eventStoreUrl: engines.urls.eventStore, mongoUrl: engines.urls.mongo };
    await backup({ ...urls, dataDir: engines.folder, version: '1.0.0', dataFile, keysFile });
    const key = { SUPERSCOPE_MASTER_KEY: engines.masterKey };
    await restore({ dataFile, keysFile, dataDir: restored(), version: '1.0.0', settings: key });
  });

  it('has the heads and their key, and its history equals them', async () => {
    expect(await verifyIn(restored())).toMatchObject(equal('\\d heads'));
    const keyOf = (dataDir: string) => readFileSync(join(dataDir, 'keys', 'history-key'), 'utf8');
    expect(keyOf(restored())).toBe(keyOf(engines.folder));
  });

  it('with one changed byte in its store differs, and names the event', async () => {
    const db = openLogFile({ file: join(restored(), 'event-store', 'events.db'), maxBytes: null });
    const { position, metadata } = db
      .prepare(`SELECT position, metadata FROM events WHERE type = 'MemberRegistered' ORDER BY position LIMIT 1`)
      .get() as { position: number; metadata: Buffer };
    const changed = Buffer.from(metadata.toString('utf8').replace('"role":"Admin"', '"role":"Staff"'));
    db.prepare('UPDATE events SET metadata = ? WHERE position = ?').run(changed, position);
    // As a restore does: a closed connection holds the file until its statements are garbage-collected.
    for (const mode of ['journal_mode = DELETE', 'locking_mode = NORMAL']) db.pragma(mode);
    db.prepare('SELECT 1 FROM events LIMIT 1').get();
    db.close();
    const found = await verifyIn(restored());
    expect(found).toMatchObject({
      code: 1,
      text: expect.stringContaining(`event ${position} is not what was recorded`),
    });
  });
});

describe('a missing head', () => {
  it('is also noticed in another folder, and the number of known heads does not decrease', async () => {
    const known = engines.mongo.db('ops').collection<{ _id: string; heads: number }>('history_heads');
    const [ours] = readdirSync(join(engines.folder, 'history'));
    const before = await known.findOne({ _id: ours! });
    expect(before!.heads).toBeGreaterThan(1);
    expect(await sign({ SUPERSCOPE_HISTORY_HEADS: join(folder, 'emptied') })).toMatchObject({
      code: 1,
      text: expect.stringContaining('heads were signed before, and the folder holds 0'),
    });
    expect(await known.findOne({ _id: ours! })).toEqual(before);
  });

  it('is an error of the command, prevents further heads from being signed, and is shown on System health', async () => {
    const [ours] = readdirSync(join(engines.folder, 'history'));
    const heads = join(engines.folder, 'history', ours!);
    rmSync(join(heads, 'head-000002.ndjson'));
    const told = 'heads were signed before, and the folder holds 1';
    expect(await sign()).toMatchObject({ code: 1, text: expect.stringContaining(told) });
    expect((await health()).last).toMatchObject({ difference: expect.stringContaining(told) });
    expect(readdirSync(heads)).not.toContain('head-000002.ndjson');
  });

  it('is logged as an error by the api on every day on which it compares', async () => {
    const lines: string[] = [];
    const log = new PassThrough().on('data', (line: Buffer) => lines.push(line.toString()));
    const another = await startApi(engines, { ...settings, LOG_LEVEL: 'error' }, log);
    const proofs = engines.mongo.db('ops').collection<{ _id: string }>('history_proof');
    const look = () => another.app.get(NightlyProof).look();
    await look();
    expect(lines.join('')).not.toContain('the history differs');
    await proofs.updateOne({ _id: 'last' }, { $set: { at: new Date(Date.now() - 48 * 3_600_000) } });
    await look();
    await expect.poll(() => lines.join('')).toContain('"msg":"the history differs from a signed head"');
    await another.stop();
  });
});
