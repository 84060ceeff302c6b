import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EventDetails } from '@superscope/api/history/event-detail/event-detail.query';
import type {
  EventDetail,
  EventFilter,
  EventPage,
  EventTrace,
  HistoryEvent,
} from '@superscope/contracts/event-history';
import { campaignStream, recordCampaign, recordEngagement } from '@superscope/domain/campaign/campaign';
import { streamName } from '@superscope/domain/event';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';

const planId = 'TWR.P0001';
const otherPlan = 'LBE.P0009';
const campaignId = 'TWR.K1';
const revisedAt = '2026-04-01T00:00:00.000Z';

let engines: PortalEngines;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let api: Awaited<ReturnType<typeof startApi>>;
let auditor: ApiClient;
let plan: SamplePlan;
const revision = { ...byTest(revisedAt), actor: 'mover', correlationId: randomUUID() };

beforeAll(async () => {
  engines = await PortalEngines.start();
  projector = await engines.projector();
  await projector.start();
  plan = new SamplePlan(engines.store, engines.identity, planId);
  plan.at = '2026-01-05T00:00:00.000Z';
  await plan.register(40);
  await plan.month('2025-11', 20_000);
  await new SamplePlan(engines.store, engines.identity, otherPlan).register(1);
  const campaign = { campaignId, planId, campaignType: 'Nomination', name: 'Nominate', runDate: '2025-12-01' };
  await engines.store.transact(campaignStream, campaignId, recordCampaign(campaign), byTest());
  const sent: [string, 'Sent', string][] = [[plan.memberIds[0]!, 'Sent', '2025-12-01T01:00:00.000Z']];
  await engines.store.transact(campaignStream, campaignId, recordEngagement('import-1', sent), byTest());
  const old = plan.member(1);
  const revised = { ...old, addressState: 'TAS', personal: { ...old.personal, surname: 'Zzyzxsurname' } };
  await engines.store.transact(memberStream, old.memberId, recordMember(revised, '2025-12-15'), revision);
  api = await startApi(engines);
  auditor = api.client();
  await auditor.signIn('auditor');
  await vi.waitFor(
    async () => expect((await search({ correlationId: revision.correlationId })).events).toHaveLength(1),
    {
      timeout: 20_000,
    },
  );
}, 120_000);

afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const queryOf = (filter: object) => new URLSearchParams(filter as Record<string, string>).toString();
async function search(filter: EventFilter & { before?: string }, by = auditor): Promise<EventPage> {
  const { status, body } = await by.request(`/api/history/events?${queryOf(filter)}`);
  expect(status).toBe(200);
  return body as unknown as EventPage;
}
/** All pages: a page is short where rows of a redelivery have not been merged yet. */
async function found(filter: EventFilter): Promise<string[]> {
  const events: EventPage['events'][number][] = [];
  for (let before: string | null = null; ;) {
    const page: EventPage = await search({ ...filter, ...(before === null ? {} : { before }) });
    events.push(...page.events);
    if (page.next === null) return events.map(({ stream, type }) => `${stream} ${type}`);
    before = page.next;
  }
}
const memberOf = (i: number) => streamName(memberStream, plan.memberIds[i]!);

/** The log itself, without what was looked at. */
async function recorded(): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for await (const batch of engines.store.readAll({ from: null }))
    for (const event of batch) if (!isUndecodable(event)) all.push(event);
  return all;
}
const accessEntries = async () =>
  (await recorded())
    .filter(({ type }) => type === 'AccessRecorded')
    .flatMap(({ data }) => (data as { entries: Record<string, unknown>[] }).entries);

describe('the history of events', () => {
  it('has every event of the log once, also of streams that no screen reads, and stays so where one is delivered again', async () => {
    const log = await recorded();
    await engines.factsWriter(engines.target()).write(log);
    const places = async () =>
      (
        await engines.rows<{ stream: string; revision: number; size: number }>(
          'SELECT stream, revision, size FROM recorded_event FINAL',
        )
      ).map(({ stream, revision, size }) => `${stream} ${revision} ${size}`);
    const expected = log.map(({ stream, revision, bytes }) => `${stream} ${revision} ${bytes}`);
    await vi.waitFor(async () => expect(await places()).toEqual(expect.arrayContaining(expected)), { timeout: 10_000 });
    expect(new Set(await places()).size).toBe((await places()).length);
    const page = await search({ stream: memberOf(1) });
    expect(page.events.map(({ revision, type }) => `${revision} ${type}`)).toEqual([
      '1 MemberDetailsRevised',
      '0 MemberRegistered',
    ]);
    expect(page.total).toEqual({ count: 2, isMore: false });
    expect(log.some(({ stream }) => stream.startsWith('login-'))).toBe(true);
  });

  it('is found by a member: their own events, and those of many members that name them', async () => {
    const of = await found({ memberId: plan.memberIds[0]! });
    expect(of).toEqual(
      expect.arrayContaining([
        `${memberOf(0)} MemberRegistered`,
        `memberSnapshots-${planId}-202511 MemberSnapshotsChunkImported`,
        `campaign-${campaignId} CampaignEngagementImported`,
      ]),
    );
    expect(of.filter((one) => one.startsWith('member-')).length).toBe(1);
    expect(await found({ memberId: randomUUID() })).toEqual([]);
  });

  it('is found by a plan: what names it, and what its employers, campaigns and members did', async () => {
    const of = await found({ planId });
    expect(of).toEqual(
      expect.arrayContaining([
        `plan-${planId} PlanRegistered`,
        `company-${planId}-E1 CompanyRegistered`,
        `campaign-${campaignId} CampaignEngagementImported`,
        `${memberOf(2)} MemberRegistered`,
        `memberSnapshots-${planId}-202511 MemberSnapshotsCompleted`,
      ]),
    );
    expect(of.filter((one) => one.includes(otherPlan))).toEqual([]);
    expect(await found({ planId: 'TWR.P0404' })).toEqual([]);
  });

  it('is found by a user, a type, a time, a request, and by all of them at once', async () => {
    const one = [`${memberOf(1)} MemberDetailsRevised`];
    expect(await found({ userId: 'mover' })).toEqual(one);
    expect(await found({ userId: 'auditor' })).toContain('user-auditor UserRegistered');
    expect(await found({ type: 'MemberDetailsRevised' })).toEqual(one);
    expect(await found({ from: revisedAt, to: '2026-04-01T00:00:00.001Z' })).toEqual(one);
    expect(await found({ to: '2026-01-01T00:00:00.000Z' })).toEqual([]);
    expect(await found({ correlationId: revision.correlationId })).toEqual(one);
    const all = { memberId: plan.memberIds[1]!, planId, userId: 'mover', type: 'MemberDetailsRevised' };
    const narrow = { ...all, stream: memberOf(1), from: revisedAt, correlationId: revision.correlationId };
    expect(await found(narrow)).toEqual(one);
    expect(await found({ ...narrow, userId: 'test' })).toEqual([]);
  });

  it('goes on from page to page without losing or repeating an event', async () => {
    const places: string[] = [];
    const newest = (await search({})).events[0]!.at;
    for (let before: string | null = null; ;) {
      const page: EventPage = await search({ to: newest, ...(before === null ? {} : { before }) });
      places.push(...page.events.map(({ place }) => place));
      expect(page.total === null).toBe(before !== null);
      if (page.next === null) break;
      before = page.next;
    }
    const all = await engines.rows<{ place: string }>(
      `SELECT concat(toString(position), '-', toString(prepare)) AS place FROM recorded_event FINAL
WHERE recorded_at < {newest:String} ORDER BY position DESC, prepare DESC`,
      { newest: newest.replace('T', ' ').replace('Z', '') },
    );
    expect(places).toEqual(all.map(({ place }) => place));
    expect(places.length).toBeGreaterThan(50);
  });

  it('says of each event what it changed, and which months it made due', async () => {
    const [completed] = (await search({ planId, type: 'MemberSnapshotsCompleted' })).events;
    expect(completed).toMatchObject({
      readModels: ['editions', 'memberSnapshots'],
      stale: { of: 'plan', from: '2025-11', to: '2026-11' },
    });
    const [reserved] = (await search({ type: 'LoginReserved' })).events;
    expect(reserved).toMatchObject({ readModels: [], stale: null });
  });
});

const one = async (filter: EventFilter): Promise<HistoryEvent> => (await search(filter)).events[0]!;
const opened = async (place: string): Promise<EventDetail> =>
  (await auditor.request(`/api/history/events/${place}`)).body as unknown as EventDetail;
const shown = async (place: string) => {
  const { status, body } = await auditor.post(`/api/history/events/${place}/personal`, {});
  return { status, detail: body as unknown as EventDetail };
};

describe('one event', () => {
  it('is shown with metadata, and with what it changed of its stream, personal fields hidden', async () => {
    const { place } = await one({ correlationId: revision.correlationId });
    const detail = await opened(place);
    expect(detail).toMatchObject({
      event: { place, actor: 'mover' },
      metadata: { correlationId: revision.correlationId, index: 0, of: 1 },
      data: { addressState: 'TAS', personal: { surname: 'Hidden', login: null } },
      personal: 'hidden',
    });
    expect(detail.state!.fields).toEqual([
      { path: ['details', 'addressState'], before: 'NSW', after: 'TAS' },
      { path: ['details', 'personal', 'surname'], before: 'Hidden', after: 'Hidden' },
    ]);
    expect(JSON.stringify(detail)).not.toContain('Zzyzxsurname');
  });

  it('shows personal fields when asked, which the access log has first', async () => {
    const { place } = await one({ correlationId: revision.correlationId });
    const { detail } = await shown(place);
    expect(detail.personal).toBe('shown');
    expect(detail.state!.fields).toContainEqual({
      path: ['details', 'personal', 'surname'],
      before: 'Surname 1',
      after: 'Zzyzxsurname',
    });
    expect(await accessEntries()).toContainEqual(
      expect.objectContaining({
        action: 'personal fields shown',
        userId: 'auditor',
        object: `${memberOf(1)} 1`,
        members: [plan.memberIds[1]],
      }),
    );
  });

  it('of many members is shown once the access log names them all', async () => {
    const { place } = await one({ planId, type: 'MemberSnapshotsChunkImported' });
    expect((await opened(place)).data).toMatchObject({ planId });
    const noted = (await accessEntries()).filter(({ object }) => object === `memberSnapshots-${planId}-202511 1`);
    expect(noted.map(({ action, userId, members }) => [action, userId, [...(members as string[])].sort()])).toEqual([
      ['event read', 'auditor', [...plan.memberIds].sort()],
    ]);
  });

  it('never shows a secret', async () => {
    const { place } = await one({ stream: 'user-auditor', type: 'UserPasswordSet' });
    const { detail } = await shown(place);
    expect(detail.data).toMatchObject({ sealedHash: 'Not shown' });
    expect(detail.state!.fields).toContainEqual({ path: ['sealedHash'], before: null, after: 'Not shown' });
  });

  it('reads Erased once the person was erased', async () => {
    const memberId = plan.memberIds[3]!;
    const admin = api.client();
    await admin.signIn('admin');
    const { place } = await one({ memberId, type: 'MemberRegistered' });
    await admin.post(`/api/members/${memberId}/erase`, { reason: 'They asked for it.' });
    await vi.waitFor(async () => {
      const { detail } = await shown(place);
      expect(detail.data).toMatchObject({ personal: { surname: 'Erased' } });
      expect(detail.personal).toBe('none');
    });
    expect((await opened(place)).data).toMatchObject({ personal: { surname: 'Erased', memberNumber: 'Erased' } });
  });

  it('is shown without its stream where that is too large to be read again, or nobody waits for it', async () => {
    const event = await one({ memberId: plan.memberIds[5]!, type: 'MemberRegistered' });
    expect((await opened(event.place)).state).not.toBeNull();
    const details = api.app.get(EventDetails);
    const recorded = await details.read(event);
    expect((await details.of(event, recorded, false, AbortSignal.abort())).state).toBeNull();
    await engines.clickhouse.command({
      query: `INSERT INTO recorded_event SELECT * REPLACE (20000001 AS size) FROM recorded_event WHERE stream = {stream:String}`,
      query_params: { stream: event.stream },
    });
    const detail = await opened(event.place);
    expect([detail.state, detail.event.place]).toEqual([null, event.place]);
  });

  it('is not there at another place', async () => {
    expect((await auditor.request('/api/history/events/1-2')).status).toBe(404);
    expect((await auditor.request('/api/history/events/here')).status).toBe(400);
    expect((await auditor.request('/api/history/events/99999999999999999999-1')).status).toBe(400);
  });
});

describe('a request', () => {
  it('is followed from its first event to its last', async () => {
    const [begun] = (await search({ type: 'MemberSnapshotsBegun' })).events;
    const { body } = await auditor.request(`/api/history/correlations/${begun!.correlationId}`);
    const trace = body as unknown as EventTrace;
    expect([trace.events.map(({ type }) => type), trace.isCut]).toEqual([
      ['MemberSnapshotsBegun', 'MemberSnapshotsChunkImported', 'MemberSnapshotsCompleted'],
      false,
    ]);
  });
});

describe('a search', () => {
  const searchesOf = async (name: string, value: string) =>
    (await accessEntries()).filter(
      ({ action, filter }) => action === 'event search' && (filter as Record<string, string>)[name] === value,
    );

  it('of a member’s stream is noted like one of the member', async () => {
    await search({ stream: memberOf(7) });
    await vi.waitFor(
      async () =>
        expect(await searchesOf('stream', memberOf(7))).toEqual([
          expect.objectContaining({ userId: 'auditor', members: [plan.memberIds[7]], rows: 1 }),
        ]),
      10_000,
    );
  });

  it('for a request is noted with the members that it changed, on either way to it', async () => {
    const { commandId, ...rest } = byTest();
    const correlationId = randomUUID();
    const by = { ...rest, commandId, correlationId };
    const moved = { ...plan.member(8), addressState: 'TAS' as const };
    await engines.store.transact(memberStream, moved.memberId, recordMember(moved, '2025-12-15'), by);
    await vi.waitFor(async () => expect(await found({ correlationId })).toHaveLength(1), 10_000);
    const before = (await searchesOf('correlationId', correlationId)).length;
    await auditor.request(`/api/history/correlations/${correlationId}`);
    const path = '/api/history/correlations/:correlationId';
    await vi.waitFor(async () => {
      const noted = await searchesOf('correlationId', correlationId);
      expect(noted.length).toBeGreaterThan(before);
      expect(noted).toContainEqual(expect.objectContaining({ path, members: [moved.memberId], rows: 1 }));
      expect(noted).toContainEqual(
        expect.objectContaining({ path: '/api/history/events', members: [moved.memberId], rows: 1 }),
      );
    }, 10_000);
  });

  it.each([
    { stream: 'member-Jane Citizen' },
    { stream: 'member-jane.citizen' },
    { stream: 'login-jane.citizen' },
    { stream: 'nobody-1' },
    { type: 'Jane Citizen' },
    { correlationId: 'Jane Citizen' },
  ])('takes no free text, since it would be kept for ever: %o', async (filter) => {
    expect((await auditor.request(`/api/history/events?${queryOf(filter)}`)).status).toBe(400);
    expect((await auditor.request(`/api/history/eventFile?${queryOf({ ...filter, format: 'csv' })}`)).status).toBe(400);
  });

  it('says that more were found than it counted, also while events have two rows', async () => {
    const values = Array.from({ length: 600 }, (_, i) => ({
      ...{ position: '1', prepare: String(i), recorded_at: '2020-01-01 00:00:00.000', category: 'news' },
      ...{ stream: 'news', revision: i, event_type: 'NewsReplaced', event_id: randomUUID(), actor: 'doubled' },
    }));
    await engines.clickhouse.command({ query: 'SYSTEM STOP MERGES recorded_event' });
    for (let copy = 0; copy < 2; copy += 1)
      await engines.clickhouse.insert({ table: 'recorded_event', values, format: 'JSONEachRow' });
    expect((await search({ userId: 'doubled' })).total).toMatchObject({ isMore: true });
    await engines.clickhouse.command({ query: 'SYSTEM START MERGES recorded_event' });
  });
});

describe('what is found, as a file', () => {
  const file = async (query: object, by = auditor) => {
    const answer = await fetch(`${api.url}/api/history/eventFile?${queryOf(query)}`, {
      headers: { Cookie: by.cookie },
    });
    expect(answer.status).toBe(200);
    return { text: await answer.text(), headers: answer.headers };
  };

  it('holds the search and a digest of its rows, and was noted before it left', async () => {
    const filter = { memberId: plan.memberIds[1]!, to: '2026-06-01T00:00:00.000Z' };
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
      const noted = (await accessEntries()).filter(({ object }) => object === 'event history');
      expect(noted).toContainEqual(
        expect.objectContaining({ action: 'export', members: [filter.memberId], filter: { ...filter, format: 'csv' } }),
      );
      expect(noted).toContainEqual(expect.objectContaining({ action: 'exported', rows: 3, outcome: 'ok' }));
    }, 10_000);
  });

  it('has rows without an end where nothing fits', async () => {
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

describe('who may look', () => {
  it.each(['companyrep', 'providerrep', 'authorisedrep', 'staff', 'devops'])('is not %s', async (username) => {
    const { place } = await one({});
    const client = api.client();
    await client.signIn(username);
    for (const path of [
      '/api/history/events',
      `/api/history/events/${place}`,
      '/api/history/eventChoices',
      '/api/history/members?name=Sur',
      '/api/history/eventFile?format=csv',
      `/api/history/correlations/${randomUUID()}`,
    ])
      expect([path, (await client.request(path)).status]).toEqual([path, 403]);
    expect((await client.post(`/api/history/events/${place}/personal`, {})).status).toBe(403);
  });

  it('is an Auditor or an Admin, who find what to search by, and searches that name a member are noted', async () => {
    const admin = api.client();
    await admin.signIn('admin');
    await search({}, admin);
    const { body } = await auditor.request('/api/history/eventChoices');
    expect(body['users']).toContainEqual({ userId: 'auditor', name: expect.any(String) as string });
    expect(body['categories']).toContainEqual({
      category: 'campaign',
      types: expect.arrayContaining(['CampaignCancelled']) as string[],
    });
    const members = (await auditor.request('/api/history/members?name=Zzyzx')).body as unknown as { id: string }[];
    expect(members.map(({ id }) => id)).toEqual([plan.memberIds[1]]);
    await search({ memberId: plan.memberIds[1]! });
    await vi.waitFor(
      async () =>
        expect(await accessEntries()).toContainEqual(
          expect.objectContaining({ action: 'event search', members: [plan.memberIds[1]] }),
        ),
      10_000,
    );
  });
});

it('keeps no personal field in any file of ClickHouse', () => {
  const folder = join(engines.folder, 'clickhouse');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(files.length).toBeGreaterThan(0);
  const holding = files.filter(({ parentPath, name }) => {
    try {
      return readFileSync(join(parentPath, name)).includes('Zzyzxsurname');
    } catch {
      // The engine has just replaced it.
      return false;
    }
  });
  expect(holding.map(({ name }) => name)).toEqual([]);
});
