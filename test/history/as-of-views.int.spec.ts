import { setTimeout as delay } from 'node:timers/promises';
import { asOfDatabase, type AsOfDocument, type AsOfView } from '@superscope/contracts/as-of-views';
import { asOfHeader } from '@superscope/contracts/as-of-header';
import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { AccessEntry } from '@superscope/domain/access/access';
import { planStream, publishPlan, sayPayroll } from '@superscope/domain/plan/plan';
import { AsOfStorage } from '@superscope/projector/history/as-of-storage';
import { ViewJob } from '@superscope/projector/history/view-job';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asOfParts } from '../harness/as-of-runner.js';
import { correctDecember } from '../harness/corrected-plan.js';
import { quiet, type PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { AsOfPortal, otherPlan, planId } from './as-of-portal.js';

const month = '2025-12';
/** Before the correction of December. */
const then = '2026-02-15T00:00:00.000Z';

let portal: AsOfPortal;

async function recordHistory(plan: SamplePlan, engines: PortalEngines): Promise<void> {
  await correctDecember(plan, engines);
  for (const decision of [sayPayroll(false), publishPlan])
    await engines.store.transact(planStream, planId, decision, byTest('2026-03-03T00:00:00.000Z'));
  await new SamplePlan(engines.store, engines.identity, otherPlan).register(1);
}

beforeAll(async () => {
  portal = await AsOfPortal.start('as-of', recordHistory);
  for (;;) {
    const { body } = await portal.auditor.request(`/api/plan/${planId}`);
    if (body['closedMonth'] === month && (await averageNow()) === 30_000) break;
    await delay(50);
  }
}, 120_000);
afterAll(() => portal.stop());

const question = {
  measures: ['MemberSnapshot.averageTotalAssetsOwned'],
  filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
  timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: [`${month}-01`, `${month}-31`] }],
};

async function average(headers: Record<string, string>, by = portal.auditor): Promise<number | null> {
  const { body } = await by.post('/cubejs-api/v1/load', { query: question }, headers);
  const [row] = body['data'] as Record<string, number | null>[];
  return row?.['MemberSnapshot.averageTotalAssetsOwned'] ?? null;
}
const averageNow = () => average({ 'X-Audience': 'staff' });

describe('a plan as it stood', () => {
  it('shows the import that counted then, to staff and to employers, and does not change today’s figures', async () => {
    const { id, planName, rows } = await portal.viewOf(then);
    expect({ planName, rows: rows > 0 }).toEqual({ planName: `Plan ${planId}`, rows: true });
    expect(await average({ [asOfHeader]: id, 'X-Audience': 'staff' })).toBe(21_000);
    // The published figure has noise.
    expect(Math.abs((await average({ [asOfHeader]: id }))! - 21_000)).toBeLessThan(2_000);
    expect(await averageNow()).toBe(30_000);
    expect(Math.abs((await average({}))! - 30_000)).toBeLessThan(2_000);
  });

  it('says of the plan’s payroll what its edition of that moment does', async () => {
    const { id } = await portal.viewOf(then);
    const plan = (headers: Record<string, string>) => portal.auditor.request(`/api/plan/${planId}`, { headers });
    expect((await plan({ [asOfHeader]: id })).body).toMatchObject({ closedMonth: month, onePayroll: true });
    await vi.waitFor(
      async () => expect((await plan({})).body).toMatchObject({ closedMonth: month, onePayroll: false }),
      { timeout: 30_000, interval: 100 },
    );
  });

  it('contains nothing that was recorded later: months, statuses, closings', async () => {
    const { id } = await portal.viewOf('2026-01-06T00:00:00.000Z');
    // The month was not closed by then, so employers see nothing.
    const { body } = await portal.auditor.request(`/api/plan/${planId}`, { headers: { [asOfHeader]: id } });
    expect(body).toMatchObject({ id: planId, closedMonth: null, lastMonth: month });
    const statusAt = async (moment: string) => {
      const view = await portal.viewOf(moment);
      const rows = await portal.engines.rows<{ status: string }>(
        `SELECT status FROM ${asOfDatabase(view.id)}.contact_request FINAL WHERE plan_id = {plan:String}`,
        { plan: planId },
      );
      return rows.map(({ status }) => status);
    };
    expect(await statusAt('2026-01-06T00:00:00.000Z')).toEqual([]);
    expect(await statusAt(then)).toEqual(['Open']);
    expect(await statusAt('2026-03-02T00:00:00.000Z')).toEqual(['Closed']);
  });

  it('is a single view that all users share', async () => {
    const admin = await portal.signedIn('admin');
    const { id } = await portal.viewOf(then);
    expect((await portal.ask('2026-02-15T11:00:00+11:00', admin)).view).toMatchObject({
      id,
      state: 'ready',
      others: 1,
    });
    const { body } = await admin.request('/api/history/views');
    expect((body as unknown as AsOfView[]).map((view) => view.id)).toContain(id);
  });

  it('is noted as read, once a day, for each user who did not request it', async () => {
    const { id } = await portal.viewOf('2026-02-21T00:00:00.000Z');
    const admin = await portal.signedIn('admin');
    for (const client of [portal.auditor, admin, admin])
      expect((await client.request(`/api/plan/${planId}`, { headers: { [asOfHeader]: id } })).status).toBe(200);
    const noted: string[] = [];
    await portal.api.app.get(AccessLog).flush();
    for await (const batch of portal.engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch)
        if ('data' in event)
          for (const { action, object, userId } of (event.data as { entries: AccessEntry[] }).entries)
            if (object === id) noted.push(`${userId}: ${action}`);
    expect(noted).toEqual(['auditor: as-of view', 'admin: as-of read']);
  });

  it('also answers for a moment before the first event', async () => {
    const { id, rows } = await portal.viewOf('2020-01-01T00:00:00.000Z');
    expect(rows).toBe(0);
    expect(await average({ [asOfHeader]: id, 'X-Audience': 'staff' })).toBe(null);
  });
});

describe('a view of the past', () => {
  it('is refused to roles without the right, for a future moment, and for an unknown plan', async () => {
    const { id } = await portal.viewOf(then);
    for (const username of ['staff', 'companyrep', 'devops']) {
      const other = await portal.signedIn(username);
      expect([username, (await portal.ask(then, other)).status]).toEqual([username, 403]);
      const read = await other.post('/api/figures', { queries: [question] }, { [asOfHeader]: id });
      expect([username, read.status]).toEqual([username, 403]);
    }
    expect((await portal.ask('2999-01-01T00:00:00.000Z')).status).toBe(400);
    const unknown = await portal.auditor.post('/api/history/views', { planId: 'TWR.none', moment: then });
    expect(unknown.status).toBe(404);
  });

  it('answers about no other plan, and refuses what is not available for the past', async () => {
    const headers = { [asOfHeader]: (await portal.viewOf(then)).id };
    expect((await portal.auditor.request(`/api/plan/${otherPlan}`, { headers })).status).toBe(403);
    const peers = await portal.auditor.request(`/api/plans/${planId}/peers`, { headers });
    expect(peers).toMatchObject({ status: 400, body: { message: 'This is not shown as of a past moment.' } });
    const gone = await portal.auditor.request(`/api/plan/${planId}`, { headers: { [asOfHeader]: 'abcdef0123456789' } });
    expect(gone.status).toBe(410);
  });
});

describe('views that are being built', () => {
  it('are cancelled when nobody wants them any more, and leave nothing behind', async () => {
    await portal.stopRunner();
    const { view } = await portal.ask('2026-02-16T00:00:00.000Z');
    expect(view).toMatchObject({ state: 'waiting', own: true });
    const left = await portal.auditor.request(`/api/history/views/${view.id}`, { method: 'DELETE' });
    expect(left).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    expect((await portal.ask('2026-02-16T00:00:00.000Z')).view.state).toBe('waiting');
    // Withdraws the request while the view is being built.
    await portal.engines.mongo
      .db('ops')
      .collection<{ _id: string }>('as_of_views')
      .updateOne({ _id: view.id }, { $set: { askedBy: [] } });
    portal.startRunner();
    await expect
      .poll(async () => (await portal.auditor.request(`/api/history/views/${view.id}`)).body['state'], {
        timeout: 20_000,
      })
      .toBe('cancelled');
    await expect
      .poll(() => portal.engines.rows(`SELECT name FROM system.databases WHERE name = '${asOfDatabase(view.id)}'`))
      .toEqual([]);
  });

  /** A run of a view with a valid lease. `at` is called when it begins, and once everything is built. */
  function runOf(id: string, at: (isMade: boolean) => Promise<unknown>) {
    const parts = asOfParts(portal.engines);
    const ops = portal.engines.mongo.db('ops');
    const views = ops.collection<AsOfDocument>('as_of_views');
    const storage = new AsOfStorage(parts, views, { idleMinutes: 60, diskBytes: 1_000_000_000 });
    vi.spyOn(storage, 'makeRoom').mockImplementation(async (_, isMade = false) => {
      await at(isMade);
      return true;
    });
    const held = { id: 'mine', isSafe: () => true, lost: new Promise<void>(() => undefined), release: async () => {} };
    const job = new ViewJob({ parts, ops, views, storage, log: quiet, held, signal: new AbortController().signal });
    return { views, storage, run: () => job.run(id) };
  }

  it('are not changed by a run that another run has replaced', async () => {
    await portal.stopRunner();
    const { view } = await portal.ask('2026-02-08T00:00:00.000Z');
    const taken = new Date('2026-02-11T00:00:00.000Z');
    const { views, storage, run } = runOf(view.id, async (isMade) => {
      if (isMade) await views.updateOne({ _id: view.id }, { $set: { startedAt: taken } });
    });
    const drop = vi.spyOn(storage, 'drop');
    await run();
    expect(await views.findOne({ _id: view.id })).toMatchObject({ state: 'running', startedAt: taken, sum: null });
    expect(drop).not.toHaveBeenCalled();
    portal.startRunner();
    await portal.viewOf(view.moment);
  });

  it('are built after all if somebody requests them again while they are being cancelled', async () => {
    await portal.stopRunner();
    const { view } = await portal.ask('2026-02-09T00:00:00.000Z');
    const askedBy = (users: string[]) => views.updateOne({ _id: view.id }, { $set: { askedBy: users } });
    const { views, storage, run } = runOf(view.id, () => askedBy([]));
    const drop = storage.drop.bind(storage);
    vi.spyOn(storage, 'drop').mockImplementation(async (database) => {
      await askedBy(['auditor']);
      return drop(database);
    });
    await run();
    expect(await views.findOne({ _id: view.id })).toMatchObject({ state: 'waiting', askedBy: ['auditor'] });
    portal.startRunner();
    await portal.viewOf(view.moment);
  });

  it('are limited for each person', async () => {
    await portal.stopRunner();
    const statuses = [];
    for (const day of ['01', '02', '03', '04'])
      statuses.push((await portal.ask(`2026-02-${day}T12:00:00.000Z`)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    portal.startRunner();
    await portal.viewOf('2026-02-03T12:00:00.000Z');
  });

  it('are deleted for newer ones when the disk is full, and when nobody reads them', async () => {
    await portal.stopRunner();
    const kept = async () => (await portal.auditor.request('/api/history/views')).body as unknown as AsOfView[];
    expect((await kept()).length).toBeGreaterThan(3);
    portal.startRunner({ diskBytes: 1 });
    const { view } = await portal.ask('2026-02-20T00:00:00.000Z');
    await expect
      .poll(async () => (await portal.auditor.request(`/api/history/views/${view.id}`)).body['problem'], {
        timeout: 20_000,
      })
      .toBe('This plan needs more room than views of the past may take. Please ask your administrator.');
    expect(await kept()).toEqual([]);
    await portal.stopRunner();
    portal.startRunner({ idleMinutes: 0 });
  });
});
