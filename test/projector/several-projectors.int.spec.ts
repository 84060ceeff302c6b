import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { memberSnapshotsStream, withdrawSnapshots } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId } from '@superscope/domain/plan-month-import';
import type { ProjectionFeed } from '@superscope/event-store/reading/projection-feed';
import { wholePlan } from '@superscope/projector/runtime/deriving/derivation';
import { deriveInto } from '@superscope/projector/runtime/deriving/derive-into';
import { snapshotPositionColumns } from '@superscope/projector/plan-facts/snapshot-position';
import { Changes } from '@superscope/projector/runtime/writing/changes';
import { currentFeed, useFeed } from '@superscope/projector/runtime/feed/current-feed';
import { unreadOf } from '@superscope/projector/runtime/feed/kafka-beginnings';
import { Checkpoints, completeUpTo } from '@superscope/projector/runtime/operations/checkpoints';
import { DerivationQueue } from '@superscope/projector/runtime/deriving/derivation-queue';
import { pauseProjectors, PauseSwitch } from '@superscope/projector/runtime/operations/pause';
import { PlanLeases, type PlanLease } from '@superscope/projector/runtime/deriving/plan-leases';
import { allMonths } from '@superscope/projector/runtime/writing/projection';
import { Target } from '@superscope/projector/runtime/writing/target';
import type { Db } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalEngines, quiet } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';

let engines: PortalEngines;
let ops: Db;
const derivation = 'memberSnapshots';
const patience = { timeout: 60_000, interval: 30 };

beforeAll(async () => {
  engines = await PortalEngines.start();
  ops = engines.mongo.db('ops');
});
afterAll(() => engines.stop());

const open = () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  return { gate, release: () => release() };
};

describe('a checkpoint', () => {
  it('is moved by the projector that has the partition, not by a former one', async () => {
    const checkpoints = new Checkpoints(engines.target());
    const seenByBoth = await checkpoints.read('events-0');
    expect(await checkpoints.advance(seenByBoth, { position: '20/20', offset: '2' })).toBe(true);
    expect(await checkpoints.advance(seenByBoth, { position: '10/10', offset: '1' })).toBe(false);
    const moved = { position: '20/20', offset: '2', deferredPosition: '0/0' };
    expect(await checkpoints.read('events-0')).toMatchObject(moved);
    expect(await checkpoints.advance(await checkpoints.read('events-0'), { position: '30/30', offset: '3' })).toBe(
      true,
    );
    expect(await checkpoints.read('events-0')).toMatchObject({ ...moved, position: '30/30', offset: '3' });
  });

  it('has deferred rows up to where they were written without a gap, and never goes back', async () => {
    const checkpoints = new Checkpoints(engines.target());
    const deferred = (from: string, to: string, offset: string) =>
      checkpoints.advanceDeferred('events-0', { from, to, offset, build: null });
    expect(await deferred('5/5', '15/15', '1')).toBe(false);
    expect(await deferred('0/0', '15/15', '1')).toBe(true);
    expect(await deferred('0/0', '10/10', '7')).toBe(true);
    const moved = { position: '30/30', offset: '3', deferredPosition: '15/15', deferredOffset: '1' };
    expect(await checkpoints.read('events-0')).toMatchObject(moved);
    expect(await deferred('10/10', '20/20', '2')).toBe(true);
    expect(await checkpoints.advanceDeferred('events-0', { from: '0/0', to: '30/30', build: 1 })).toBe(false);
    expect(await checkpoints.read('events-0')).toMatchObject({
      ...moved,
      deferredPosition: '20/20',
      deferredOffset: '2',
    });
  });

  it('of a version that deferred no rows is complete, and stays where it was when that version moves it on', async () => {
    const checkpoints = new Checkpoints(engines.target());
    const stored = engines.target().checkpoints();
    await stored.insertOne({ _id: 'events-2', position: '20/20', offset: '2', at: new Date() });
    const before = await checkpoints.read('events-2');
    expect([completeUpTo(before), unreadOf(before)]).toEqual(['20/20', { offset: '2' }]);
    expect(await checkpoints.advance(before, { position: '30/30', offset: '3' })).toBe(true);
    const behind = { deferredPosition: '20/20', deferredOffset: '2' };
    expect(await checkpoints.read('events-2')).toMatchObject({ position: '30/30', offset: '3', ...behind });

    // A projector of the former version takes the partition over. It knows neither of the fields of deferred rows.
    await stored.updateOne({ _id: 'events-2' }, { $set: { position: '40/40', offset: '4' } });
    const after = await checkpoints.read('events-2');
    expect([completeUpTo(after), unreadOf(after)]).toEqual(['20/20', { offset: '2' }]);
  });

  it('that was set back is read from there, though its deferred rows are further', async () => {
    const checkpoints = new Checkpoints(engines.target());
    const further = { deferredPosition: '20/20', deferredOffset: '2' };
    await engines
      .target()
      .checkpoints()
      .insertOne({ _id: 'events-3', position: '10/10', offset: '1', ...further, at: new Date() });
    const before = await checkpoints.read('events-3');
    expect([completeUpTo(before), unreadOf(before)]).toEqual(['10/10', { offset: '1' }]);
  });

  it('is not moved by writes to read models that a rebuild has replaced meanwhile', async () => {
    const checkpoints = new Checkpoints(engines.target());
    const before = await checkpoints.read('events-1');
    await checkpoints.beginBuild();
    expect(await checkpoints.advance(before, { position: '10/10' })).toBe(false);
    expect(await checkpoints.advance(await checkpoints.read('events-1'), { position: '10/10' })).toBe(true);
  });

  it('starts where the previous feed was complete, when Kafka is added or removed', async () => {
    const checkpoints = new Checkpoints(engines.target());
    const kafka: ProjectionFeed = { kind: 'kafka', topic: 'first', partitions: 2 };
    await useFeed(ops, checkpoints, { kind: 'direct' });
    await checkpoints.raise('all', { commit: 50n, prepare: 50n });
    await useFeed(ops, checkpoints, kafka);
    expect(await currentFeed(ops)).toEqual(kafka);
    expect(await checkpoints.read('first-0')).toMatchObject({ position: '50/50', deferredPosition: '50/50' });
    await checkpoints.raise('first-0', { commit: 80n, prepare: 80n });
    await checkpoints.raise('first-1', { commit: 60n, prepare: 60n });
    await useFeed(ops, checkpoints, { kind: 'direct' });
    expect((await checkpoints.read('all')).position).toBe('60/60');
    await useFeed(ops, checkpoints, kafka);
    expect((await checkpoints.read('first-0')).position).toBe('80/80');
    await expect(useFeed(ops, checkpoints, { ...kafka, partitions: 3 })).rejects.toThrow('use a new topic');
    await useFeed(ops, checkpoints, { kind: 'direct' });
    await checkpoints.raise('all', { commit: 0n, prepare: 0n });
    await engines.target().checkpoints().deleteMany({});
  });
});

describe('a plan', () => {
  it('is derived by one process at a time, and by another one after the first died', async () => {
    const [one, other] = [new PlanLeases(ops, derivation), new PlanLeases(ops, derivation)];
    const lease = await one.take('PF.leased');
    expect(lease?.isHeld()).toBe(true);
    expect(await other.take('PF.leased')).toBeNull();
    await lease?.release();
    const taken = await other.take('PF.leased');
    expect(taken?.isHeld()).toBe(true);
    const leases = ops.collection<{ _id: string }>('leases');
    await leases.updateOne({ _id: `derive-${derivation}-PF.leased` }, { $set: { expiresAt: new Date(0) } });
    const after = await one.take('PF.leased');
    expect(after).not.toBeNull();
    // The process that was assumed dead notices on its next renewal.
    await expect.poll(() => taken?.isHeld(), patience).toBe(false);
    expect(await other.take('PF.leased')).toBeNull();
    await Promise.all([taken?.release(), after?.release()]);
  });

  it('discards the rows of a process that was paused while another derived it', async () => {
    const projector = await engines.projector();
    await projector.start();
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.paused');
    await plan.register(12);
    await plan.month('2026-01', 10_000, plan.memberIds.slice(0, 11));
    const count = async (of: string) =>
      (await engines.rows<{ n: number }>(`SELECT count() AS n FROM ${of} FINAL WHERE plan_id = 'PF.paused'`))[0]?.n;
    const members = () => count('member_snapshot');
    const imports = () => count('plan_month_import');
    await expect.poll(members, patience).toBe(11);

    // One process has the plan and derives the month with an additional member, but is paused before it writes.
    const leases = new PlanLeases(ops, derivation);
    let lease: PlanLease | null = null;
    // The projector may not have released the lease yet.
    await expect.poll(async () => (lease ??= await leases.take('PF.paused')), patience).not.toBeNull();
    await plan.month('2026-01', 20_000);
    await expect.poll(imports, patience).toBe(2);
    const { gate, release } = open();
    const inserting = open();
    const client = new Proxy(engines.clickhouse, {
      get: (real, name) =>
        name === 'exec'
          ? async (params: Parameters<ClickHouseClient['exec']>[0]) => {
              inserting.release();
              await gate;
              return real.exec(params);
            }
          : (Reflect.get(real, name) as unknown),
    });
    const whole = wholePlan('PF.paused');
    const derived = deriveInto(engines.derivation, new Target(engines.mongo.db('views'), client))(whole);
    await inserting.gate;
    // Meanwhile that import is withdrawn, and the projector derives the plan without the additional member.
    const month = planMonthId('PF.paused', '2026-01');
    const withdraw = withdrawSnapshots('PF.paused', '2026-01', null);
    await engines.store.transact(memberSnapshotsStream, month, withdraw, byTest());
    await expect.poll(imports, patience).toBe(3);
    const target = engines.target();
    await (lease as PlanLease | null)?.release();
    await expect.poll(() => target.dirty().countDocuments({}), patience).toBe(0);
    await projector.stop();
    release();
    await derived;
    expect(await members()).toBe(12);

    // The paused process notices the conflict, and everything is derived again.
    const again = engines.derivationQueue(target);
    await again.drained();
    await again.stop();
    expect(await members()).toBe(11);
    const [balance] = await engines.rows(
      `SELECT max(total_assets_owned_cents) AS cents FROM member_snapshot FINAL WHERE plan_id = 'PF.paused'`,
    );
    expect(balance).toEqual({ cents: 1_000_000 });
  });

  it('has no pending inserts when its derivation fails midway', async () => {
    const target = engines.target();
    const projector = await engines.projector();
    await projector.start();
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.midway');
    await plan.register(12);
    for (const month of ['2025-12', '2026-01', '2026-02']) await plan.month(month, 10_000);
    const months = `SELECT uniqExact(month) AS n FROM member_snapshot FINAL WHERE plan_id = 'PF.midway'`;
    await expect.poll(async () => (await engines.rows<{ n: number }>(months))[0]?.n, patience).toBe(3);
    await projector.drained();
    await projector.stop();

    // A full insert of the first month is being stored when a later month fails, because the engine does not return a member's holdings.
    const { gate, release } = open();
    const inserting = open();
    let stored = 0;
    const growth = snapshotPositionColumns.indexOf('growth_exposure_percent');
    const memberAt = snapshotPositionColumns.indexOf('member_id');
    const query = async (params: Parameters<ClickHouseClient['query']>[0]) => {
      if (params.query.includes('balance_cents')) {
        await inserting.gate;
        throw new Error('ECONNREFUSED');
      }
      if (params.query_params?.['content'] === 'assets')
        return { json: async () => [{ month: '2026-02-01', step: 'completed', import_id: 'i', rows: 0, digest: '' }] };
      const answer = await engines.clickhouse.query(params);
      if (params.format !== 'JSONCompactEachRow') return answer;
      const rows = (await answer.json()) as unknown[][];
      const others = Array.from({ length: 40_000 }, () => rows[0]!.with(memberAt, randomUUID()));
      return {
        json: async () =>
          [...others, ...rows].map((row) =>
            row.map((value, i) => (i === growth && row[0] !== rows[0]![0] ? null : value)),
          ),
      };
    };
    const client = new Proxy(engines.clickhouse, {
      get: (real, name) => {
        if (name === 'query') return query;
        if (name !== 'exec') return Reflect.get(real, name) as unknown;
        return async (params: Parameters<ClickHouseClient['exec']>[0]) => {
          inserting.release();
          await gate;
          stored += 1;
          return real.exec(params);
        };
      },
    });
    const whole = wholePlan('PF.midway');
    let hasEnded = false;
    const derived = deriveInto(
      engines.derivation,
      new Target(engines.mongo.db('views'), client),
    )(whole).finally(() => (hasEnded = true));
    const failed = expect(derived).rejects.toThrow('ECONNREFUSED');
    await inserting.gate;
    // The derivation still waits for its pending inserts after other work has passed.
    for (let turn = 0; turn < 20; turn += 1) await target.dirty().countDocuments({});
    expect(hasEnded).toBe(false);
    release();
    await failed;
    expect(stored).toBe(1);
  });

  it('that one projector marked stale is derived by another', async () => {
    const target = engines.target();
    const derivedPlans: string[] = [];
    const other = new DerivationQueue(
      engines.derivation,
      target,
      deriveInto(engines.derivation, target),
      async ({ planId }) => void derivedPlans.push(planId),
      quiet,
      undefined,
      new PlanLeases(ops, derivation),
    );
    other.nudge([]);
    await target.dirty().insertOne({
      _id: 'PF.paused@by another',
      planId: 'PF.paused',
      ...allMonths,
      members: null,
      recordedFrom: '',
      since: '1/1',
      position: '1/1',
      correlationIds: [],
      derivation,
    });
    await expect.poll(() => derivedPlans, patience).toEqual(['PF.paused']);
    await other.stop();
  });
});

describe('a pause', () => {
  it('stops every projector after its current batch, including one that starts meanwhile', async () => {
    const switches = [new PauseSwitch(ops), new PauseSwitch(ops)];
    for (const one of switches) await one.watch(() => Promise.resolve());
    const { gate, release } = open();
    const writing = switches[0]!.during(() => gate);
    let isHeld = false;
    const asked = pauseProjectors(ops).then((pause) => {
      isHeld = true;
      return pause;
    });
    const projectors = ops.collection<{ standing?: string }>('projectors');
    await expect.poll(() => projectors.countDocuments({ standing: { $exists: true } }), patience).toBe(1);
    expect(isHeld).toBe(false);
    release();
    await writing;
    const pause = await asked;

    const late = new PauseSwitch(ops);
    await late.watch(() => Promise.resolve());
    let wrote = 0;
    const writes = [...switches, late].map((one) => one.during(async () => void (wrote += 1)));
    await expect.poll(() => projectors.countDocuments({ standing: { $exists: true } }), patience).toBe(3);
    await pause.assertHeld();
    expect(wrote).toBe(0);
    await pause.end();
    await Promise.all(writes);
    expect(wrote).toBe(3);
    for (const one of [...switches, late]) await one.stop();
    expect(await projectors.countDocuments({})).toBe(0);
  });
});

describe('changes', () => {
  it('of several projectors become visible in the order of the change counter', async () => {
    const changes = ops.collection<{ _id: number; planId: string }>('changes');
    const before = (await changes.find({}).sort({ _id: -1 }).limit(1).next())?._id ?? 0;
    const writers = Array.from({ length: 4 }, () => new Changes(ops));
    const noted = Promise.all(
      writers.flatMap((writer, w) =>
        Array.from({ length: 15 }, (_, i) =>
          writer.note([1, 2].map((n) => ({ planId: `${w}.${i}.${n}`, readModels: ['plans'], correlationIds: [] }))),
        ),
      ),
    );
    // Like the api: reads changes newer than the newest seen.
    const seen = new Set<string>();
    let last = before;
    let isOver = false;
    void noted.then(() => (isOver = true));
    for (let wasOver = false; !wasOver;) {
      wasOver = isOver;
      for (const { _id, planId } of await changes
        .find({ _id: { $gt: last } })
        .sort({ _id: 1 })
        .toArray()) {
        seen.add(planId);
        last = _id;
      }
      await delay(1);
    }
    await noted;
    expect(seen.size).toBe(120);
    expect(last).toBe(before + 120);
  });
});
