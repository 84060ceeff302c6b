import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongo } from '@superscope/embedded/mongo/mongo-engine';
import { Lease } from '@superscope/event-store/leases/lease';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'lease-'));
let engine: Awaited<ReturnType<typeof startMongo>>;
let mongo: MongoClient;
beforeAll(async () => {
  engine = await startMongo({ dataDir: folder });
  mongo = await MongoClient.connect(engine.url);
});
afterAll(async () => {
  await mongo.close();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const never = 1_000_000;
const living = { lastsMs: 3_000, renewEveryMs: 200, lookEveryMs: 20 };
/** Never renews its lease, like a dead or paused process. */
const dead = { ...living, renewEveryMs: never };
const forEver = () => new AbortController().signal;
const lease = (name: string, times = living) => new Lease(mongo.db('ops'), name, times);

describe('a lease', () => {
  it('is granted to one of several concurrent requests', async () => {
    const stop = new AbortController();
    const had: string[] = [];
    const all = ['a', 'b', 'c'].map(async (name) => {
      const held = await lease('one').acquire(stop.signal);
      if (held === null) return;
      had.push(name);
      stop.abort();
      await held.release();
    });
    await Promise.all(all);
    expect(had).toHaveLength(1);
  });

  it('goes to the next when it is released, which the previous holder notices', async () => {
    const first = (await lease('back').acquire(forEver()))!;
    const waiting = lease('back').acquire(forEver());
    expect(first.isSafe()).toBe(true);
    await first.release();
    expect(first.isSafe()).toBe(false);
    await first.lost;
    const second = (await waiting)!;
    expect(second.isSafe()).toBe(true);
    expect(second.id).not.toBe(first.id);
    await second.release();
  });

  it('goes to the next after its holder died, but not while it lives', async () => {
    const first = (await lease('dies', dead).acquire(forEver()))!;
    const second = (await lease('dies').acquire(forEver()))!;
    expect([first.isSafe(), second.isSafe()]).toEqual([false, true]);
    // A late release by the first holder has no effect.
    await first.release();
    const stop = new AbortController();
    const third = lease('dies', { ...living, lookEveryMs: 10 }).acquire(stop.signal);
    const renewals = mongo.db('ops').collection<{ _id: string; beat: number }>('leases');
    await expect
      .poll(async () => (await renewals.findOne({ _id: 'dies' }))!.beat, { timeout: 60_000 })
      .toBeGreaterThan(20);
    expect(second.isSafe()).toBe(true);
    stop.abort();
    expect(await third).toBeNull();
    await second.release();
  });

  it('is lost once another process holds it, whatever the former holder assumes', async () => {
    const first = (await lease('taken').acquire(forEver()))!;
    await mongo
      .db('ops')
      .collection<{ _id: string }>('leases')
      .updateOne({ _id: 'taken' }, { $set: { holder: 'other' } });
    await first.lost;
    expect(first.isSafe()).toBe(false);
  });

  it('is also taken at once, or refused while another process has it', async () => {
    const first = (await lease('at once').take())!;
    expect(await lease('at once').take()).toBeNull();
    await first.release();
    const second = (await lease('at once').take())!;
    expect([first.isSafe(), second.isSafe()]).toEqual([false, true]);
    const leases = mongo.db('ops').collection<{ _id: string }>('leases');
    await leases.updateOne({ _id: 'at once' }, { $set: { expiresAt: new Date(0) } });
    const third = (await lease('at once').take())!;
    await second.lost;
    // A late release by the former holder has no effect.
    await second.release();
    expect(await lease('at once').take()).toBeNull();
    await third.release();
    expect(await leases.findOne({ _id: 'at once' })).toBeNull();
  });

  it('that a process of an earlier version holds or released is followed too', async () => {
    const leases = mongo
      .db('ops')
      .collection<{ _id: string; holder: string | null; epoch: number; beat: number }>('leases');
    await leases.insertOne({ _id: 'before', holder: null, epoch: 3, beat: 7 });
    const released = (await lease('before').acquire(forEver()))!;
    expect(released.isSafe()).toBe(true);
    await released.release();
    await leases.insertOne({ _id: 'before', holder: 'dead', epoch: 4, beat: 7 });
    const after = (await lease('before').acquire(forEver()))!;
    expect(after.isSafe()).toBe(true);
    await after.release();
  });
});
