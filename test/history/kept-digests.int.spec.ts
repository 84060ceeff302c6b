import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { planDigestsView } from '@superscope/contracts/read-models/plan-digests';
import { importSnapshots, memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { snapshotRow } from '@superscope/domain/member-snapshots/snapshot-columns';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { NightlyDigests } from '@superscope/projector/history/nightly-digests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOfParts } from '../harness/as-of-runner.js';
import { quiet } from '../harness/portal-engines.js';
import { otherPlan, planId, type AsOfPortal } from './as-of-portal.js';
import { byTest } from '../harness/sample-plan.js';
import { before, proven, startProofsPortal } from './proofs-portal.js';

let portal: AsOfPortal;
beforeAll(async () => {
  portal = await startProofsPortal();
}, 120_000);
afterAll(() => portal.stop());

describe('a digest that a nightly run kept', () => {
  const kept = () => portal.engines.target().of(planDigestsView).find({ planId }).sort({ moment: 1 }).toArray();
  const ops = () => portal.engines.mongo.db('ops');
  const nights = () => ops().collection<{ _id: string; day: string }>('control');
  const nightly = () => new NightlyDigests(asOfParts(portal.engines), ops(), quiet);
  const stays = () => false;
  const { signal } = new AbortController();
  const dayOver = async () => (await nights().findOne({ _id: 'planDigests' }))?.day;
  const newNight = () => nights().updateOne({ _id: 'planDigests' }, { $set: { day: '2020-01-01' } }, { upsert: true });
  const plansKept = async () =>
    (await portal.engines.target().of(planDigestsView).find().toArray()).map((each) => each.planId).toSorted();
  /** Runs a complete night. */
  async function run(): Promise<void> {
    await newNight();
    const turns = nightly();
    while ((await dayOver()) === '2020-01-01') if (!(await turns.turn(stays, signal))) await delay(50);
  }

  it('is kept for one plan a turn, and the night ends after the turn of every plan', async () => {
    await portal.stopRunner();
    await newNight();
    const turns = nightly();
    // The process stops, or loses the lease, in the middle of a turn.
    let looks = 0;
    await turns.turn(() => (looks += 1) > 1, signal);
    expect([await plansKept(), await dayOver()]).toEqual([[], '2020-01-01']);
    await run();
    await expect.poll(plansKept).toEqual([otherPlan, planId]);
    expect(await dayOver()).not.toBe('2020-01-01');
    portal.startRunner();
  });

  it('equals that of a view and of a replay of the same moment, and is not kept again if nothing changed', async () => {
    await run();
    expect(await plansKept()).toEqual([otherPlan, planId]);
    const [digest] = await kept();
    const view = await portal.viewOf(digest!.moment);
    expect(view.kept).toMatchObject({ isEqual: true, models: [], digest: digest!.digest, events: digest!.events });
    expect(view.sum).toMatchObject({ events: digest!.events, position: digest!.position });
    expect((await proven(portal, view)).kept).toMatchObject({ isEqual: true });
    expect((await portal.viewOf(before)).kept).toBeNull();
  });

  it('is offered as a moment to view', async () => {
    const [digest] = await kept();
    const { body } = await portal.auditor.request(`/api/history/plans/${planId}/moments`);
    expect(body['digests']).toEqual([{ at: digest!.moment, keptAt: digest!.keptAt, digest: digest!.digest }]);
  });

  it('is compared with every view until the plan’s next change, and a difference is shown', async () => {
    const [digest] = await kept();
    const at = digest!.models.findIndex(({ model }) => model === 'member_snapshot');
    await portal.engines.mongo
      .db('views')
      .collection('planDigests')
      .updateOne({ planId }, { $set: { [`models.${at}.digest`]: '1' } });
    const view = await portal.viewOf(new Date(Date.parse(digest!.moment) + 1_000).toISOString());
    expect([view.kept?.isEqual, view.kept?.models]).toEqual([false, ['member_snapshot']]);
  });

  it('can be taken in the middle of an import, and still equals that moment after the import has ended', async () => {
    const of = { importId: randomUUID(), planId, month: '2025-12' };
    const rows = portal.plan.memberIds.map((memberId) => snapshotRow(memberId, { totalAssetsOwned: 5_000_000 }));
    const write = (from: number, to: number, at: string) =>
      portal.engines.store.transact(
        memberSnapshotsStream,
        planMonthId(planId, of.month),
        (imports) => importSnapshots(of, rows, of.importId)(imports).slice(from, to),
        byTest(at),
      );
    // Repeats nights until the read models have the written events.
    const newest = async () => (await run(), (await kept()).at(-1));
    const middle = new Date().toISOString();
    await write(0, 2, middle);
    await expect.poll(newest, { timeout: 20_000 }).toMatchObject({ moment: middle });
    const end = new Date().toISOString();
    await write(2, 3, end);
    const view = await portal.viewOf(middle);
    expect(view.kept).toMatchObject({ isEqual: true, models: [], late: 0 });
    expect(await proven(portal, view)).toMatchObject({ state: 'equal', kept: { isEqual: true } });
    const whole = await portal.viewOf(end);
    expect([whole.kept, whole.sum!.digest === view.sum!.digest]).toEqual([null, false]);
    await expect.poll(newest, { timeout: 20_000 }).toMatchObject({ moment: end });
  });
});

describe('facts that were recorded later than their timestamps', () => {
  it('are in neither the view nor its proof, and are distinguished from a change', async () => {
    const [digest] = await portal.engines.target().of(planDigestsView).find({ planId }).sort({ moment: 1 }).toArray();
    const later = (ms: number) => new Date(Date.parse(digest!.moment) + ms).toISOString();
    const view = await portal.viewOf(later(2_000));
    expect(view.kept).toMatchObject({ isEqual: false, models: ['member_snapshot'] });
    portal.plan.at = '2026-03-02T00:00:00.000Z';
    await portal.plan.month('2025-12', 40_000);
    const late = await proven(portal, view);
    expect(late).toMatchObject({ state: 'equal', differing: 0, sum: view.sum, late: 3 });
    // A view of another moment includes them, and cannot be compared with an earlier digest.
    const next = await portal.viewOf(later(3_000));
    expect(next.sum!.events).toBe(view.sum!.events + 3);
    expect(next.kept).toMatchObject({ digest: digest!.digest, isEqual: false, models: [], late: 3 });
    expect(await proven(portal, next)).toMatchObject({ state: 'equal', late: 0 });
  });
});
