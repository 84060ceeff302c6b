import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { asOfDatabase, replayDatabase, type AsOfDocument, type AsOfView } from '@superscope/contracts/as-of-views';
import { DocumentTokens } from '@superscope/api/authentication/document/document-tokens';
import { planDigestsView } from '@superscope/contracts/read-models/plan-digests';
import { calendarStream, closeMonths, processMemberEvents } from '@superscope/domain/calendar/calendar';
import { campaignStream, recordCampaign, recordEngagement } from '@superscope/domain/campaign/campaign';
import { importSnapshots, memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { snapshotRow } from '@superscope/domain/member-snapshots/snapshot-columns';
import { eraseMember, memberStream, requestContact } from '@superscope/domain/member/member';
import { planMonthId } from '@superscope/domain/plan-month-import';
import type { AsOfRunner } from '@superscope/projector/history/as-of-runner';
import { NightlyDigests } from '@superscope/projector/history/nightly-digests';
import { AsOfStorage } from '@superscope/projector/history/as-of-storage';
import { ProofJob } from '@superscope/projector/history/proof-job';
import { proveView } from '@superscope/projector/history/replay';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { asOfParts, asOfRunner } from '../harness/as-of-runner.js';
import { PortalEngines, quiet } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';

const planId = 'TWR.P0001';
const otherPlan = 'LBE.P0009';
/** Before December was imported again, after that, and after a member was erased. */
const [before, after, erased] = ['2026-02-15T00:00:00.000Z', '2026-03-02T00:00:00.000Z', '2026-03-11T00:00:00.000Z'];

let engines: PortalEngines;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let api: Awaited<ReturnType<typeof startApi>>;
let runner: AsOfRunner;
let auditor: ApiClient;
let plan: SamplePlan;

beforeAll(async () => {
  engines = await PortalEngines.start('proofs');
  projector = await engines.projector();
  await projector.start();
  const { store } = engines;
  plan = new SamplePlan(store, engines.identity, planId);
  plan.at = '2026-01-05T00:00:00.000Z';
  await plan.figures();
  await plan.register(12);
  // One file of two months.
  const importId = '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11';
  await plan.month('2025-11', 20_000, plan.memberIds, importId);
  plan.at = '2026-01-06T00:00:00.000Z';
  await plan.month('2025-12', 21_000, plan.memberIds, importId);
  const [first, second] = plan.memberIds as [string, string];
  const elsewhere = new SamplePlan(store, engines.identity, otherPlan);
  elsewhere.at = plan.at;
  await elsewhere.register(2);
  await store.transact(calendarStream, '', closeMonths('2026-01-20'), byTest('2026-01-20T00:00:00.000Z'));
  const asked = (status: string) => requestContact('2025-12-10T00:00:00.000Z', 'insurance', status);
  await store.transact(memberStream, first, asked('Open'), byTest('2026-02-01T00:00:00.000Z'));
  const campaign = { campaignId: 'TWR.K1', planId, campaignType: 'Nomination', name: 'Nominate' };
  const ran = recordCampaign({ ...campaign, runDate: '2025-12-01' });
  await store.transact(campaignStream, 'TWR.K1', ran, byTest('2026-02-02T00:00:00.000Z'));
  const sent: [string, 'Sent', string][] = [[first, 'Sent', '2025-12-01T01:00:00.000Z']];
  await store.transact(campaignStream, 'TWR.K1', recordEngagement('i', sent), byTest('2026-02-03T00:00:00.000Z'));
  plan.at = '2026-03-01T00:00:00.000Z';
  await store.transact(memberStream, first, asked('Closed'), byTest(plan.at));
  await plan.month('2025-12', 30_000, plan.memberIds.slice(1));
  await store.transact(memberStream, second, eraseMember('Asked to be forgotten'), byTest('2026-03-10T00:00:00.000Z'));
  await store.transact(calendarStream, '', processMemberEvents('2026-03-12'), byTest('2026-03-12T00:00:00.000Z'));
  api = await startApi(engines);
  auditor = api.client();
  await auditor.signIn('auditor');
  runner = asOfRunner(engines);
  runner.start();
}, 120_000);

afterAll(async () => {
  await runner.stop();
  await api.stop();
  await projector.stop();
  await engines.stop();
});

type Ends = (view: AsOfView) => boolean;

/** Looks at a view until it is as wanted. */
async function until(id: string, isSo: Ends): Promise<AsOfView> {
  for (;;) {
    const view = (await auditor.request(`/api/history/views/${id}`)).body as unknown as AsOfView;
    if (isSo(view)) return view;
    if (view.state === 'failed') throw new Error(view.problem ?? 'failed');
    await delay(50);
  }
}

async function viewOf(moment: string): Promise<AsOfView> {
  const { body } = await auditor.post('/api/history/views', { planId, moment });
  return until((body as unknown as AsOfView).id, ({ state }) => state === 'ready');
}

const isOver: Ends = ({ proof }) => proof !== null && !['waiting', 'running'].includes(proof.state);

async function proven(view: AsOfView) {
  const { status } = await auditor.post(`/api/history/views/${view.id}/proof`, {});
  expect(status).toBe(200);
  return (await until(view.id, isOver)).proof!;
}

const ops = () => engines.mongo.db('ops');
const nights = () => ops().collection<{ _id: string; day: string }>('control');
const documents = () => ops().collection<AsOfDocument>('as_of_views');

const databases = async (): Promise<string[]> =>
  (await engines.rows<{ name: string }>('SELECT name FROM system.databases')).map(({ name }) => name);

describe('the proof of a plan as it stood', () => {
  it.each([
    ['before anything was recorded', '2020-01-01T00:00:00.000Z'],
    ['between two months of one file', '2026-01-05T12:00:00.000Z'],
    ['before an import that replaced a month', before],
    ['after a member was erased', erased],
    ['now', new Date().toISOString()],
  ])('replays the plan’s streams and finds every row the same, %s', async (_, moment) => {
    const view = await viewOf(moment);
    const proof = await proven(view);
    expect(proof).toMatchObject({ state: 'equal', problem: null, differing: 0, differences: [], sum: view.sum });
    expect(view.sum!.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(await databases()).not.toContain(replayDatabase(view.id));
  });

  it('counts each event of the plan once, by the store itself', async () => {
    const view = await viewOf(after);
    const { sum, streams } = await proven(view);
    const counted = new Set<string>();
    let [events, newest] = [0, 0n];
    const shared = ['calendar', 'benchmarks', 'superParameters'];
    const own = [`plan-${planId}`, `company-${plan.companyId}`, 'campaign-TWR.K1'];
    const months = ['2025-11', '2025-12'].map((month) => `memberSnapshots-${planId}-${month.replace('-', '')}`);
    const members = plan.memberIds.map((id) => `member-${id}`);
    for (const stream of [...shared, ...own, ...months, ...members])
      for await (const event of engines.store.read(stream)) {
        if (!('metadata' in event) || event.metadata.at > after) continue;
        counted.add(stream);
        events += 1;
        if (event.position.commit > newest) newest = event.position.commit;
      }
    expect({ events: sum!.events, position: sum!.position }).toEqual({ events, position: String(newest) });
    expect(streams).toBeGreaterThanOrEqual(counted.size);
  });

  it('lists what somebody changed in the view’s own tables', async () => {
    const view = await viewOf('2026-02-20T00:00:00.000Z');
    const table = `${asOfDatabase(view.id)}.member_snapshot`;
    const member = plan.memberIds[4]!;
    await engines.clickhouse.command({
      query: `INSERT INTO ${table} SELECT * REPLACE (total_assets_owned_cents + 1 AS total_assets_owned_cents, version + 1 AS version)
FROM ${table} FINAL WHERE member_id = '${member}' AND month = '2025-12-01'`,
    });
    const plans = engines.mongo.db(asOfDatabase(view.id)).collection<{ _id: string }>('plans');
    await plans.updateOne({ _id: planId }, { $set: { name: 'Another name' } });
    const proof = await proven(view);
    expect(proof).toMatchObject({ state: 'differs', differing: 2 });
    expect(proof.differences).toEqual([
      {
        ...{ model: 'member_snapshot', key: `plan_id ${planId}, month 2025-12-01, member_id ${member}` },
        ...{ column: 'total_assets_owned_cents', then: '2100001', replayed: '2100000' },
      },
      { ...{ model: 'plans', key: planId, column: 'name' }, then: '"Another name"', replayed: `"Plan ${planId}"` },
    ]);
  });

  it('lists a row that somebody took out, and one that somebody added', async () => {
    const view = await viewOf('2026-02-21T00:00:00.000Z');
    const database = asOfDatabase(view.id);
    await engines.clickhouse.command({ query: `TRUNCATE TABLE ${database}.campaign_engagement` });
    await engines.clickhouse.command({
      query: `INSERT INTO ${database}.member_category (plan_id, category_id, name, active, version) VALUES ('${planId}', 'C9', 'Nobody', 1, 1)`,
    });
    const { differing, differences } = await proven(view);
    expect(differing).toBe(2);
    expect(differences).toMatchObject([
      { model: 'campaign_engagement', column: null, then: null, replayed: 'present' },
      { model: 'member_category', column: null, then: 'present', replayed: null },
    ]);
  });
});

describe('a digest that a nightly run kept', () => {
  const kept = () => engines.target().of(planDigestsView).find({ planId }).sort({ moment: 1 }).toArray();
  const nightly = () => new NightlyDigests(asOfParts(engines), ops(), quiet);
  const stays = () => false;
  const { signal } = new AbortController();
  const dayOver = async () => (await nights().findOne({ _id: 'planDigests' }))?.day;
  const newNight = () => nights().updateOne({ _id: 'planDigests' }, { $set: { day: '2020-01-01' } }, { upsert: true });
  const plansKept = async () =>
    (await engines.target().of(planDigestsView).find().toArray()).map((each) => each.planId).toSorted();
  /** A whole night. */
  async function run(): Promise<void> {
    await newNight();
    const turns = nightly();
    while ((await dayOver()) === '2020-01-01') if (!(await turns.turn(stays, signal))) await delay(50);
  }

  it('is kept of one plan a turn, and the night is not over before all have had theirs', async () => {
    await runner.stop();
    await newNight();
    const turns = nightly();
    // Stopped, or the lease lost, in the middle of a turn.
    let looks = 0;
    await turns.turn(() => (looks += 1) > 1, signal);
    expect([await plansKept(), await dayOver()]).toEqual([[], '2020-01-01']);
    await run();
    await expect.poll(plansKept).toEqual([otherPlan, planId]);
    expect(await dayOver()).not.toBe('2020-01-01');
    runner = asOfRunner(engines);
    runner.start();
  });

  it('is that of a view and of a replay of the same moment, and is not kept again where nothing changed', async () => {
    await run();
    expect(await plansKept()).toEqual([otherPlan, planId]);
    const [digest] = await kept();
    const view = await viewOf(digest!.moment);
    expect(view.kept).toMatchObject({ isEqual: true, models: [], digest: digest!.digest, events: digest!.events });
    expect(view.sum).toMatchObject({ events: digest!.events, position: digest!.position });
    expect((await proven(view)).kept).toMatchObject({ isEqual: true });
    expect((await viewOf(before)).kept).toBeNull();
  });

  it('is offered as a moment', async () => {
    const [digest] = await kept();
    const { body } = await auditor.request(`/api/history/plans/${planId}/moments`);
    expect(body['digests']).toEqual([{ at: digest!.moment, keptAt: digest!.keptAt, digest: digest!.digest }]);
  });

  it('is compared with any view of the time until the plan changes again, and one that is another is told', async () => {
    const [digest] = await kept();
    await engines.mongo
      .db('views')
      .collection('planDigests')
      .updateOne({ planId }, { $set: { 'models.0.digest': '1' } });
    const view = await viewOf(new Date(Date.parse(digest!.moment) + 1_000).toISOString());
    expect([view.kept?.isEqual, view.kept?.models]).toEqual([false, ['member_snapshot']]);
  });

  it('is taken in the middle of an import, of what was recorded by then, and holds once the import has ended', async () => {
    const of = { importId: randomUUID(), planId, month: '2025-12' };
    const rows = plan.memberIds.map((memberId) => snapshotRow(memberId, { totalAssetsOwned: 5_000_000 }));
    const write = (from: number, to: number, at: string) =>
      engines.store.transact(
        memberSnapshotsStream,
        planMonthId(planId, of.month),
        (imports) => importSnapshots(of, rows, of.importId)(imports).slice(from, to),
        byTest(at),
      );
    // Nights follow until one finds what was written in the read models.
    const newest = async () => (await run(), (await kept()).at(-1));
    const middle = new Date().toISOString();
    await write(0, 2, middle);
    await expect.poll(newest, { timeout: 20_000 }).toMatchObject({ moment: middle });
    const end = new Date().toISOString();
    await write(2, 3, end);
    const view = await viewOf(middle);
    expect(view.kept).toMatchObject({ isEqual: true, models: [], late: 0 });
    expect(await proven(view)).toMatchObject({ state: 'equal', kept: { isEqual: true } });
    const whole = await viewOf(end);
    expect([whole.kept, whole.sum!.digest === view.sum!.digest]).toEqual([null, false]);
    await expect.poll(newest, { timeout: 20_000 }).toMatchObject({ moment: end });
  });
});

describe('a proof', () => {
  it('ends where it is cancelled, and leaves nothing behind', async () => {
    const view = await viewOf(before);
    const document = { _id: view.id, planId, moment: before, sum: view.sum };
    let told = 0;
    const cancel = () => {
      told += 1;
      return told < 3 ? Promise.resolve() : Promise.reject(new Error('Nobody wants it.'));
    };
    await expect(proveView(asOfParts(engines), document, cancel)).rejects.toThrow('Nobody wants it.');
    expect(await databases()).not.toContain(replayDatabase(view.id));
  });

  it('waits its turn, is shared by who asks for it, and ends once nobody wants it', async () => {
    const view = await viewOf('2026-02-10T00:00:00.000Z');
    await runner.stop();
    const admin = api.client();
    await admin.signIn('admin');
    const path = `/api/history/views/${view.id}/proof`;
    expect((await auditor.post(path, {})).body).toMatchObject({ proof: { state: 'waiting', own: true } });
    expect((await admin.post(path, {})).body).toMatchObject({ proof: { state: 'waiting', own: true } });
    const leave = (by: ApiClient) => by.request(path, { method: 'DELETE' });
    expect((await leave(auditor)).body).toMatchObject({ proof: { state: 'waiting', own: false } });
    expect((await leave(admin)).body).toMatchObject({ proof: { state: 'cancelled', own: false } });
    runner = asOfRunner(engines);
    runner.start();
    expect(await proven(view)).toMatchObject({ state: 'equal' });
  });

  it('is left alone by a run that another one has taken over', async () => {
    const view = await viewOf('2026-02-10T00:00:00.000Z');
    await runner.stop();
    await auditor.post(`/api/history/views/${view.id}/proof`, {});
    const held = {
      id: 'mine',
      isSafe: () => true,
      lost: new Promise<void>(() => undefined),
      release: () => Promise.resolve(),
    };
    const parts = asOfParts(engines);
    const views = documents();
    const storage = new AsOfStorage(parts, views, { idleMinutes: 60, diskBytes: 1_000_000_000 });
    const taken = new Date('2026-02-11T00:00:00.000Z');
    // The other run begins as soon as this one has read all streams.
    const openDatabase: typeof parts.openDatabase = (database) => {
      overtaken = views.updateOne({ _id: view.id }, { $set: { 'proof.startedAt': taken } });
      return parts.openDatabase(database);
    };
    let overtaken: Promise<unknown> = Promise.resolve();
    const job = new ProofJob({
      ...{ parts: { ...parts, openDatabase }, ops: ops(), views, storage, log: quiet, held },
      signal: new AbortController().signal,
    });
    await job.run(view.id);
    await overtaken;
    const { proof } = (await views.findOne({ _id: view.id }))!;
    expect(proof).toMatchObject({ state: 'running', startedAt: taken, sum: null });
    runner = asOfRunner(engines);
    runner.start();
    await until(view.id, isOver);
  });

  it('is for Auditors and Admins alone, of a view that is kept', async () => {
    const view = await viewOf(before);
    for (const role of ['staff', 'companyrep'] as const) {
      const client = api.client();
      await client.signIn(role);
      expect((await client.post(`/api/history/views/${view.id}/proof`, {})).status).toBe(403);
    }
    expect((await auditor.post('/api/history/views/0123456789/proof', {})).status).toBe(404);
  });
});

describe('the document of evidence', () => {
  const asked = (view: AsOfView, by: ApiClient) => by.post(`/api/history/views/${view.id}/evidence`, {});

  it('is for Auditors and Admins alone, and says so where there is no renderer', async () => {
    const view = await viewOf(before);
    expect((await asked(view, auditor)).status).toBe(501);
    const staff = api.client();
    await staff.signIn('staff');
    expect((await asked(view, staff)).status).toBe(403);
  });

  it('takes its facts with the token of that one document, and with nothing else', async () => {
    const view = await viewOf(before);
    const facts = async (document: string, of = planId) => {
      const token = await api.app.get(DocumentTokens).issue({ document, planId: of, userId: 'somebody' });
      const headers = { authorization: `Bearer ${token}` };
      return api.client().request(`/api/history/evidence/${view.id}`, { headers });
    };
    const { status, body } = await facts(`evidence ${view.id}`);
    expect([status, body['view'], body['differences']]).toMatchObject([
      200,
      { id: view.id, sum: view.sum, proof: { state: 'equal' } },
      { month: '2025-12', membersThen: 12 },
    ]);
    expect((await facts('pcmreport')).status).toBe(404);
    expect((await facts(`evidence ${view.id}`, otherPlan)).status).toBe(403);
    expect((await auditor.request(`/api/history/evidence/${view.id}`)).status).toBe(404);
  });
});

describe('facts that were recorded later than they say', () => {
  it('stand in neither the view nor its proof, and are told apart from a change', async () => {
    const [digest] = await engines.target().of(planDigestsView).find({ planId }).sort({ moment: 1 }).toArray();
    const later = (ms: number) => new Date(Date.parse(digest!.moment) + ms).toISOString();
    const view = await viewOf(later(2_000));
    expect(view.kept).toMatchObject({ isEqual: false, models: ['member_snapshot'] });
    plan.at = '2026-03-02T00:00:00.000Z';
    await plan.month('2025-12', 40_000);
    const late = await proven(view);
    expect(late).toMatchObject({ state: 'equal', differing: 0, sum: view.sum, late: 3 });
    // A view of another moment has them, and cannot be compared with a digest that was taken before.
    const next = await viewOf(later(3_000));
    expect(next.sum!.events).toBe(view.sum!.events + 3);
    expect(next.kept).toMatchObject({ digest: digest!.digest, isEqual: false, models: [], late: 3 });
    expect(await proven(next)).toMatchObject({ state: 'equal', late: 0 });
  });
});
