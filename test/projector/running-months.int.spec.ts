import { calendarStream, processMemberEvents } from '@superscope/domain/calendar/calendar';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import { closePlan, planStream } from '@superscope/domain/plan/plan';
import { describe, expect, it } from 'vitest';
import { byTest, type SamplePlan } from '../harness/sample-plan.js';
import { differences } from '../harness/set-aside.js';
import { closedMonths } from './editions.fixture.js';

const at = closedMonths();
const { close, settled, planOf, consult, announced } = at;

/** The visible headcounts of a plan's running months. */
const counted = (planId: string) =>
  at.engines.rows<{ month: string; members: number; by: string }>(
    `SELECT substring(toString(month), 1, 7) AS month, members, toString(recorded_by) AS by
FROM running_month FINAL WHERE plan_id = {plan:String} ORDER BY month`,
    { plan: planId },
  );

/** The nightly run, a few seconds after a day (yyyy-MM-dd) of January 2026 began in Sydney. */
const night = (day: string) =>
  at.engines.store.transact(
    calendarStream,
    '',
    processMemberEvents(day),
    byTest(new Date(Date.parse(`${day}T00:00:10Z`) - 11 * 3_600_000).toISOString()),
  );

/** Records at an instant that a member left on a day. */
const leave = (plan: SamplePlan, i: number, exitDate: string, instant: string) => {
  const member = plan.member(i);
  const revised = recordMember({ ...member, exitDate }, '2025-01-01');
  return at.engines.store.transact(memberStream, member.memberId, revised, byTest(instant));
};

describe('the members of months that are still running', () => {
  it('are counted from the first import on, for each month after the newest closed one', async () => {
    const plan = await planOf('PF.first');
    await plan.month('2025-11', 9_000);
    await plan.month('2025-12', 9_000);
    await settled();
    const by = '2026-01-02 00:00:00.000';
    expect(await counted('PF.first')).toEqual(
      ['2026-01', '2026-02', '2026-03', '2026-04'].map((month) => ({ month, members: 12, by })),
    );
  });

  it('are counted again each night, by what was recorded before the day began in Sydney, and not in between', async () => {
    const plan = await planOf('PF.nightly');
    await plan.month('2025-12', 9_000);
    await settled();
    const before = { rows: await counted('PF.nightly'), announced: await announced('PF.nightly') };
    expect(before.rows[0]).toMatchObject({ month: '2026-01', members: 12 });
    await leave(plan, 0, '2026-01-10', '2026-01-19T12:59:59.000Z');
    await leave(plan, 1, '2026-01-10', '2026-01-19T13:00:00.000Z');
    await consult(plan.memberIds[2]!, '2026-01-19T12:00:00.000Z');
    await settled();
    expect(await counted('PF.nightly')).toEqual(before.rows);
    expect(await announced('PF.nightly')).toBe(before.announced);
    await night('2026-01-20');
    await settled();
    expect((await counted('PF.nightly'))[0]).toEqual({ month: '2026-01', members: 11, by: '2026-01-19 12:59:59.999' });
    expect(await announced('PF.nightly')).toBe(before.announced + 1);
    await night('2026-01-21');
    await settled();
    expect((await counted('PF.nightly'))[0]).toEqual({ month: '2026-01', members: 10, by: '2026-01-20 12:59:59.999' });
    expect(await differences(at.engines)).toEqual([]);
  });

  it('include a fact that was recorded before the night and arrives after it', async () => {
    const plan = await planOf('PF.late');
    await plan.month('2025-12', 9_000);
    await night('2026-01-22');
    await settled();
    expect((await counted('PF.late'))[0]).toMatchObject({ members: 12 });
    await leave(plan, 3, '2026-01-12', '2026-01-20T00:00:00.000Z');
    await settled();
    expect((await counted('PF.late'))[0]).toMatchObject({ members: 11 });
    expect(await differences(at.engines)).toEqual([]);
  });

  it('are no longer stored once a month has an edition, or the plan has closed', async () => {
    const plan = await planOf('PF.ends');
    await plan.month('2025-12', 9_000);
    plan.at = '2026-02-03T00:00:00.000Z';
    await plan.month('2026-01', 9_000);
    await settled();
    const months = async () => (await counted('PF.ends')).map(({ month }) => month);
    expect(await months()).toEqual(['2026-01', '2026-02', '2026-03', '2026-04']);
    await close('2026-02');
    await settled();
    expect(await months()).toEqual(['2026-02', '2026-03', '2026-04']);
    await at.engines.store.transact(planStream, 'PF.ends', closePlan('2026-03-01'), byTest('2026-02-20T00:00:00.000Z'));
    await settled();
    expect(await months()).toEqual(['2026-02']);
    expect(await differences(at.engines)).toEqual([]);
  });
});
