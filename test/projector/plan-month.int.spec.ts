import { setTimeout as delay } from 'node:timers/promises';
import { calendarStream, openMonth } from '@superscope/domain/calendar/calendar';
import {
  memberStream,
  moveMember,
  recordActivity,
  recordMember,
  requestContact,
} from '@superscope/domain/member/member';
import { memberSnapshotsStream, withdrawSnapshots } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { closePlan, planStream, reopenPlan } from '@superscope/domain/plan/plan';
import { wholePlan, type StaleMonths } from '@superscope/projector/runtime/deriving/derivation';
import { deriveInto } from '@superscope/projector/runtime/deriving/derive-into';
import type { Projector } from '@superscope/projector/runtime/projector';
import { allMonths } from '@superscope/projector/runtime/writing/projection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortalEngines } from '../harness/portal-engines.js';
import { startProjecting } from '../harness/projecting.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

let engines: PortalEngines;
let projector: Projector;

beforeAll(async () => {
  ({ engines, projector } = await startProjecting());
});

afterAll(async () => {
  await projector.stop();
  await engines.stop();
});

interface Month {
  month: string;
  members: number;
  balance: number;
  as_at: string;
}

const months = (planId: string) =>
  engines.rows<Month>(
    `SELECT toString(month) AS month, count() AS members, max(total_assets_owned_cents) / 100 AS balance,
toString(max(balance_as_at)) AS as_at FROM member_snapshot FINAL WHERE plan_id = {plan:String} GROUP BY month ORDER BY month`,
    { plan: planId },
  );

/** Waits until the plan's months satisfy the condition. */
async function shows(planId: string, condition: (months: Month[]) => boolean): Promise<Month[]> {
  for (;;) {
    const found = await months(planId);
    if (condition(found)) return found;
    await delay(30);
  }
}

describe('a plan-month', () => {
  it('appears completely, with every member scored', async () => {
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.whole');
    await plan.register(20);
    await plan.month('2026-01', 90_000);
    const [month] = await shows(plan.planId, (found) => found.length === 1);
    expect(month).toEqual({ month: '2026-01-01', members: 20, balance: 90_000, as_at: '2026-01-31' });
    const [scores] = await engines.rows<{ scored: number; low: number; high: number }>(
      `SELECT count(score) AS scored, min(score) AS low, max(score) AS high FROM member_snapshot FINAL WHERE plan_id = {plan:String}`,
      { plan: plan.planId },
    );
    expect(scores?.scored).toBe(20);
    expect(scores!.low).toBeGreaterThan(0);
    expect(scores!.high).toBeLessThanOrEqual(5_000_000);
  });

  it('has the expected gain of each action for every member whom it concerns', async () => {
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.gains');
    await plan.register(20);
    await plan.month('2026-01', 90_000);
    await shows(plan.planId, (found) => found.length === 1);
    const [gains] = await engines.rows<{ concerned: number; agrees: number; least: number }>(
      `SELECT count(gain_nominate_beneficiary) AS concerned,
countIf((beneficiary_nomination_type = '4|None') = (gain_nominate_beneficiary IS NOT NULL)) AS agrees, min(gain_nominate_beneficiary) AS least
FROM member_snapshot FINAL WHERE plan_id = {plan:String}`,
      { plan: plan.planId },
    );
    // Every third member has a binding nomination.
    expect(gains).toMatchObject({ concerned: 13, agrees: 20 });
    expect(gains!.least).toBeGreaterThanOrEqual(1_000_000);
  });

  it('is replaced by a later import, without members that are missing in it', async () => {
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.replaced');
    await plan.register(15);
    await plan.month('2026-01', 50_000);
    await shows(plan.planId, ([month]) => month?.members === 15);
    await plan.month('2026-01', 60_000, plan.memberIds.slice(0, 12));
    const [month] = await shows(plan.planId, ([found]) => found?.balance === 60_000);
    expect(month?.members).toBe(12);
  });

  it('returns to its previous import when one is withdrawn, and vanishes with the only one', async () => {
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.withdrawn');
    await plan.register(12);
    await plan.month('2026-01', 10_000);
    await shows(plan.planId, ([month]) => month?.balance === 10_000);
    await plan.month('2026-01', 99_000);
    await shows(plan.planId, ([month]) => month?.balance === 99_000);
    const stream = planMonthId(plan.planId, '2026-01');
    await engines.store.transact(
      memberSnapshotsStream,
      stream,
      withdrawSnapshots(plan.planId, '2026-01', null),
      byTest(),
    );
    await shows(plan.planId, ([month]) => month?.balance === 10_000);
    await engines.store.transact(
      memberSnapshotsStream,
      stream,
      withdrawSnapshots(plan.planId, '2026-01', null),
      byTest(),
    );
    expect(await shows(plan.planId, (found) => found.length === 0)).toEqual([]);
  });

  it('is carried forward into a newly opened month with the date of its balances, until the plan closes', async () => {
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.carried');
    await plan.register(12);
    await plan.month('2026-01', 70_000);
    await engines.store.transact(calendarStream, '', openMonth('2026-02'), byTest());
    const found = await shows(plan.planId, (all) => all.length === 2);
    expect(found[1]).toMatchObject({ month: '2026-02-01', members: 12, as_at: '2026-01-31' });
    await engines.store.transact(planStream, plan.planId, closePlan('2026-02-01'), byTest());
    await shows(plan.planId, (all) => all.length === 1);
    await engines.store.transact(planStream, plan.planId, reopenPlan, byTest());
    await shows(plan.planId, (all) => all.length === 2);
  });

  it('carries neither flows nor former members forward', async () => {
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.left');
    await plan.register(12);
    const gone = plan.member(0);
    const left = recordMember({ ...gone, exitDate: '2026-01-20' }, '2026-01-20');
    await engines.store.transact(memberStream, gone.memberId, left, byTest());
    await plan.month('2026-01', 70_000);
    // The calendar has already opened February.
    const carried = await shows(plan.planId, (all) => all.length === 2 && all[1]!.members === 11);
    expect(carried[0]).toMatchObject({ members: 11 });
    const flows = await engines.rows<{ month: string; employer: number }>(
      `SELECT toString(month) AS month, sum(employer_contributions_cents) AS employer FROM member_snapshot FINAL
WHERE plan_id = {plan:String} GROUP BY month ORDER BY month`,
      { plan: plan.planId },
    );
    expect(flows.map(({ employer }) => Number(employer ?? 0))).toEqual([11 * 80_000, 0]);
    await plan.dates(1, '2021-05-01', '2026-02-10');
    await plan.dates(2, '2021-05-01', '2026-01-31');
    const after = await shows(plan.planId, (all) => all[1]?.members === 9);
    expect(after[0]).toMatchObject({ members: 11 });
    const leavers = `SELECT toString(month) AS month, toString(member_id) AS id, exited FROM member_exit FINAL
WHERE plan_id = {plan:String} ORDER BY month, id`;
    const [january, ...february] = await engines.rows<object>(leavers, { plan: plan.planId });
    const [first, second, third] = plan.memberIds;
    expect(january).toEqual({ month: '2026-01-01', id: first, exited: 1 });
    expect(february).toEqual([second, third].sort().map((id) => ({ month: '2026-02-01', id, exited: 1 })));
  });

  it('shows a member’s activity from its month on, and not before', async () => {
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.activity');
    await plan.register(12);
    await plan.month('2025-11', 70_000);
    await plan.month('2025-12', 70_000);
    await shows(plan.planId, (found) => found.length >= 2);
    const member = plan.memberIds[3]!;
    const activity = {
      effectiveDate: '2025-12-05',
      consultant: null,
      valid: null,
      outcome: null,
      amountCents: null,
      personal: { notes: null, fundName: null },
    };
    const recorded = recordActivity('ConsultationPerformed', activity, '2026-03-15');
    await engines.store.transact(memberStream, member, recorded, byTest());
    const asked = requestContact('2025-12-06T03:00:00.000Z', 'insurance', null);
    await engines.store.transact(memberStream, member, asked, byTest());
    const dates = () =>
      engines.rows<{ month: string; consulted: string; contact: string }>(
        `SELECT toString(month) AS month, toString(last_consultation_on) AS consulted, toString(last_contact_insurance_on) AS contact
FROM member_snapshot FINAL WHERE plan_id = {plan:String} AND member_id = {member:UUID} AND month < '2026-01-01' ORDER BY month`,
        { plan: plan.planId, member },
      );
    while ((await dates())[1]?.contact !== '2025-12-06') await delay(30);
    expect(await dates()).toEqual([
      { month: '2025-11-01', consulted: '1970-01-01', contact: '1970-01-01' },
      { month: '2025-12-01', consulted: '2025-12-05', contact: '2025-12-06' },
    ]);
  });

  it('keeps the month’s employer when a member moves later', async () => {
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.moved');
    await plan.register(12);
    await plan.month('2025-11', 70_000);
    await plan.month('2025-12', 70_000);
    const member = plan.memberIds[0]!;
    const to = { planId: plan.planId, companyId: 'PF.other', categoryId: null };
    await engines.store.transact(memberStream, member, moveMember(to, '2025-12-10'), byTest());
    const employers = () =>
      engines.rows<{ company_id: string }>(
        `SELECT company_id FROM member_snapshot FINAL
WHERE plan_id = {plan:String} AND member_id = {member:UUID} AND month < '2026-01-01' ORDER BY month`,
        { plan: plan.planId, member },
      );
    while ((await employers())[1]?.company_id !== 'PF.other') await delay(30);
    expect((await employers()).map((row) => row.company_id)).toEqual([plan.companyId, 'PF.other']);
  });
});

describe('a new month that comes with a revised member', () => {
  it('is derived for all members, and the months before for that member only, with the figures of a whole derivation', async () => {
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.monthly');
    await plan.register(150);
    const before = Array.from({ length: 12 }, (_, i) => `2025-${String(i + 1).padStart(2, '0')}`);
    for (const month of before) await plan.month(month, 30_000);
    await plan.month('2026-01', 31_000);
    await caughtUp(engines, projector);
    const [revised, other] = plan.memberIds;
    const target = engines.target();
    const derive = deriveInto(engines.derivation, target);
    const whole = (values: Partial<StaleMonths>) => ({ ...allMonths, members: null, recordedFrom: '9999', ...values });
    const inVersions = () =>
      engines.rows<{ version: number; member: string; n: number }>(
        `SELECT version, toString(member_id) AS member, count() AS n FROM member_snapshot
WHERE plan_id = {plan:String} GROUP BY version, member ORDER BY version DESC LIMIT 150`,
        { plan: plan.planId },
      );
    const figures = () =>
      engines.rows(
        `SELECT * EXCEPT (version) FROM member_snapshot FINAL WHERE plan_id = {plan:String} ORDER BY month, member_id`,
        { plan: plan.planId },
      );
    const live = await figures();

    const ranges = [whole({ members: [revised!] }), whole({ fromMonth: '2026-01', toMonth: '2027-01' })];
    const { counts } = await derive({ planId: plan.planId, ranges });
    const months = new Set((live as { month: string }[]).map(({ month }) => month)).size;
    expect(months).toBeGreaterThanOrEqual(13);
    const later = months - before.length;
    expect(counts['rows']).toBe(150 * later + before.length);
    const written = new Map((await inVersions()).map(({ member, n }) => [member, Number(n)]));
    expect([written.get(revised!), written.get(other!)]).toEqual([months, later]);
    expect(await figures()).toEqual(live);

    await derive(wholePlan(plan.planId));
    expect(await figures()).toEqual(live);
  });
});
