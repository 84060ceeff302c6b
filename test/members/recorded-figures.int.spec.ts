import { randomUUID } from 'node:crypto';
import { addDays, shiftMonth } from '@superscope/domain/calendar-dates';
import { streamName } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import { importSnapshots, memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { snapshotRow } from '@superscope/domain/member-snapshots/snapshot-columns';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { beforeAll as beforeAllEvents, encodePosition } from '@superscope/event-store/events/position';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { byTest } from '../harness/sample-plan.js';
import { differences } from '../harness/set-aside.js';
import { after, bodyOf, consulted, MembersPortal, submit, today, withdraw } from './members-portal.js';

let portal: MembersPortal;
let helen: ApiClient;
let memberId: string;
let members = 0;
const thisMonth = today.slice(0, 7);
const longAgo = shiftMonth(thisMonth, -14);

beforeAll(async () => {
  portal = await MembersPortal.start(longAgo);
  helen = await portal.signedIn('authorisedrep');
});
afterAll(() => portal.stop());

// Each test has a separate member.
beforeEach(() => {
  memberId = portal.plan.memberIds[(members += 1)]!;
});

describe('a recorded event', () => {
  const load = async (headers: Record<string, string>, filters: object[]) => {
    const staff = await portal.signedIn('staff');
    const ofPlan = { member: 'Member.planId', operator: 'equals', values: ['PF.a'] };
    const query = { measures: ['MemberSnapshot.countMembers'], filters: [ofPlan, ...filters] };
    const { status, body } = await staff.post('/cubejs-api/v1/load', { query }, { ...headers, 'X-Audience': 'staff' });
    expect([status, body['error']]).toEqual([200, undefined]);
    return Number((body['data'] as Record<string, unknown>[])[0]!['MemberSnapshot.countMembers']);
  };
  const flags = ['engaged', 'consolidationVerified', 'insuranceAdviceImplemented', 'beneficiaryNominationValidated'];
  const exact = async (headers: Record<string, string>, month: string) => {
    const counts: Record<string, number> = {};
    for (const flag of flags) {
      const is = { member: `Member.${flag}`, operator: 'equals', values: ['1'] };
      const at = { member: 'MemberSnapshot.atYearMonth', operator: 'equals', values: [month.replace('-', '')] };
      counts[flag] = await load(headers, [is, at]);
    }
    return counts;
  };
  /** Makes a read of staff wait for the member's newest event. Consultants get the positions of their writes sealed, for their own reads. */
  const newest = async () => {
    const stream = streamName(memberStream, memberId);
    let position = beforeAllEvents;
    for await (const event of portal.engines.store.read(stream)) position = event.position;
    return { 'X-After': `${stream}@${encodePosition(position)}` };
  };
  /** The edition of a closed month, which employers see. */
  const edition = (month: string) =>
    portal.engines.rows<{ n: number }>(
      `SELECT countIf(last_consolidation_verified_on > '1970-01-01') AS n
FROM (SELECT plan_id, month, version FROM plan_month FINAL) AS named JOIN member_edition AS of USING (plan_id, month, version)
WHERE plan_id = 'PF.a' AND month = {month:Date}`,
      { month: `${month}-01` },
    );

  it('counts in the exact figures at once, and no longer once it is withdrawn', async () => {
    await importNominations();
    const before = await exact({}, thisMonth);
    const all = {
      ...consulted,
      potentialConsolidationVerified: { create: true, outcome: 'NO_OTHER_SUPER' },
      insuranceAdviceImplemented: { create: true },
      beneficiaryNominationValidated: { create: true },
    };
    const written = await submit(helen, bodyOf(memberId, all));
    const oneMore = Object.fromEntries(Object.entries(before).map(([flag, n]) => [flag, n + 1]));
    expect(written.status).toBe(200);
    expect(await exact(await newest(), thisMonth)).toEqual(oneMore);
    for (const { id } of await portal.timeline(helen, memberId, after(written))) await withdraw(helen, id);
    expect(await exact(await newest(), thisMonth)).toEqual(before);
    await portal.caughtUp();
    expect(await differences(portal.engines)).toEqual([]);
  });

  it('of a closed month counts in its exact figures at once, and does not change its edition', async () => {
    const before = await edition(longAgo);
    const exactBefore = await exact({}, longAgo);
    const verified = { potentialConsolidationVerified: { create: true, outcome: 'NO_ACTION_REQUIRED' } };
    await submit(helen, bodyOf(memberId, verified, { effectiveDate: `${longAgo}-15` }));
    const { consolidationVerified } = await exact(await newest(), longAgo);
    expect(consolidationVerified).toBe(exactBefore['consolidationVerified']! + 1);
    await portal.caughtUp();
    expect(await edition(longAgo)).toEqual(before);
  });

  /** Imports last month's snapshots, in which everybody has a valid binding nomination. */
  async function importNominations(): Promise<void> {
    const month = shiftMonth(thisMonth, -1);
    const rows = portal.plan.memberIds.map((id) =>
      snapshotRow(id, {
        salary: 8_000_000,
        totalAssetsOwned: 5_000_000,
        growthExposure: 70,
        beneficiaryNominationType: 'Binding',
        nominationDate: addDays(today, -90),
        nominationLapsing: true,
      }),
    );
    const of = { importId: randomUUID(), planId: portal.plan.planId, month };
    const id = planMonthId(portal.plan.planId, month);
    await portal.engines.store.transact(memberSnapshotsStream, id, importSnapshots(of, rows, 'nominations'), byTest());
    await portal.caughtUp();
  }
});
