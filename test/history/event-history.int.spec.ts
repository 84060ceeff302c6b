import { createHash, randomUUID } from 'node:crypto';
import type { EventPage } from '@superscope/contracts/event-history';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { byTest } from '../harness/sample-plan.js';
import {
  campaignId,
  EventHistoryPortal,
  otherPlan,
  planId,
  queryOf,
  revisedAt,
  revisedSurname,
} from './event-history-portal.js';

let portal: EventHistoryPortal;
beforeAll(async () => {
  portal = await EventHistoryPortal.start();
}, 120_000);
afterAll(() => portal.stop());

describe('the history of events', () => {
  it('has every event of the log once, also of streams that no screen shows, and after redelivery', async () => {
    const log = await portal.recorded();
    await portal.engines.factsWriter(portal.engines.target()).write(log);
    const places = async () =>
      (
        await portal.engines.rows<{ stream: string; revision: number; size: number }>(
          'SELECT stream, revision, size FROM recorded_event FINAL',
        )
      ).map(({ stream, revision, size }) => `${stream} ${revision} ${size}`);
    const expected = log.map(({ stream, revision, bytes }) => `${stream} ${revision} ${bytes}`);
    await vi.waitFor(async () => expect(await places()).toEqual(expect.arrayContaining(expected)), { timeout: 30_000 });
    expect(new Set(await places()).size).toBe((await places()).length);
    const page = await portal.search({ stream: portal.memberStream(1) });
    expect(page.events.map(({ revision, type }) => `${revision} ${type}`)).toEqual([
      '1 MemberDetailsRevised',
      '0 MemberRegistered',
    ]);
    expect(page.total).toEqual({ count: 2, isMore: false });
    expect(log.some(({ stream }) => stream.startsWith('login-'))).toBe(true);
  });

  it('is found by a member: their own events, and events about many members that name them', async () => {
    const of = await portal.found({ memberId: portal.plan.memberIds[0]! });
    expect(of).toEqual(
      expect.arrayContaining([
        `${portal.memberStream(0)} MemberRegistered`,
        `memberSnapshots-${planId}-202511 MemberSnapshotsChunkImported`,
        `campaign-${campaignId} CampaignEngagementImported`,
      ]),
    );
    expect(of.filter((one) => one.startsWith('member-')).length).toBe(1);
    expect(await portal.found({ memberId: randomUUID() })).toEqual([]);
  });

  it('is found by a plan: events that name it, and events of its employers, campaigns and members', async () => {
    const of = await portal.found({ planId });
    expect(of).toEqual(
      expect.arrayContaining([
        `plan-${planId} PlanRegistered`,
        `company-${planId}-E1 CompanyRegistered`,
        `campaign-${campaignId} CampaignEngagementImported`,
        `${portal.memberStream(2)} MemberRegistered`,
        `memberSnapshots-${planId}-202511 MemberSnapshotsCompleted`,
      ]),
    );
    expect(of.filter((one) => one.includes(otherPlan))).toEqual([]);
    expect(await portal.found({ planId: 'TWR.P0404' })).toEqual([]);
  });

  it('is found by a user, a type, a time, a request, and by all of them at once', async () => {
    const one = [`${portal.memberStream(1)} MemberDetailsRevised`];
    expect(await portal.found({ userId: 'mover' })).toEqual(one);
    expect(await portal.found({ userId: 'auditor' })).toContain('user-auditor UserRegistered');
    expect(await portal.found({ type: 'MemberDetailsRevised' })).toEqual(one);
    expect(await portal.found({ from: revisedAt, to: '2026-04-01T00:00:00.001Z' })).toEqual(one);
    expect(await portal.found({ to: '2026-01-01T00:00:00.000Z' })).toEqual([]);
    expect(await portal.found({ correlationId: portal.revision.correlationId })).toEqual(one);
    const all = { memberId: portal.plan.memberIds[1]!, planId, userId: 'mover', type: 'MemberDetailsRevised' };
    const narrow = {
      ...all,
      stream: portal.memberStream(1),
      from: revisedAt,
      correlationId: portal.revision.correlationId,
    };
    expect(await portal.found(narrow)).toEqual(one);
    expect(await portal.found({ ...narrow, userId: 'test' })).toEqual([]);
  });

  it('goes on from page to page without losing or repeating an event', async () => {
    const places: string[] = [];
    const newest = (await portal.search({})).events[0]!.at;
    for (let before: string | null = null; ;) {
      const page: EventPage = await portal.search({ to: newest, ...(before === null ? {} : { before }) });
      places.push(...page.events.map(({ place }) => place));
      expect(page.total === null).toBe(before !== null);
      if (page.next === null) break;
      before = page.next;
    }
    const all = await portal.engines.rows<{ place: string }>(
      `SELECT concat(toString(position), '-', toString(prepare)) AS place FROM recorded_event FINAL
WHERE recorded_at < {newest:String} ORDER BY position DESC, prepare DESC`,
      { newest: newest.replace('T', ' ').replace('Z', '') },
    );
    expect(places).toEqual(all.map(({ place }) => place));
    expect(places.length).toBeGreaterThan(50);
  });

  it('shows for each event what it changed, and which months it made stale', async () => {
    const [completed] = (await portal.search({ planId, type: 'MemberSnapshotsCompleted' })).events;
    expect(completed).toMatchObject({
      readModels: ['editions', 'memberSnapshots'],
      stale: { of: 'plan', from: '2025-11', to: '2026-11' },
    });
    const [reserved] = (await portal.search({ type: 'LoginReserved' })).events;
    expect(reserved).toMatchObject({ readModels: [], stale: null });
  });
});

describe('a search', () => {
  const searchesOf = async (name: string, value: string) =>
    (await portal.accessEntries()).filter(
      ({ action, filter }) => action === 'event search' && (filter as Record<string, string>)[name] === value,
    );

  it('for a member’s stream is logged like one for the member', async () => {
    await portal.search({ stream: portal.memberStream(7) });
    await vi.waitFor(
      async () =>
        expect(await searchesOf('stream', portal.memberStream(7))).toEqual([
          expect.objectContaining({ userId: 'auditor', members: [portal.plan.memberIds[7]], rows: 1 }),
        ]),
      30_000,
    );
  });

  it('for a request is logged with the members that it changed, in both kinds of search', async () => {
    const { commandId, ...rest } = byTest();
    const correlationId = randomUUID();
    const by = { ...rest, commandId, correlationId };
    const moved = { ...portal.plan.member(8), addressState: 'TAS' as const };
    await portal.engines.store.transact(memberStream, moved.memberId, recordMember(moved, '2025-12-15'), by);
    await vi.waitFor(async () => expect(await portal.found({ correlationId })).toHaveLength(1), 30_000);
    const before = (await searchesOf('correlationId', correlationId)).length;
    await portal.auditor.request(`/api/history/correlations/${correlationId}`);
    const path = '/api/history/correlations/:correlationId';
    await vi.waitFor(async () => {
      const noted = await searchesOf('correlationId', correlationId);
      expect(noted.length).toBeGreaterThan(before);
      expect(noted).toContainEqual(expect.objectContaining({ path, members: [moved.memberId], rows: 1 }));
      expect(noted).toContainEqual(
        expect.objectContaining({ path: '/api/history/events', members: [moved.memberId], rows: 1 }),
      );
    }, 30_000);
  });

  it.each([
    { stream: 'member-Jane Citizen' },
    { stream: 'member-jane.citizen' },
    { stream: 'login-jane.citizen' },
    { stream: 'nobody-1' },
    { type: 'Jane Citizen' },
    { correlationId: 'Jane Citizen' },
  ])('takes no free text, which would be kept permanently: %o', async (filter) => {
    expect((await portal.auditor.request(`/api/history/events?${queryOf(filter)}`)).status).toBe(400);
    expect(
      (await portal.auditor.request(`/api/history/eventFile?${queryOf({ ...filter, format: 'csv' })}`)).status,
    ).toBe(400);
  });

  it('says if it found more than it counted, also while events have two rows', async () => {
    const values = Array.from({ length: 600 }, (_, i) => ({
      position: '1',
      prepare: String(i),
      recorded_at: '2020-01-01 00:00:00.000',
      category: 'news',
      stream: 'news',
      revision: i,
      event_type: 'NewsReplaced',
      event_id: randomUUID(),
      actor: 'doubled',
    }));
    await portal.engines.clickhouse.command({ query: 'SYSTEM STOP MERGES recorded_event' });
    for (let copy = 0; copy < 2; copy += 1)
      await portal.engines.clickhouse.insert({ table: 'recorded_event', values, format: 'JSONEachRow' });
    expect((await portal.search({ userId: 'doubled' })).total).toMatchObject({ isMore: true });
    await portal.engines.clickhouse.command({ query: 'SYSTEM START MERGES recorded_event' });
  });
});

describe('a file of found events', () => {
  const file = async (query: object, by = portal.auditor) => {
    const answer = await fetch(`${portal.api.url}/api/history/eventFile?${queryOf(query)}`, {
      headers: { Cookie: by.cookie },
    });
    expect(answer.status).toBe(200);
    return { text: await answer.text(), headers: answer.headers };
  };

  it('contains the search and a digest of its rows, and is logged before it is sent', async () => {
    const filter = { memberId: portal.plan.memberIds[1]!, to: '2026-06-01T00:00:00.000Z' };
    for (const [format, newline] of [
      ['csv', '\r\n'],
      ['jsonl', '\n'],
    ] as const) {
      const { text, headers } = await file({ ...filter, format });
      expect(headers.get('Content-Disposition')).toMatch(new RegExp(`event_history_\\d{8}\\.${format}"`));
      const lines = text.split(newline).slice(0, -1);
      const rows = lines.slice(1, -1);
      const digest = createHash('sha256')
        .update(rows.map((line) => `${line}${newline}`).join(''))
        .digest('hex');
      expect(rows.length).toBe(3);
      expect(lines.at(-1)).toContain(digest);
      expect(format === 'csv' ? lines.at(-1)!.replaceAll('""', '"') : lines[0]).toContain(JSON.stringify(filter));
      expect(rows[0]).toContain('MemberRegistered');
      expect(rows.at(-1)).toContain('MemberDetailsRevised');
    }
    await vi.waitFor(async () => {
      const noted = (await portal.accessEntries()).filter(({ object }) => object === 'event history');
      expect(noted).toContainEqual(
        expect.objectContaining({ action: 'export', members: [filter.memberId], filter: { ...filter, format: 'csv' } }),
      );
      expect(noted).toContainEqual(expect.objectContaining({ action: 'exported', rows: 3, outcome: 'ok' }));
    }, 30_000);
  });

  it('has no rows if nothing matches, but a complete frame', async () => {
    const { text } = await file({ type: 'CampaignCancelled', format: 'jsonl' });
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toEqual([
      { filter: { type: 'CampaignCancelled' }, exportedAt: expect.any(String) as string },
      { rows: 0, sha256: createHash('sha256').digest('hex') },
    ]);
  });
});

it('leaves out what files recorded of a member on request, and keeps what people did', async () => {
  const { store } = portal.engines;
  const memberId = portal.plan.memberIds[20]!;
  const details = portal.plan.member(20);
  const byFile = { ...byTest('2026-02-01T00:00:00.000Z'), commandId: `import/${randomUUID()}/1` };
  await store.transact(memberStream, memberId, recordMember({ ...details, addressState: 'QLD' }, '2026-01-31'), byFile);
  await store.transact(
    memberStream,
    memberId,
    recordMember({ ...details, addressState: 'WA' }, '2026-02-02'),
    byTest('2026-02-02T00:00:00.000Z'),
  );
  await vi.waitFor(
    async () => expect((await portal.search({ memberId, type: 'MemberDetailsRevised' })).events).toHaveLength(2),
    20_000,
  );
  const shown = await portal.search({ memberId, type: 'MemberDetailsRevised', imports: 'hidden' });
  expect(shown.events.map(({ at }) => at)).toEqual(['2026-02-02T00:00:00.000Z']);
  expect(shown.total).toEqual({ count: 1, isMore: false });
  const { status } = await portal.auditor.request(`/api/history/events?memberId=${memberId}&imports=shown`);
  expect(status).toBe(400);
});

it('keeps no personal field in any file of ClickHouse', () => {
  const { files, holding } = portal.clickHouseFiles(revisedSurname);
  expect(files).toBeGreaterThan(0);
  expect(holding).toEqual([]);
});
