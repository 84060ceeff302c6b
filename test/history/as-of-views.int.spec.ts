import { setTimeout as delay } from 'node:timers/promises';
import type { AsOfView } from '@superscope/contracts/as-of-views';
import { asOfDatabase } from '@superscope/contracts/as-of-views';
import type { AsOfDifferences, PlanMoments } from '@superscope/contracts/as-of-changes';
import { asOfHeader } from '@superscope/contracts/as-of-header';
import type { EventPage } from '@superscope/contracts/event-history';
import type { AsOfRunner } from '@superscope/projector/history/as-of-runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { asOfRunner } from '../harness/as-of-runner.js';
import { concernWhole, correctedPlan } from '../harness/corrected-plan.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

const planId = 'TWR.P0001';
const otherPlan = 'LBE.P0009';
const month = '2025-12';
/** Before the correction of December, and after it. */
const then = '2026-02-15T00:00:00.000Z';

let engines: PortalEngines;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let api: Awaited<ReturnType<typeof startApi>>;
let runner: AsOfRunner;
let auditor: ApiClient;
let plan: SamplePlan;

beforeAll(async () => {
  // Seeded: a secret that was made today publishes no month that closed before.
  engines = await PortalEngines.start('as-of');
  projector = await engines.projector();
  await projector.start();
  plan = await correctedPlan(engines, planId);
  const other = new SamplePlan(engines.store, engines.identity, otherPlan);
  await other.register(1);
  api = await startApi(engines);
  auditor = api.client();
  await auditor.signIn('auditor');
  for (;;) {
    const { body } = await auditor.request(`/api/plan/${planId}`);
    if (body['closedMonth'] === month && (await averageNow()) === 30_000) break;
    await delay(50);
  }
  runner = asOfRunner(engines);
  runner.start();
}, 120_000);

afterAll(async () => {
  await runner.stop();
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const question = {
  measures: ['MemberSnapshot.averageTotalAssetsOwned'],
  filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
  timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: [`${month}-01`, `${month}-31`] }],
};

async function average(headers: Record<string, string>, by = auditor): Promise<number | null> {
  const { body } = await by.post('/cubejs-api/v1/load', { query: question }, headers);
  const [row] = body['data'] as Record<string, number | null>[];
  return row?.['MemberSnapshot.averageTotalAssetsOwned'] ?? null;
}
const averageNow = () => average({ 'X-Audience': 'staff' });

const askView = async (moment: string, by = auditor) => {
  const { status, body } = await by.post('/api/history/views', { planId, moment });
  return { status, view: body as unknown as AsOfView };
};

async function readyView(moment: string): Promise<AsOfView> {
  const { view } = await askView(moment);
  for (;;) {
    const { body } = await auditor.request(`/api/history/views/${view.id}`);
    const found = body as unknown as AsOfView;
    if (found.state === 'ready') return found;
    if (found.state !== 'waiting' && found.state !== 'running') throw new Error(`${found.state}: ${found.problem}`);
    await delay(50);
  }
}

describe('a plan as it stood', () => {
  it('shows the import that counted then, to staff and to employers, and today’s figures stay as they are', async () => {
    const { id, planName, rows } = await readyView(then);
    expect({ planName, rows: rows > 0 }).toEqual({ planName: `Plan ${planId}`, rows: true });
    expect(await average({ [asOfHeader]: id, 'X-Audience': 'staff' })).toBe(21_000);
    // Published: rounded.
    expect(Math.abs((await average({ [asOfHeader]: id }))! - 21_000)).toBeLessThan(2_000);
    expect(await averageNow()).toBe(30_000);
    expect(Math.abs((await average({}))! - 30_000)).toBeLessThan(2_000);
  });

  it('knows nothing of what was recorded later: months, statuses, closings', async () => {
    const { id } = await readyView('2026-01-06T00:00:00.000Z');
    // Not closed by then: employers read nothing.
    const { body } = await auditor.request(`/api/plan/${planId}`, { headers: { [asOfHeader]: id } });
    expect(body).toMatchObject({ id: planId, closedMonth: null, lastMonth: month });
    const statusAt = async (moment: string) => {
      const view = await readyView(moment);
      const rows = await engines.rows<{ status: string }>(
        `SELECT status FROM ${asOfDatabase(view.id)}.contact_request FINAL WHERE plan_id = {plan:String}`,
        { plan: planId },
      );
      return rows.map(({ status }) => status);
    };
    expect(await statusAt('2026-01-06T00:00:00.000Z')).toEqual([]);
    expect(await statusAt(then)).toEqual(['Open']);
    expect(await statusAt('2026-03-02T00:00:00.000Z')).toEqual(['Closed']);
  });

  it('is one view for everybody who asks for the same', async () => {
    const admin = api.client();
    await admin.signIn('admin');
    const { id } = await readyView(then);
    expect((await askView('2026-02-15T11:00:00+11:00', admin)).view).toMatchObject({ id, state: 'ready', others: 1 });
    const { body } = await admin.request('/api/history/views');
    expect((body as unknown as AsOfView[]).map((view) => view.id)).toContain(id);
  });

  it('is asked by an empty past as well', async () => {
    const { id, rows } = await readyView('2020-01-01T00:00:00.000Z');
    expect(rows).toBe(0);
    expect(await average({ [asOfHeader]: id, 'X-Audience': 'staff' })).toBe(null);
  });
});

describe('what differs from today', () => {
  it('is listed by column, each with the events that were recorded since then', async () => {
    const { id } = await readyView(then);
    const { status, body } = await auditor.request(`/api/history/views/${id}/differences?month=${month}`);
    const found = body as unknown as AsOfDifferences;
    expect(status).toBe(200);
    expect(found).toMatchObject({ month, membersThen: 40, membersNow: 39, onlyNow: { members: 0, causes: [] } });
    expect(found.onlyThen).toMatchObject({
      members: 1,
      causes: [{ type: 'MemberSnapshotsCompleted', detail: month }],
    });
    const column = (name: string) => found.columns.find((each) => each.column === name);
    expect(column('total_assets_owned_cents')).toMatchObject({
      members: 39,
      causes: [
        { type: 'MemberSnapshotsCompleted', detail: month, count: 1, members: 39 },
        { type: 'MemberDetailsRevised', members: 1, count: 1, search: { planId, type: 'MemberDetailsRevised' } },
      ],
    });
    expect(column('address_state')).toMatchObject({ members: 1 });
    expect(column('fees_cents')).toBeUndefined();
    expect(new Set(found.changes.map(({ type }) => type))).toEqual(
      new Set(['ContactRequested', 'MemberDetailsRevised', 'MonthOpened', 'MonthClosed', 'MemberSnapshotsCompleted']),
    );
  });

  it('is nothing at the moment of today', async () => {
    const { id } = await readyView(new Date().toISOString());
    const { body } = await auditor.request(`/api/history/views/${id}/differences`);
    // The calendar opened the running month, which carries December forward.
    expect(body).toMatchObject({ membersThen: 39, membersNow: 39, columns: [], changes: [] });
  });

  it('names what concerns the plan as a whole, each with a search that finds just these events', async () => {
    await concernWhole(engines, plan);
    await caughtUp(engines, projector);
    const { id } = await readyView(then);
    const { body } = await auditor.request(`/api/history/views/${id}/differences?month=${month}`);
    const { columns, changes, onlyThen } = body as unknown as AsOfDifferences;
    const total = columns.find(({ column }) => column === 'total_assets_owned_cents')!;
    const typesOf = (of: readonly { type: string }[]) => of.map(({ type }) => type).toSorted();
    expect(typesOf(total.causes)).toEqual([
      'AssetsPublished',
      'MemberDetailsRevised',
      'MemberSnapshotsCompleted',
      'PlanClosed',
      'PlanReopened',
    ]);
    expect(typesOf(onlyThen.causes)).not.toContain('AssetsPublished');
    const ofCampaign = changes.filter(({ detail }) => detail === 'Choose');
    expect(typesOf(ofCampaign)).toEqual(['CampaignCancelled', 'CampaignDetailsRevised', 'CampaignRun']);
    for (const { type, search, count } of [...total.causes, ...changes]) {
      const found = await auditor.request(`/api/history/events?${new URLSearchParams(search)}`);
      const { events, total } = found.body as unknown as EventPage;
      expect([type, new Set(events.map((event) => event.type))]).toEqual([type, new Set([type])]);
      if (type !== 'MemberSnapshotsCompleted') expect([type, total!.count]).toEqual([type, count]);
      // An event of a member names no plan, and is of the one that they are in.
      const opened = await auditor.request(`/api/history/events/${events[0]!.place}`);
      const ofEverybody = ['AssetsPublished', 'MonthOpened', 'MonthClosed'].includes(type);
      expect([type, opened.body['plan']]).toEqual([type, ofEverybody ? null : { id: planId, name: `Plan ${planId}` }]);
    }
  });
});

describe('the moments of a plan', () => {
  const momentsAt = async (at?: string) => {
    const query = at === undefined ? '' : `?${new URLSearchParams({ at })}`;
    return (await auditor.request(`/api/history/plans/${planId}/moments${query}`)).body as unknown as PlanMoments;
  };

  it('are those at which something of it was recorded, from its first event on', async () => {
    const { moments, firstAt } = await momentsAt();
    expect(firstAt).toBe('2026-01-05T00:00:00.000Z');
    expect(moments.filter(({ type }) => type === 'MemberSnapshotsCompleted')).toMatchObject([
      { detail: month, lastAt: '2026-03-01T00:00:00.000Z' },
      { detail: '2025-12' },
      { detail: '2025-11', count: 40 },
    ]);
  });

  it('count as many events as the view of then is made of, by the week', async () => {
    const { eventsBy, events, weeks, isCut } = await momentsAt(then);
    expect(eventsBy).toBe((await readyView(then)).sum!.events);
    const sum = (of: PlanMoments['weeks']) => of.reduce((all, week) => all + week.events, 0);
    expect(sum(weeks)).toBe(events);
    expect(sum(weeks.filter(({ week }) => week < then))).toBe(eventsBy);
    expect([weeks[0]!.week, isCut]).toEqual(['2026-01-05', { older: false, newer: false }]);
  });
});

describe('a view of the past', () => {
  it('is refused to roles without the right, of a moment to come, and of a plan that there is not', async () => {
    const { id } = await readyView(then);
    for (const username of ['staff', 'companyrep', 'devops']) {
      const other = api.client();
      await other.signIn(username);
      expect([username, (await askView(then, other)).status]).toEqual([username, 403]);
      const read = await other.post('/api/figures', { queries: [question] }, { [asOfHeader]: id });
      expect([username, read.status]).toEqual([username, 403]);
    }
    expect((await askView('2999-01-01T00:00:00.000Z')).status).toBe(400);
    const unknown = await auditor.post('/api/history/views', { planId: 'TWR.none', moment: then });
    expect(unknown.status).toBe(404);
  });

  it('tells of no other plan, and answers nothing that is not shown as of then', async () => {
    const headers = { [asOfHeader]: (await readyView(then)).id };
    expect((await auditor.request(`/api/plan/${otherPlan}`, { headers })).status).toBe(403);
    const peers = await auditor.request(`/api/plans/${planId}/peers`, { headers });
    expect(peers).toMatchObject({ status: 400, body: { message: 'This is not shown as of a past moment.' } });
    const gone = await auditor.request(`/api/plan/${planId}`, { headers: { [asOfHeader]: 'abcdef0123456789' } });
    expect(gone.status).toBe(410);
  });
});

describe('views that are being made', () => {
  it('end when nobody wants them any more, and leave nothing behind', async () => {
    await runner.stop();
    const { view } = await askView('2026-02-16T00:00:00.000Z');
    expect(view).toMatchObject({ state: 'waiting', own: true });
    const left = await auditor.request(`/api/history/views/${view.id}`, { method: 'DELETE' });
    expect(left).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    expect((await askView('2026-02-16T00:00:00.000Z')).view.state).toBe('waiting');
    // Withdrawn once it is being made.
    await engines.mongo
      .db('ops')
      .collection<{ _id: string }>('as_of_views')
      .updateOne({ _id: view.id }, { $set: { askedBy: [] } });
    runner = asOfRunner(engines);
    runner.start();
    await expect
      .poll(async () => (await auditor.request(`/api/history/views/${view.id}`)).body['state'], { timeout: 20_000 })
      .toBe('cancelled');
    await expect
      .poll(() => engines.rows(`SELECT name FROM system.databases WHERE name = '${asOfDatabase(view.id)}'`))
      .toEqual([]);
  });

  it('are bounded for each person', async () => {
    await runner.stop();
    const statuses = [];
    for (const day of ['01', '02', '03', '04']) statuses.push((await askView(`2026-02-${day}T12:00:00.000Z`)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    runner = asOfRunner(engines);
    runner.start();
    await readyView('2026-02-03T12:00:00.000Z');
  });

  it('give way to newer ones where the disk is full, and to nobody reading them', async () => {
    await runner.stop();
    const kept = async () => (await auditor.request('/api/history/views')).body as unknown as AsOfView[];
    expect((await kept()).length).toBeGreaterThan(3);
    runner = asOfRunner(engines, { diskBytes: 1 });
    runner.start();
    const { view } = await askView('2026-02-20T00:00:00.000Z');
    await expect
      .poll(async () => (await auditor.request(`/api/history/views/${view.id}`)).body['problem'], { timeout: 20_000 })
      .toBe('This plan needs more room than views of the past may take. Please ask your administrator.');
    expect(await kept()).toEqual([]);
    await runner.stop();
    runner = asOfRunner(engines, { idleMinutes: 0 });
    runner.start();
  });
});
