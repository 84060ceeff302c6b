import type { AsOfDifferences, PlanMoments } from '@superscope/contracts/as-of-changes';
import type { EventPage } from '@superscope/contracts/event-history';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { concernWhole, correctDecember } from '../harness/corrected-plan.js';
import { caughtUp } from '../harness/set-aside.js';
import { AsOfPortal, planId } from './as-of-portal.js';

const month = '2025-12';
/** Before the correction of December. */
const then = '2026-02-15T00:00:00.000Z';

let portal: AsOfPortal;

beforeAll(async () => {
  portal = await AsOfPortal.start('as-of-differences', correctDecember);
  await caughtUp(portal.engines, portal.projector);
}, 120_000);
afterAll(() => portal.stop());

describe('what differs from today', () => {
  it('is listed by column, with the events recorded since then that caused it', async () => {
    const { id } = await portal.viewOf(then);
    const { status, body } = await portal.auditor.request(`/api/history/views/${id}/differences?month=${month}`);
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

  it('is empty for the present moment', async () => {
    const { id } = await portal.viewOf(new Date().toISOString());
    const { body } = await portal.auditor.request(`/api/history/views/${id}/differences`);
    // The calendar opened the current month, which carries December forward.
    expect(body).toMatchObject({ membersThen: 39, membersNow: 39, columns: [], changes: [] });
  });

  it('includes events about the plan as a whole, each kind with a search that finds exactly these events', async () => {
    await concernWhole(portal.engines, portal.plan);
    await caughtUp(portal.engines, portal.projector);
    const { id } = await portal.viewOf(then);
    const { body } = await portal.auditor.request(`/api/history/views/${id}/differences?month=${month}`);
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
      const found = await portal.auditor.request(`/api/history/events?${new URLSearchParams(search)}`);
      const { events, total } = found.body as unknown as EventPage;
      expect([type, new Set(events.map((event) => event.type))]).toEqual([type, new Set([type])]);
      if (type !== 'MemberSnapshotsCompleted') expect([type, total!.count]).toEqual([type, count]);
      // An event of a member names no plan, and belongs to the member's plan.
      const opened = await portal.auditor.request(`/api/history/events/${events[0]!.place}`);
      const ofEverybody = ['AssetsPublished', 'MonthOpened', 'MonthClosed'].includes(type);
      expect([type, opened.body['plan']]).toEqual([type, ofEverybody ? null : { id: planId, name: `Plan ${planId}` }]);
    }
  });
});

describe('the moments of a plan', () => {
  const momentsAt = async (at?: string) => {
    const query = at === undefined ? '' : `?${new URLSearchParams({ at })}`;
    return (await portal.auditor.request(`/api/history/plans/${planId}/moments${query}`))
      .body as unknown as PlanMoments;
  };

  it('are those at which its events were recorded, from the first event on', async () => {
    const { moments, firstAt } = await momentsAt();
    expect(firstAt).toBe('2026-01-05T00:00:00.000Z');
    expect(moments.filter(({ type }) => type === 'MemberSnapshotsCompleted')).toMatchObject([
      { detail: month, lastAt: '2026-03-01T00:00:00.000Z' },
      { detail: '2025-12' },
      { detail: '2025-11', count: 40 },
    ]);
  });

  it('count by week exactly the events from which the view of that moment is built', async () => {
    const { eventsBy, events, weeks, isCut } = await momentsAt(then);
    expect(eventsBy).toBe((await portal.viewOf(then)).sum!.events);
    const sum = (of: PlanMoments['weeks']) => of.reduce((all, week) => all + week.events, 0);
    expect(sum(weeks)).toBe(events);
    expect(sum(weeks.filter(({ week }) => week < then))).toBe(eventsBy);
    expect([weeks[0]!.week, isCut]).toEqual(['2026-01-05', { older: false, newer: false }]);
  });
});
