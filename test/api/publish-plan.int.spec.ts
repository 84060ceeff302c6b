import {
  RepublishPlans,
  whyCountedAnew,
  whyProtectedAnew,
  whyPublishedAnew,
} from '@superscope/api/plans/republish-plans';
import { calendarStream, closeMonths } from '@superscope/domain/calendar/calendar';
import { companyStream, recordCompany } from '@superscope/domain/company/company';
import { memberStream, recordActivity } from '@superscope/domain/member/member';
import { isUndecodable } from '@superscope/event-store/events/recorded-event';
import type { Projector } from '@superscope/projector/runtime/projector';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { startProjecting } from '../harness/projecting.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

let engines: PortalEngines;
let projector: Projector;
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ApiClient;
let plan: SamplePlan;
/** The editions of a plan of an earlier release, before an api of this one was started. */
let earlier: Awaited<ReturnType<typeof counted>>;
let published: number[];

const before = '2026-01-20T00:00:00.000Z';

/** A plan as an earlier release left it. Two of its members left in December, one of them on the last day. */
async function ofEarlierRelease(): Promise<void> {
  const old = new SamplePlan(engines.store, engines.identity, 'PF.earlier');
  old.countsByDates = false;
  old.at = before;
  await old.register(12);
  await old.dates(0, '2021-05-01', '2025-12-10');
  await old.dates(1, '2021-05-01', '2025-12-31');
  await old.dates(2, '2026-02-01', null);
  for (const month of ['2025-11', '2025-12']) await old.month(month, 80_000);
  await engines.store.transact(calendarStream, '', closeMonths('2026-01-15'), byTest(before));
}

beforeAll(async () => {
  ({ engines, projector } = await startProjecting(undefined, 'published anew'));
  await ofEarlierRelease();
  await caughtUp(engines, projector);
  earlier = await counted();
  // The nightly command's first run closes the months before today's.
  const both = await Promise.all([startApi(engines), startApi(engines)]);
  published = await Promise.all(both.map(({ app }) => app.get(RepublishPlans).publish()));
  await both[1].stop();
  api = both[0];
  admin = api.client();
  await admin.signIn('admin');
  plan = new SamplePlan(engines.store, engines.identity, 'PF.anew');
  await plan.register(12);
  await plan.month('2025-12', 80_000);
  await caughtUp(engines, projector);
});

afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const editions = () =>
  engines.rows<{ month: string; edition: number; consulted: number }>(
    `SELECT toString(month) AS month, edition, countIf(last_consultation_on > '1970-01-01') AS consulted
FROM (SELECT plan_id, month, version, edition FROM plan_month FINAL) AS named
JOIN member_edition AS of USING (plan_id, month, version) WHERE plan_id = 'PF.anew' GROUP BY month, edition`,
  );

const path = '/api/plans/PF.anew/publish';

const counted = () =>
  engines.rows<{ month: string; edition: number; members: number; live: number }>(
    `SELECT toString(month) AS month, edition, members,
  (SELECT count() FROM member_snapshot FINAL WHERE plan_id = 'PF.earlier' AND month = '2025-12-01') AS live
FROM plan_month FINAL WHERE plan_id = 'PF.earlier' ORDER BY month`,
  );

const eventsOf = async (stream: string) => {
  const types: [string, unknown][] = [];
  for await (const event of engines.store.read(stream))
    if (!isUndecodable(event)) types.push([event.type, (event.data as { reason?: string }).reason]);
  return types;
};

describe('a plan of an earlier release', () => {
  it('is published anew once for each new rule, with the reason, even if two apis start at once', async () => {
    expect(earlier).toEqual([
      { month: '2025-11-01', edition: 1, members: 12, live: 12 },
      { month: '2025-12-01', edition: 1, members: 12, live: 12 },
    ]);
    const written = [
      ['PlanRegistered', undefined],
      ['MembersCountedByDates', undefined],
      ['PlanPublished', whyCountedAnew],
      ['PublishingRulesAdopted', undefined],
      ['PlanPublished', whyPublishedAnew],
    ];
    expect(await eventsOf('plan-PF.earlier')).toEqual(written);
    expect(published.reduce((a, b) => a + b)).toBeLessThanOrEqual(2);
    expect(await api.app.get(RepublishPlans).publish()).toBe(0);
    expect(await eventsOf('plan-PF.earlier')).toEqual(written);
    expect(await eventsOf('plan-PF.anew')).not.toContainEqual(['PlanPublished', whyCountedAnew]);
  });

  it('then has new editions, in which those who had left or not yet joined do not count', async () => {
    expect(await counted()).toEqual([
      { month: '2025-11-01', edition: 3, members: 11, live: 10 },
      { month: '2025-12-01', edition: 3, members: 10, live: 10 },
    ]);
  });
});

describe('republishing a plan', () => {
  it('makes an edition of each closed month, once for an Idempotency-Key', async () => {
    expect(await editions()).toEqual([{ month: '2025-12-01', edition: 1, consulted: 0 }]);
    const activity = {
      effectiveDate: '2025-12-05',
      consultant: null,
      valid: null,
      outcome: null,
      amountCents: null,
      personal: { notes: null, fundName: null },
    };
    const consulted = recordActivity('ConsultationPerformed', activity, '2026-03-15');
    const now = byTest(new Date().toISOString());
    await engines.store.transact(memberStream, plan.memberIds[0]!, consulted, now);
    await caughtUp(engines, projector);
    expect(await editions()).toEqual([{ month: '2025-12-01', edition: 1, consulted: 0 }]);
    const answers = [];
    for (let time = 0; time < 2; time += 1)
      answers.push(await admin.post(path, {}, { 'Idempotency-Key': 'publish-once' }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]!.body).toMatchObject({ stream: 'plan-PF.anew', revision: '1' });
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    await caughtUp(engines, projector);
    expect(await editions()).toEqual([{ month: '2025-12-01', edition: 2, consulted: 1 }]);
  });

  it('is allowed to Admins only', async () => {
    for (const username of ['staff', 'auditor', 'devops', 'companyrep']) {
      const browser = api.client();
      await browser.signIn(username);
      expect((await browser.post(path, {})).status).toBe(403);
    }
    expect((await api.client().post(path, {})).status).toBe(401);
  });

  it('is refused for an unknown plan, for an invalid id, and with a body', async () => {
    expect(await admin.post('/api/plans/PF.none-such/publish', {})).toMatchObject({
      status: 404,
      body: { message: 'There is no such plan.' },
    });
    expect((await admin.post('/api/plans/anew/publish', {})).status).toBe(400);
    expect((await admin.post(path, { month: '2025-12' })).status).toBe(400);
  });
});

describe('a plan that another employer joins', () => {
  /** The employer is in the plan from now on. */
  const join = async (companyId: string, planId: string): Promise<void> => {
    const company = { companyId, planId, name: companyId, abn: null, industry: null, active: true };
    await engines.store.transact(companyStream, companyId, recordCompany(company), byTest(new Date().toISOString()));
    await caughtUp(engines, projector);
  };
  const payrolls = () =>
    engines.rows<{ edition: number; payroll: string; one: number }>(
      `SELECT edition, payroll, one_payroll AS one FROM plan_month FINAL WHERE plan_id = 'PF.anew'`,
    );
  const protections = async () =>
    (await eventsOf('plan-PF.anew')).filter(([, reason]) => reason === whyProtectedAnew).length;
  /** Two apis look at once, and one of them again. */
  const publish = async (): Promise<void> => {
    const plans = api.app.get(RepublishPlans);
    await Promise.all([plans.publish(), plans.publish()]);
    await plans.publish();
    await caughtUp(engines, projector);
    await plans.publish();
    await caughtUp(engines, projector);
  };
  /** The average salary of each month as its employers read it. */
  const salaries = async (): Promise<number[]> => {
    const query = {
      measures: ['MemberSnapshot.averageSalary'],
      timeDimensions: [{ dimension: 'MemberSnapshot.month', granularity: 'month' }],
      segments: [],
      filters: [{ member: 'Member.planId', operator: 'equals', values: ['PF.anew'] }],
    };
    const { status, body } = await admin.post('/cubejs-api/v1/load', { query });
    expect(status, JSON.stringify(body)).toBe(200);
    const { data } = body as unknown as { data: Record<string, number>[] };
    return data.map((row) => row['MemberSnapshot.averageSalary']!);
  };
  const exact = [80_550];

  it('is published anew once, and until then its exact salaries are shown to nobody', async () => {
    const before = await payrolls();
    expect(before).toMatchObject([{ payroll: 'one company', one: 1 }]);
    expect(await salaries()).toEqual(exact);
    await join('PF.anew-E2', 'PF.anew');
    // The employer counts from the next edition, which nobody has made yet.
    expect(await payrolls()).toEqual(before);
    expect(await salaries()).toEqual([]);
    await publish();
    expect(await payrolls()).toEqual([{ edition: before[0]!.edition + 1, payroll: 'several companies', one: 0 }]);
    expect(await salaries()).not.toEqual(exact);
    expect(await protections()).toBe(1);
  });

  it('is published anew again when that employer has left, and another one joins', async () => {
    await join('PF.anew-E2', 'PF.earlier');
    await admin.post(path, {});
    await caughtUp(engines, projector);
    expect(await payrolls()).toMatchObject([{ payroll: 'one company', one: 1 }]);
    expect(await salaries()).toEqual(exact);
    await publish();
    expect(await protections()).toBe(1);
    await join('PF.anew-E3', 'PF.anew');
    expect(await salaries()).toEqual([]);
    await publish();
    expect(await payrolls()).toMatchObject([{ payroll: 'several companies', one: 0 }]);
    expect(await protections()).toBe(2);
  });
});
