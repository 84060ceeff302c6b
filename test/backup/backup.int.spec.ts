import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import { comparePositions, decodePosition } from '@superscope/event-store/events/position';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { backup, type BackedUp } from '@superscope/local/backup/backup';
import { restore, type RestoreRequest } from '@superscope/local/backup/restore';
import { compare } from '@superscope/projector/rebuild/rebuild';
import { GridFSBucket } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../harness/api-server.js';
import { PortalEngines, projectedTypes } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { runLocalTool } from './run-local-tool.js';

const version = '1.0.0';

let engines: PortalEngines;
let plan: SamplePlan;
let folder: string;
let safe: string;
let first: BackedUp;
let acknowledged: RecordedEvent[];

const dataFile = () => join(folder, 'first-data.tar.gz');
const keysFile = () => join(safe, 'first-keys.tar.gz');

beforeAll(async () => {
  engines = await PortalEngines.start();
  folder = mkdtempSync(join(tmpdir(), 'superscope-backup-'));
  safe = join(folder, 'elsewhere');
  mkdirSync(safe);
  mkdirSync(join(engines.folder, 'keys'));
  writeFileSync(join(engines.folder, 'keys', 'master-key'), engines.masterKey);
  writeFileSync(join(engines.folder, 'portal.json'), JSON.stringify({ demo: true, demoLoaded: true }));
  // Creates the accounts.
  await (await startApi(engines)).stop();
  plan = new SamplePlan(engines.store, engines.identity, 'PF.a');
  await plan.figures();
  await plan.register(12);
  for (const [i, month] of ['2025-11', '2025-12'].entries()) await plan.month(month, 40_000 + i * 1_000);
  const upload = new GridFSBucket(engines.mongo.db('files'), { bucketName: 'imports' }).openUploadStream('a file');
  await new Promise((resolve) => upload.end(Buffer.alloc(600_000, 'x'), () => resolve(null)));
  first = await backupUnderLoad();
});

afterAll(async () => {
  await engines.stop();
  rmSync(folder, { recursive: true, force: true });
});

const request = () => ({
  eventStoreUrl: engines.urls.eventStore,
  mongoUrl: engines.urls.mongo,
  dataDir: engines.folder,
  version,
  dataFile: dataFile(),
  keysFile: keysFile(),
});

/** Makes a backup while members are registered and a month is imported. */
async function backupUnderLoad(): Promise<BackedUp> {
  acknowledged = await eventsOf(engines);
  let stopped = false;
  let written = 0;
  const load = (async () => {
    for (let i = 100; !stopped; i += 1) {
      const member = plan.member(i);
      await engines.store.transact(memberStream, member.memberId, recordMember(member, '2025-02-01'), byTest());
      written += 1;
    }
  })();
  while (written < 3) await delay(5);
  const before = written;
  const done = await backup(request());
  stopped = true;
  await load;
  expect(written).toBeGreaterThan(before);
  return done;
}

async function eventsOf(of: PortalEngines): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const batch of of.store.readAll({ from: null }))
    for (const event of batch) if (!isUndecodable(event)) events.push(event);
  return events;
}

const restoring = (to: string, more: Partial<RestoreRequest> = {}) =>
  restore({ dataFile: dataFile(), keysFile: keysFile(), dataDir: join(folder, to), version, settings: {}, ...more });

const runTool = (module: string, args: string[], shell?: string) => runLocalTool(engines, module, args, shell);

describe('a backup made while members are registered', () => {
  it('restores every event acknowledged before it, unchanged and at its position', async () => {
    await restoring('compared');
    const restored = await PortalEngines.beside(join(folder, 'compared'));
    const events = await eventsOf(restored);
    const upTo = decodePosition(first.position)!;
    expect(events).toEqual((await eventsOf(engines)).filter((event) => comparePositions(event.position, upTo) <= 0));
    expect(events.length).toBeGreaterThanOrEqual(acknowledged.length);
    expect(events.slice(0, acknowledged.length)).toEqual(acknowledged);
    expect(first).toMatchObject({ events: events.length, files: 1, masterKeyIncluded: true });
    await restored.stop();
  });

  it('becomes a portal with the read models of that moment, readable names and working sign-ins', async () => {
    const outcome = await restoring('portal');
    expect(outcome).toMatchObject({ position: first.position, events: first.events, files: 1, keys: first.keys });
    const restored = await PortalEngines.beside(join(folder, 'portal'));
    const projector = await restored.projector();
    await projector.start();
    const events = (await eventsOf(restored)).filter((event) => projectedTypes.includes(event.type));
    const last = events.at(-1)!.position;
    for (;;) {
      const checkpoint = await restored.target().checkpoints().findOne({});
      if (checkpoint && comparePositions(decodePosition(checkpoint.position)!, last) >= 0) break;
      await delay(30);
    }
    await projector.drained();
    const asItWas = engines.target('_as_it_was');
    await asItWas.clear();
    await engines.factsWriter(asItWas).write(events);
    const derivation = engines.derivationQueue(asItWas);
    await derivation.drained();
    expect(await compare(asItWas, restored.target())).toEqual([]);
    await derivation.stop();
    await asItWas.drop();
    const rows = await restored.rows<{ n: number }>('SELECT count() AS n FROM member_snapshot FINAL');
    expect(Number(rows[0]!.n)).toBeGreaterThanOrEqual(24);
    expect(await restored.mongo.db('views').collection('members').findOne({ memberNumber: 'M3' })).not.toBeNull();
    const api = await startApi(restored);
    expect((await api.client().signIn('staff')).status).toBe(200);
    await api.stop();
    const bucket = new GridFSBucket(restored.mongo.db('files'), { bucketName: 'imports' });
    const file = Buffer.concat(await bucket.openDownloadStreamByName('a file').toArray());
    expect(file.equals(Buffer.alloc(600_000, 'x'))).toBe(true);
    const indexes = (db: PortalEngines) => db.mongo.db('files').collection('imports.chunks').listIndexes().toArray();
    expect(await indexes(restored)).toEqual(await indexes(engines));
    expect(readFileSync(join(restored.folder, 'keys', 'master-key'), 'utf8')).toBe(engines.masterKey);
    expect(readFileSync(join(restored.folder, 'portal.json'), 'utf8')).toContain('"demoLoaded":true');
    await projector.stop();
    await restored.stop();
  });

  it('keeps keys and data in separate files that only their owner can read', () => {
    const [data, keys] = [dataFile(), keysFile()].map((file) => gunzipSync(readFileSync(file)).toString('latin1')) as [
      string,
      string,
    ];
    expect(data).toContain('MemberRegistered');
    for (const secret of [engines.masterKey, 'personKeys', 'wrapped']) {
      expect(data).not.toContain(secret);
      expect(keys).toContain(secret);
    }
    expect(keys).not.toContain('MemberRegistered');
    for (const file of [dataFile(), keysFile()]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('can be restored with later keys, so that a person erased since stays erased', async () => {
    const [data, keys] = [join(folder, 'second-data.tar.gz'), join(safe, 'second-keys.tar.gz')];
    const erased = plan.member(3).memberId;
    await engines.mongo
      .db('vault')
      .collection<{ _id: string }>('personKeys')
      .updateOne({ _id: erased }, { $set: { destroyedAt: new Date() }, $unset: { wrapped: '', masterKeyId: '' } });
    await backup({ ...request(), dataFile: data, keysFile: keys });
    await restoring('erased', { keysFile: keys });
    const restored = await PortalEngines.beside(join(folder, 'erased'));
    const registered = (await eventsOf(restored)).filter((event) => event.type === 'MemberRegistered');
    const surnames = registered.map(({ stream, data }) => {
      const { personal } = data as { personal: { surname: string } };
      return [stream, personal.surname] as const;
    });
    expect(new Map(surnames).get(`member-${erased}`)).toBe('Erased');
    expect(new Map(surnames).get(`member-${plan.member(4).memberId}`)).toBe('Surname 4');
    await restored.stop();
    const older = restoring('never', { dataFile: data });
    await expect(older).rejects.toThrow('is older than the data, so it lacks keys of people who came later');
    expect(existsSync(join(folder, 'never'))).toBe(false);
  });
});

describe('a restore', () => {
  const nothingLeft = () => expect(readdirSync(folder).filter((name) => name.startsWith('refused'))).toEqual([]);

  it('refuses an archive that is damaged, and leaves nothing', async () => {
    const bytes = readFileSync(dataFile());
    const at = Math.floor(bytes.length * 0.7);
    bytes.fill(0, at, at + 64);
    const damaged = join(folder, 'damaged-data.tar.gz');
    writeFileSync(damaged, bytes);
    await expect(restoring('refused', { dataFile: damaged })).rejects.toThrow('is damaged or incomplete');
    writeFileSync(damaged, readFileSync(dataFile()).subarray(0, -2_000));
    await expect(restoring('refused', { dataFile: damaged })).rejects.toThrow('is damaged or incomplete');
    nothingLeft();
  });

  it('names missing or mismatched archives', async () => {
    const keys = join(folder, 'nowhere.tar.gz');
    await expect(restoring('refused', { keysFile: keys })).rejects.toThrow(`There are no keys at ${keys}`);
    await expect(restoring('refused', { dataFile: keysFile() })).rejects.toThrow('name the data archive with --from');
    await expect(restoring('refused', { keysFile: dataFile() })).rejects.toThrow('holds no keys');
    await expect(restoring('refused', { version: '0.9.9' })).rejects.toThrow('was made by Superscope 1.0.0');
    nothingLeft();
  });

  it('never overwrites a folder that is not empty', async () => {
    mkdirSync(join(folder, 'taken'));
    writeFileSync(join(folder, 'taken', 'mine'), 'mine');
    await expect(restoring('taken')).rejects.toThrow('is not empty');
    expect(readdirSync(join(folder, 'taken'))).toEqual(['mine']);
  });

  it('requires a master key that is not in the backup, and takes it from the settings', async () => {
    const [data, keys] = [join(folder, 'bare-data.tar.gz'), join(safe, 'bare-keys.tar.gz')];
    // The folder has no key, as when the key is a setting.
    const done = await backup({ ...request(), dataDir: join(folder, 'absent'), dataFile: data, keysFile: keys });
    expect(done.masterKeyIncluded).toBe(false);
    const from = { dataFile: data, keysFile: keys };
    await expect(restoring('refused', from)).rejects.toThrow('The master key is not in');
    const wrong = { SUPERSCOPE_MASTER_KEY: Buffer.alloc(32, 9).toString('base64') };
    await expect(restoring('refused', { ...from, settings: wrong })).rejects.toThrow('The master key is not in');
    nothingLeft();
    await restoring('with-setting', { ...from, settings: { SUPERSCOPE_MASTER_KEY: engines.masterKey } });
    expect(existsSync(join(folder, 'with-setting', 'keys'))).toBe(false);
  });
});

describe('the commands', () => {
  it('back up a running portal into two folders, and restore that', async () => {
    const out = join(folder, 'out');
    const keys = join(folder, 'keys');
    mkdirSync(out);
    mkdirSync(keys);
    const made = await runTool('backup/backup.main.js', ['--out', out, '--keys', keys]);
    expect(made).toMatchObject({ code: 0, text: expect.stringContaining('Keep the keys in another place') as string });
    const [data, key] = [join(out, readdirSync(out)[0]!), join(keys, readdirSync(keys)[0]!)];
    const to = join(folder, 'by-command');
    const restored = await runTool('backup/restore.main.js', ['--from', data, '--keys', key, '--data', to]);
    expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('events, 1 files and') as string });
    expect(readdirSync(to).sort()).toEqual(['event-store', 'keys', 'mongo', 'portal.json']);
  });

  it('report a full disk, and leave no files', async () => {
    const out = join(folder, 'full');
    mkdirSync(out);
    // A limit on file size simulates a full disk.
    const limited = `trap '' XFSZ; ulimit -f 2; exec "$@"`;
    const { code, text } = await runTool('backup/backup.main.js', ['--out', out], limited);
    expect(text).toContain('There is no room left for');
    expect(code).toBe(1);
    expect(readdirSync(out)).toEqual([]);
  });

  it('rotate the master key while an api runs, which keeps working', async () => {
    const file = join(engines.folder, 'keys', 'master-key');
    const keysIn = () => readFileSync(file, 'utf8').trim().split('\n');
    const settings = { SUPERSCOPE_MASTER_KEY: undefined, SUPERSCOPE_MASTER_KEY_FILE: file };
    const api = await startApi(engines, settings);
    const projector = await engines.projector();
    await projector.start();
    const signsIn = async (at: typeof api) => {
      while ((await at.client().signIn('staff')).status !== 200) await delay(30);
    };
    await signsIn(api);
    const [before] = keysIn();
    const rotated = await runTool('rotate-key.main.js', []);
    expect(rotated).toMatchObject({ code: 0, text: expect.stringContaining('A new master key was made.') as string });
    expect(keysIn()).toHaveLength(2);
    expect(keysIn()[1]).toBe(before);
    await signsIn(api);
    expect((await runTool('rotate-key.main.js', ['--forget-former'])).code).toBe(0);
    expect(keysIn()).toHaveLength(1);
    expect(keysIn()[0]).not.toBe(before);
    await api.stop();
    const afterwards = await startApi(engines, settings);
    await signsIn(afterwards);
    await afterwards.stop();
    await projector.stop();
  });
});
