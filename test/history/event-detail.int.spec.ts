import { randomUUID } from 'node:crypto';
import { EventDetails } from '@superscope/api/history/event-detail.slice';
import type { EventDetail, EventsBeside, EventTrace } from '@superscope/contracts/event-history';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { memberStream } from '@superscope/domain/member/member';
import { recordEvents, withdrawEvent } from '@superscope/domain/member/recorded-events';
import { byTest } from '../harness/sample-plan.js';
import { EventHistoryPortal, planId, revisedSurname } from './event-history-portal.js';

let portal: EventHistoryPortal;
beforeAll(async () => {
  portal = await EventHistoryPortal.start();
}, 120_000);
afterAll(() => portal.stop());

const opened = async (place: string): Promise<EventDetail> =>
  (await portal.auditor.request(`/api/history/events/${place}`)).body as unknown as EventDetail;
const shown = async (place: string) => {
  const { status, body } = await portal.auditor.post(`/api/history/events/${place}/personal`, {});
  return { status, detail: body as unknown as EventDetail };
};

describe('one event', () => {
  it('is shown with its metadata and its changes to the stream, with personal fields hidden', async () => {
    const { place } = await portal.one({ correlationId: portal.revision.correlationId });
    const detail = await opened(place);
    expect(detail).toMatchObject({
      event: { place, actor: 'mover' },
      metadata: { correlationId: portal.revision.correlationId, index: 0, of: 1 },
      data: { addressState: 'TAS', personal: { surname: 'Hidden', login: null } },
      personal: 'hidden',
    });
    expect(detail.state!.fields).toEqual([
      { path: ['details', 'addressState'], before: 'NSW', after: 'TAS' },
      { path: ['details', 'personal', 'surname'], before: 'Hidden', after: 'Hidden' },
    ]);
    expect(JSON.stringify(detail)).not.toContain(revisedSurname);
  });

  it('shows personal fields on request, once the access log has an entry', async () => {
    const { place } = await portal.one({ correlationId: portal.revision.correlationId });
    const { detail } = await shown(place);
    expect(detail.personal).toBe('shown');
    expect(detail.state!.fields).toContainEqual({
      path: ['details', 'personal', 'surname'],
      before: 'Surname 1',
      after: revisedSurname,
    });
    expect(await portal.accessEntries()).toContainEqual(
      expect.objectContaining({
        action: 'personal fields shown',
        userId: 'auditor',
        object: `${portal.memberStream(1)} 1`,
        members: [portal.plan.memberIds[1]],
      }),
    );
  });

  it('of many members is shown once the access log names them all', async () => {
    const { place } = await portal.one({ planId, type: 'MemberSnapshotsChunkImported' });
    expect((await opened(place)).data).toMatchObject({ planId });
    const noted = (await portal.accessEntries()).filter(
      ({ object }) => object === `memberSnapshots-${planId}-202511 1`,
    );
    expect(noted.map(({ action, userId, members }) => [action, userId, [...(members as string[])].sort()])).toEqual([
      ['event read', 'auditor', [...portal.plan.memberIds].sort()],
    ]);
  });

  it('says whether it was taken back, what it changed of the plan’s figures, and what lies around it', async () => {
    const { store } = portal.engines;
    const record = async (i: number, at: string) => {
      const eventId = randomUUID();
      const consultation = {
        effectiveDate: '2026-01-20',
        consultant: 'mover',
        events: [{ type: 'ConsultationPerformed' as const }],
        again: false,
      };
      const decision = recordEvents(consultation, at, () => eventId);
      await store.transact(memberStream, portal.plan.memberIds[i]!, decision, byTest(at));
      return eventId;
    };
    await record(10, '2026-01-21T00:00:00.000Z');
    const second = await record(11, '2026-01-22T00:00:00.000Z');
    const member = portal.plan.memberIds[11]!;
    const place = await vi.waitFor(async () => {
      const found = await portal.one({ memberId: member, type: 'ConsultationPerformed' });
      expect(found).toBeDefined();
      return found.place;
    }, 20_000);
    await vi.waitFor(
      async () =>
        expect(await opened(place)).toMatchObject({
          standing: { takenBackBy: null },
          counted: { months: 24, to: '2026-01-20', before: 1, after: 2 },
        }),
      20_000,
    );
    expect((await opened(place)).around.map(({ type }) => type)).toEqual(['ConsultationPerformed', 'MemberRegistered']);
    await store.transact(memberStream, member, withdrawEvent(second, null), byTest('2026-01-23T00:00:00.000Z'));
    await vi.waitFor(
      async () =>
        expect((await opened(place)).standing).toMatchObject({ takenBackBy: { type: 'MemberEventWithdrawn' } }),
      20_000,
    );
    // What was counted then stays as it was.
    expect((await opened(place)).counted).toMatchObject({ before: 1, after: 2 });
    const ran = await portal.one({ planId, type: 'CampaignRun' });
    expect((await opened(ran.place)).standing).toEqual({ takenBackBy: null });
    const registered = await portal.one({ memberId: member, type: 'MemberRegistered' });
    expect(await opened(registered.place)).toMatchObject({ standing: null, counted: null });
  });

  it('of an import is replaced by a later import of its month', async () => {
    const first = await portal.one({ planId, type: 'MemberSnapshotsCompleted' });
    expect((await opened(first.place)).standing).toEqual({ takenBackBy: null });
    await portal.plan.month('2025-11', 30_000);
    await vi.waitFor(
      async () =>
        expect((await opened(first.place)).standing).toMatchObject({
          takenBackBy: { type: 'MemberSnapshotsCompleted' },
        }),
      20_000,
    );
  });

  it('never shows a secret', async () => {
    const { place } = await portal.one({ stream: 'user-auditor', type: 'UserPasswordSet' });
    const { detail } = await shown(place);
    expect(detail.data).toMatchObject({ sealedHash: 'Not shown' });
    expect(detail.state!.fields).toContainEqual({ path: ['sealedHash'], before: null, after: 'Not shown' });
  });

  it('reads Erased once the person was erased', async () => {
    const memberId = portal.plan.memberIds[3]!;
    const admin = portal.api.client();
    await admin.signIn('admin');
    const { place } = await portal.one({ memberId, type: 'MemberRegistered' });
    await admin.post(`/api/members/${memberId}/erase`, { reason: 'They asked for it.' });
    await vi.waitFor(async () => {
      const { detail } = await shown(place);
      expect(detail.data).toMatchObject({ personal: { surname: 'Erased' } });
      expect(detail.personal).toBe('none');
    }, 20_000);
    expect((await opened(place)).data).toMatchObject({ personal: { surname: 'Erased', memberNumber: 'Erased' } });
  });

  it('is shown without its stream’s state if the stream is too large to read again, or the reader has left', async () => {
    const event = await portal.one({ memberId: portal.plan.memberIds[5]!, type: 'MemberRegistered' });
    expect((await opened(event.place)).state).not.toBeNull();
    const details = portal.api.app.get(EventDetails);
    const recorded = await details.read(event);
    expect((await details.of(event, recorded, false, AbortSignal.abort())).state).toBeNull();
    await portal.engines.clickhouse.command({
      query: `INSERT INTO recorded_event SELECT * REPLACE (20000001 AS size) FROM recorded_event WHERE stream = {stream:String}`,
      query_params: { stream: event.stream },
    });
    const detail = await opened(event.place);
    expect([detail.state, detail.event.place]).toEqual([null, event.place]);
  });

  it('has the events next to it of a search, or of the whole log', async () => {
    const beside = async (place: string, query = '') =>
      (await portal.auditor.request(`/api/history/events/${place}/beside${query}`)).body as unknown as EventsBeside;
    const places = (await portal.search({ type: 'MemberRegistered' })).events.map((event) => event.place);
    const [newest, second, third] = places;
    const search = '?type=MemberRegistered';
    const total = { count: 41, isMore: false };
    expect(await beside(newest!, search)).toEqual({ newer: null, older: second, total });
    expect(await beside(second!, search)).toEqual({ newer: newest, older: third, total });
    expect(await beside(places.at(-1)!, search)).toEqual({ newer: places.at(-2), older: null, total });
    const log = await beside(second!);
    expect(log.total).toBeNull();
    expect(await beside(log.newer!)).toMatchObject({ older: second });
    expect((await portal.auditor.request(`/api/history/events/${second}/beside?type=Nothing`)).status).toBe(400);
  });

  it('is not found at another position', async () => {
    expect((await portal.auditor.request('/api/history/events/1-2')).status).toBe(404);
    expect((await portal.auditor.request('/api/history/events/here')).status).toBe(400);
    expect((await portal.auditor.request('/api/history/events/99999999999999999999-1')).status).toBe(400);
  });
});

describe('a request', () => {
  it('is followed from its first event to its last', async () => {
    const [begun] = (await portal.search({ type: 'MemberSnapshotsBegun' })).events;
    const { body } = await portal.auditor.request(`/api/history/correlations/${begun!.correlationId}`);
    const trace = body as unknown as EventTrace;
    expect([trace.events.map(({ type }) => type), trace.isCut]).toEqual([
      ['MemberSnapshotsBegun', 'MemberSnapshotsChunkImported', 'MemberSnapshotsCompleted'],
      false,
    ]);
  });
});

describe('who may look', () => {
  it.each(['companyrep', 'providerrep', 'authorisedrep', 'staff', 'devops'])('is not %s', async (username) => {
    const { place } = await portal.one({});
    const client = portal.api.client();
    await client.signIn(username);
    for (const path of [
      '/api/history/events',
      `/api/history/events/${place}`,
      `/api/history/events/${place}/beside`,
      '/api/history/eventChoices',
      '/api/history/members?name=Sur',
      '/api/history/eventFile?format=csv',
      `/api/history/correlations/${randomUUID()}`,
    ])
      expect([path, (await client.request(path)).status]).toEqual([path, 403]);
    expect((await client.post(`/api/history/events/${place}/personal`, {})).status).toBe(403);
  });

  it('is an Auditor or an Admin, who get the search options; searches that name a member are logged', async () => {
    const admin = portal.api.client();
    await admin.signIn('admin');
    await portal.search({}, admin);
    const { body } = await portal.auditor.request('/api/history/eventChoices');
    expect(body['users']).toContainEqual({ userId: 'auditor', name: expect.any(String) as string });
    expect(body['categories']).toContainEqual({
      category: 'campaign',
      types: expect.arrayContaining(['CampaignCancelled']) as string[],
    });
    const members = (await portal.auditor.request('/api/history/members?name=Zzyzx')).body as unknown as {
      id: string;
    }[];
    expect(members.map(({ id }) => id)).toEqual([portal.plan.memberIds[1]]);
    await portal.search({ memberId: portal.plan.memberIds[1]! });
    await vi.waitFor(
      async () =>
        expect(await portal.accessEntries()).toContainEqual(
          expect.objectContaining({ action: 'event search', members: [portal.plan.memberIds[1]] }),
        ),
      30_000,
    );
  });
});

it('keeps no personal field in any file of ClickHouse', () => {
  const { files, holding } = portal.clickHouseFiles(revisedSurname);
  expect(files).toBeGreaterThan(0);
  expect(holding).toEqual([]);
});
