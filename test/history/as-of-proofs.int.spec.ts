import { asOfDatabase, replayDatabase, type AsOfDocument, type AsOfView } from '@superscope/contracts/as-of-views';
import { evidenceFigures } from '@superscope/contracts/evidence-figures';
import { DocumentTokens } from '@superscope/api/authentication/document/document-tokens';
import { AsOfStorage } from '@superscope/projector/history/as-of-storage';
import { ProofJob } from '@superscope/projector/history/proof-job';
import { proveView } from '@superscope/projector/history/replay';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { asOfParts } from '../harness/as-of-runner.js';
import { quiet } from '../harness/portal-engines.js';
import { otherPlan, planId, type AsOfPortal } from './as-of-portal.js';
import { before, isProofOver, proven, startProofsPortal } from './proofs-portal.js';

let portal: AsOfPortal;
beforeAll(async () => {
  portal = await startProofsPortal();
}, 120_000);
afterAll(() => portal.stop());

describe('the proof of a plan as it stood', () => {
  it.each([
    ['before anything was recorded', '2020-01-01T00:00:00.000Z'],
    ['between two months of one file', '2026-01-05T12:00:00.000Z'],
    ['before an import that replaced a month', before],
    ['after a member was erased', '2026-03-11T00:00:00.000Z'],
    ['now', new Date().toISOString()],
  ])('replays the plan’s streams and finds every row the same, %s', async (_, moment) => {
    const view = await portal.viewOf(moment);
    const proof = await proven(portal, view);
    expect(proof).toMatchObject({ state: 'equal', problem: null, differing: 0, differences: [], sum: view.sum });
    expect(view.sum!.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(await portal.databases()).not.toContain(replayDatabase(view.id));
  });

  it('counts each event of the plan once, by the store itself', async () => {
    const after = '2026-03-02T00:00:00.000Z';
    const view = await portal.viewOf(after);
    const { sum, streams } = await proven(portal, view);
    const counted = new Set<string>();
    let [events, newest] = [0, 0n];
    const shared = ['calendar', 'benchmarks', 'superParameters'];
    const own = [`plan-${planId}`, `company-${portal.plan.companyId}`, 'campaign-TWR.K1'];
    const months = ['2025-11', '2025-12'].map((month) => `memberSnapshots-${planId}-${month.replace('-', '')}`);
    const members = portal.plan.memberIds.map((id) => `member-${id}`);
    for (const stream of [...shared, ...own, ...months, ...members])
      for await (const event of portal.engines.store.read(stream)) {
        if (!('metadata' in event) || event.metadata.at > after) continue;
        counted.add(stream);
        events += 1;
        if (event.position.commit > newest) newest = event.position.commit;
      }
    expect({ events: sum!.events, position: sum!.position }).toEqual({ events, position: String(newest) });
    expect(streams).toBeGreaterThanOrEqual(counted.size);
  });

  it('lists a row that was changed in the view’s tables', async () => {
    const view = await portal.viewOf('2026-02-20T00:00:00.000Z');
    const table = `${asOfDatabase(view.id)}.member_snapshot`;
    const member = portal.plan.memberIds[4]!;
    await portal.engines.clickhouse.command({
      query: `INSERT INTO ${table} SELECT * REPLACE (total_assets_owned_cents + 1 AS total_assets_owned_cents, version + 1 AS version)
FROM ${table} FINAL WHERE member_id = '${member}' AND month = '2025-12-01'`,
    });
    const plans = portal.engines.mongo.db(asOfDatabase(view.id)).collection<{ _id: string }>('plans');
    await plans.updateOne({ _id: planId }, { $set: { name: 'Another name' } });
    const proof = await proven(portal, view);
    expect(proof).toMatchObject({ state: 'differs', differing: 2 });
    expect(proof.differences).toEqual([
      {
        model: 'member_snapshot',
        key: `plan_id ${planId}, month 2025-12-01, member_id ${member}`,
        column: 'total_assets_owned_cents',
        then: '2100001',
        replayed: '2100000',
      },
      { model: 'plans', key: planId, column: 'name', then: '"Another name"', replayed: `"Plan ${planId}"` },
    ]);
  });

  it('lists a row that was removed, and one that was added', async () => {
    const view = await portal.viewOf('2026-02-21T00:00:00.000Z');
    const database = asOfDatabase(view.id);
    await portal.engines.clickhouse.command({ query: `TRUNCATE TABLE ${database}.campaign_engagement` });
    await portal.engines.clickhouse.command({
      query: `INSERT INTO ${database}.member_category (plan_id, category_id, name, active, version) VALUES ('${planId}', 'C9', 'Nobody', 1, 1)`,
    });
    const { differing, differences } = await proven(portal, view);
    expect(differing).toBe(2);
    expect(differences).toMatchObject([
      { model: 'campaign_engagement', column: null, then: null, replayed: 'present' },
      { model: 'member_category', column: null, then: 'present', replayed: null },
    ]);
  });
});

describe('a proof', () => {
  it('stops when it is cancelled, and leaves nothing behind', async () => {
    const view = await portal.viewOf(before);
    const document = { _id: view.id, planId, moment: before, sum: view.sum };
    let told = 0;
    const cancel = () => {
      told += 1;
      return told < 3 ? Promise.resolve() : Promise.reject(new Error('Nobody wants it.'));
    };
    await expect(proveView(asOfParts(portal.engines), document, cancel)).rejects.toThrow('Nobody wants it.');
    expect(await portal.databases()).not.toContain(replayDatabase(view.id));
  });

  it('waits its turn, is shared by everybody who requested it, and is cancelled once nobody wants it', async () => {
    const view = await portal.viewOf('2026-02-10T00:00:00.000Z');
    await portal.stopRunner();
    const admin = await portal.signedIn('admin');
    const path = `/api/history/views/${view.id}/proof`;
    expect((await portal.auditor.post(path, {})).body).toMatchObject({ proof: { state: 'waiting', own: true } });
    expect((await admin.post(path, {})).body).toMatchObject({ proof: { state: 'waiting', own: true } });
    const leave = (by: ApiClient) => by.request(path, { method: 'DELETE' });
    expect((await leave(portal.auditor)).body).toMatchObject({ proof: { state: 'waiting', own: false } });
    expect((await leave(admin)).body).toMatchObject({ proof: { state: 'cancelled', own: false } });
    portal.startRunner();
    expect(await proven(portal, view)).toMatchObject({ state: 'equal' });
  });

  it('is not changed by a run that another run has replaced', async () => {
    const view = await portal.viewOf('2026-02-10T00:00:00.000Z');
    await portal.stopRunner();
    await portal.auditor.post(`/api/history/views/${view.id}/proof`, {});
    const held = {
      id: 'mine',
      isSafe: () => true,
      lost: new Promise<void>(() => undefined),
      release: () => Promise.resolve(),
    };
    const parts = asOfParts(portal.engines);
    const views = portal.engines.mongo.db('ops').collection<AsOfDocument>('as_of_views');
    const storage = new AsOfStorage(parts, views, { idleMinutes: 60, diskBytes: 1_000_000_000 });
    const taken = new Date('2026-02-11T00:00:00.000Z');
    // The other run begins as soon as this one has read all streams.
    const openDatabase: typeof parts.openDatabase = (database) => {
      overtaken = views.updateOne({ _id: view.id }, { $set: { 'proof.startedAt': taken } });
      return parts.openDatabase(database);
    };
    let overtaken: Promise<unknown> = Promise.resolve();
    const job = new ProofJob({
      parts: { ...parts, openDatabase },
      ops: portal.engines.mongo.db('ops'),
      views,
      storage,
      log: quiet,
      held,
      signal: new AbortController().signal,
    });
    await job.run(view.id);
    await overtaken;
    const { proof } = (await views.findOne({ _id: view.id }))!;
    expect(proof).toMatchObject({ state: 'running', startedAt: taken, sum: null });
    portal.startRunner();
    await portal.until(view.id, isProofOver);
  });

  it('is for Auditors and Admins only, and needs a view that still exists', async () => {
    const view = await portal.viewOf(before);
    for (const role of ['staff', 'companyrep'] as const) {
      const client = await portal.signedIn(role);
      expect((await client.post(`/api/history/views/${view.id}/proof`, {})).status).toBe(403);
    }
    expect((await portal.auditor.post('/api/history/views/0123456789/proof', {})).status).toBe(404);
  });
});

describe('the document of evidence', () => {
  const asked = (view: AsOfView, by: ApiClient) => by.post(`/api/history/views/${view.id}/evidence`, {});

  it('is for Auditors and Admins only, and says so if there is no renderer', async () => {
    const view = await portal.viewOf(before);
    expect((await asked(view, portal.auditor)).status).toBe(501);
    const staff = await portal.signedIn('staff');
    expect((await asked(view, staff)).status).toBe(403);
  });

  it('reads its facts only with the token of this document', async () => {
    const view = await portal.viewOf(before);
    const facts = async (document: string, of = planId) => {
      const token = await portal.api.app.get(DocumentTokens).issue({ document, planId: of, userId: 'somebody' });
      const headers = { authorization: `Bearer ${token}` };
      return portal.api.client().request(`/api/history/evidence/${view.id}`, { headers });
    };
    const exact = await facts(`evidence staff ${view.id}`);
    expect([exact.status, exact.body['audience'], exact.body['view'], exact.body['differences']]).toMatchObject([
      200,
      'staff',
      { id: view.id, sum: view.sum, proof: { state: 'equal' } },
      { month: '2025-12', membersThen: 12 },
    ]);
    // The document of one audience is not that of the other: an employer's has no numbers of events, rows or members.
    const { status, body } = await facts(`evidence employer ${view.id}`);
    expect([status, body['audience'], body['proof']]).toMatchObject([200, 'employer', { isEqual: true }]);
    expect(body['view']).toMatchObject({ position: view.sum!.position, digest: view.sum!.digest });
    expect(JSON.stringify(body)).not.toMatch(/"(sum|events|rows|models|streams|late|differences|membersThen)"/);
    expect((await facts(`evidence ${view.id}`)).status).toBe(404);
    expect((await facts('pcmreport')).status).toBe(404);
    expect((await facts(`evidence employer ${view.id}`, otherPlan)).status).toBe(403);
    expect((await portal.auditor.request(`/api/history/evidence/${view.id}`)).status).toBe(404);
  });

  it('shows the figures that its audience read at the moment, which are those of now if nothing was recorded since', async () => {
    const view = await portal.viewOf(new Date().toISOString());
    const figuresFor = async (audience: 'employer' | 'staff') => {
      const document = `evidence ${audience} ${view.id}`;
      const token = await portal.api.app.get(DocumentTokens).issue({ document, planId, userId: 'somebody' });
      const headers = { authorization: `Bearer ${token}` };
      const { body } = await portal.api.client().request(`/api/history/evidence/${view.id}`, { headers });
      return body['figures'] as { month: string; then: ({ data: Record<string, unknown>[] } | null)[]; now: unknown[] };
    };
    const exact = await figuresFor('staff');
    expect(exact.month).toMatch(/^\d{4}-\d{2}$/);
    expect(exact.now).toEqual(exact.then);
    expect(exact.then.map((answer) => answer !== null)).toEqual(evidenceFigures.map(() => true));
    const members = exact.then[1]!.data[0]!['MemberSnapshot.countMembers'];
    expect(Number(members)).toBeGreaterThan(0);
    const published = await figuresFor('employer');
    expect(published.month).toBe(exact.month);
    expect(published.then).toHaveLength(exact.then.length);
  });
});
