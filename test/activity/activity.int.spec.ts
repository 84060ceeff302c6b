import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { Activity, ActivitySession, ActivityUser } from '@superscope/contracts/onecentral-activity';
import { accessStream, recordAccess, type AccessEntry } from '@superscope/domain/access/access';
import { addDays, shiftMonth, sydneyDate } from '@superscope/domain/calendar-dates';
import { streamName } from '@superscope/domain/event';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { byTest } from '../harness/sample-plan.js';
import { bodyOf, MembersPortal, submit, today } from '../members/members-portal.js';

let portal: MembersPortal;
let auditor: ApiClient;

const earlier: AccessEntry = {
  ...{ userId: 'staff', role: 'Staff', at: '2024-05-01T00:00:00.000Z', address: '10.1.1.1', action: 'export' },
  ...{ object: 'plans', planId: null, filter: {}, members: [], rows: 3, outcome: 'ok' },
};

/** Writes entries to the stream of a day, as an api did then. */
async function recorded(...entries: AccessEntry[]): Promise<void> {
  const stream = streamName(accessStream, sydneyDate(entries[0]!.at));
  await portal.engines.store.append(stream, recordAccess(entries)(null), {
    expectedRevision: 'any',
    metadata: byTest(),
  });
}

async function stored(): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for await (const batch of portal.engines.store.readAll({ from: null, prefixes: ['access-'] }))
    for (const event of batch) if (!isUndecodable(event)) found.push(event);
  return found;
}

/** What the caller finds, once the read model has everything that was done before. */
async function search(query: string, client = auditor): Promise<Activity> {
  await portal.api.app.get(AccessLog).flush();
  await portal.caughtUp();
  const { status, body } = await client.request(`/api/onecentral/access?${query}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body as unknown as Activity;
}

const actionsOf = ({ sessions }: Activity, username: string) =>
  sessions.filter((session) => session.username === username).flatMap(({ actions }) => actions);
const idsOf = ({ sessions }: Activity) => sessions.map(({ sessionId }) => sessionId);

beforeAll(async () => {
  portal = await MembersPortal.start(shiftMonth(today.slice(0, 7), -14));
  auditor = await portal.signedIn('auditor');
});
afterAll(() => portal.stop());

describe('what somebody does', () => {
  const referer = { Referer: '' };
  let session: ActivitySession;
  let memberId: string;

  beforeAll(async () => {
    memberId = portal.plan.memberIds[11]!;
    const staff = portal.api.client();
    referer.Referer = `${portal.api.url}/staff/memberEvents?member=surname`;
    expect((await staff.signIn('staff')).status).toBe(200);
    await staff.request('/api/members?name=surname%2011', { headers: referer });
    await staff.request(`/api/members/${memberId}/events`, { headers: referer });
    expect((await submit(staff, bodyOf(memberId))).status).toBe(200);
    const query = { dimensions: ['Member.memberId'], measures: ['MemberSnapshot.countMembers'] };
    await staff.post('/cubejs-api/v1/load', { query }, { 'X-Audience': 'staff' });
    await staff.request('/api/csv/plans/export');
    const file = new FormData();
    file.set('file', new Blob(['platformId,name\nZF,Zed']), 'platforms.csv');
    await staff.request('/api/csv/import?table=platforms&dryRun=true', { method: 'POST', body: file });
    await staff.post('/api/authentication/logout', {});
    await portal.api.client().signIn('staff', 'not the password');
    const found = await search('userId=staff');
    expect(found.total).toBe(1);
    session = found.sessions[0]!;
  });

  it('is one session of actions, each of them once, the newest first', () => {
    expect(session).toMatchObject({ username: 'staff', role: 'Staff', remoteAddress: '127.0.0.1' });
    expect(session.actionCount).toBe(session.actions.length);
    const told = session.actions.map(({ action, context, type }) => [action, context, type]);
    // The last rows of an export are noted when they are sent, which may be after the next request.
    const [ends, others] = [
      told.filter(([name]) => name === 'Export ended'),
      told.filter(([name]) => name !== 'Export ended'),
    ];
    expect(ends).toEqual([['Export ended', 'files', 'export']]);
    expect(others).toEqual([
      ['Signed out', 'account', 'signIn'],
      ['Checked a file', 'files', 'import'],
      ['Export', 'files', 'export'],
      ['Question about few members', 'figures', 'question'],
      ['Recorded member events', 'members', 'change'],
      ['Member viewed', 'members', 'view'],
      ['Member search', 'members', 'search'],
      ['Signed in', 'account', 'signIn'],
    ]);
  });

  it('says where it was done, in paths that name no value and no query', () => {
    const viewed = session.actions.find(({ action }) => action === 'Member viewed')!;
    expect(viewed).toMatchObject({
      ...{ path: '/api/members/:memberId/events', referrer: '/staff/memberEvents', planId: 'PF.a', members: 1 },
      outcome: 'ok',
    });
    const signIn = session.actions.at(-1)!;
    expect(signIn).toMatchObject({ path: '/api/authentication', referrer: null });
    expect(session.sessionStart).toBe(signIn.timestamp);
    expect(session.duration).toBe(
      Math.round((Date.parse(session.actions[0]!.timestamp) - Date.parse(signIn.timestamp)) / 1000),
    );
  });

  it('is kept without personal values, queries, or anything that opens a session', async () => {
    const text = JSON.stringify((await stored()).map(({ data }) => data)).toLowerCase();
    for (const personal of ['surname', 'not the password', 'employer', '?']) expect(text).not.toContain(personal);
    const held = auditor.cookie.split('=')[1]!;
    const { sessions } = await search('userId=auditor');
    expect(sessions[0]!.sessionId).toMatch(/^[\w-]{20}$/);
    expect(text).not.toContain(held.toLowerCase());
    const tried = portal.api.client();
    tried.cookie = auditor.cookie.replace(held, sessions[0]!.sessionId);
    expect((await tried.request('/api/authentication')).status).toBe(401);
  });

  it('by an Admin with accounts is found by its kind', async () => {
    const admin = await portal.signedIn('admin');
    const body = JSON.stringify({ role: 'Auditor' });
    const headers = { 'Content-Type': 'application/json' };
    const path = '/api/authentication/users/joon';
    expect((await admin.request(path, { method: 'PATCH', headers, body })).status).toBe(200);
    const found = await search(`actionType=${encodeURIComponent('changed role')}`);
    expect(actionsOf(found, 'admin').map(({ action, object }) => [action, object])).toEqual([
      ['Changed a role', 'joon'],
    ]);
    expect(found.sessions.every(({ actions }) => actions.length === 1)).toBe(true);
  });

  it('by an Admin with programs and members is noted once each, with the member', async () => {
    const admin = await portal.signedIn('admin');
    const json = { headers: { 'Content-Type': 'application/json' } };
    const { body: program } = await admin.post('/api/applications', { username: 'warehouse' });
    const tokens = `/api/applications/${String(program['userId'])}/tokens`;
    const { body: token } = await admin.post(tokens, { label: 'nightly' });
    await admin.request(`${tokens}/${String(token['tokenId'])}`, { method: 'DELETE' });
    const [moved, erased] = [portal.plan.memberIds[20]!, portal.plan.memberIds[21]!];
    const to = { planId: 'QF.b', companyId: 'QF.b-E1', on: today };
    const move = { method: 'POST', ...json, body: JSON.stringify(to) };
    // The member is of another platform, so the move is refused, and what was refused is no change.
    expect((await admin.request(`/api/members/${moved}/move`, move)).status).toBe(400);
    expect((await admin.post(`/api/members/${erased}/erase`, { reason: 'Asked for it' })).status).toBe(200);
    const found = actionsOf(await search('userId=admin'), 'admin');
    const times = (name: string) => found.filter(({ action }) => action === name).length;
    const names = ['Registered a user', 'Issued an access token', 'Revoked an access token', 'Erased a member'];
    expect(names.map(times)).toEqual([1, 1, 1, 1]);
    expect(times('Moved a member')).toBe(0);
    const ofErased = await search(`recordId=${erased}&userId=admin`);
    expect(actionsOf(ofErased, 'admin').map(({ action }) => action)).toEqual(['Erased a member']);
    expect(ofErased.member?.surname).toBe('Erased');
  });

  it('with a member is found by the member, and who asked for that is noted as well', async () => {
    const found = await search(`recordId=${memberId}`);
    expect(found.member).toMatchObject({ id: memberId, surname: 'Surname 11' });
    const names = [...new Set(actionsOf(found, 'staff').map(({ action }) => action))];
    expect(names.sort()).toEqual([
      'Member search',
      'Member viewed',
      'Question about few members',
      'Recorded member events',
    ]);
    const again = await search(`recordId=${memberId}&userId=auditor`);
    expect(actionsOf(again, 'auditor').map(({ action }) => action)).toEqual(['Search for who looked at a member']);
    const other = await search(
      `recordId=${portal.plan.memberIds[12]}&actionType=${encodeURIComponent('member viewed')}`,
    );
    expect(other.sessions).toEqual([]);
  });
});

describe('the log of earlier days', () => {
  it('is read by the days of Sydney, from the first moment to the last', async () => {
    const late = { ...earlier, at: '2024-03-31T12:59:59.999Z', session: 'late' };
    const early = { ...earlier, at: '2024-03-31T13:00:00.000Z', session: 'early' };
    await recorded(late);
    await recorded(early);
    expect(idsOf(await search('startDate=2024-03-31&endDate=2024-03-31'))).toEqual(['late']);
    expect(idsOf(await search('startDate=2024-04-01&endDate=2024-04-01'))).toEqual(['early']);
    expect(idsOf(await search('startDate=2024-03-31&endDate=2024-04-01'))).toEqual(['early', 'late']);
    // An instant stands for its day in Sydney.
    expect(idsOf(await search('startDate=2024-03-31T13:00:00.000Z&endDate=2024-04-02T00:59:59%2B11:00'))).toEqual([
      'early',
    ]);
    // Daylight saving ends on 7 April: that day has 25 hours.
    await recorded({ ...earlier, at: '2024-04-07T13:59:59.999Z', session: 'winter' });
    expect(idsOf(await search('startDate=2024-04-07&endDate=2024-04-07'))).toEqual(['winter']);
    expect(idsOf(await search('startDate=2024-04-08&endDate=2024-04-08'))).toEqual([]);
  });

  it('has the whole session’s beginning and length where it began on the day before', async () => {
    const session = 'overnight';
    await recorded({ ...earlier, at: '2024-06-01T13:50:00.000Z', session });
    await recorded({ ...earlier, at: '2024-06-01T14:10:00.000Z', session });
    const { sessions } = await search('startDate=2024-06-02&endDate=2024-06-02');
    expect(sessions).toMatchObject([
      { sessionId: session, sessionStart: '2024-06-01T13:50:00.000Z', duration: 1200, actionCount: 1 },
    ]);
  });

  it('comes ten sessions at a time, each on one page', async () => {
    const at = (i: number) => `2024-05-${String(10 + i)}T03:00:00.000Z`;
    for (let i = 0; i < 12; i += 1) await recorded({ ...earlier, at: at(i), session: `s${i}` });
    const range = 'startDate=2024-05-01&endDate=2024-05-31';
    const pages = [await search(range), await search(`${range}&page=2`), await search(`${range}&page=3`)];
    expect(pages.map(({ total }) => total)).toEqual([12, 12, 12]);
    expect(pages.map(idsOf)).toEqual([Array.from({ length: 10 }, (_, i) => `s${11 - i}`), ['s1', 's0'], []]);
  });

  it('without sessions, as earlier releases wrote it, is put together by user, address and day', async () => {
    const on = { ...earlier, at: '2023-07-03T01:00:00.000Z' };
    await recorded(on, { ...on, at: '2023-07-03T05:00:00.000Z', action: 'member viewed' }, { ...on, userId: 'admin' });
    await recorded({ ...on, at: '2023-07-04T01:00:00.000Z' });
    const { sessions } = await search('startDate=2023-07-03&endDate=2023-07-04');
    const told = sessions.map(({ username, actions, path = null }: ActivitySession & { path?: null }) => [
      username,
      actions.map(({ type }) => type),
      path,
    ]);
    expect(told).toEqual([
      ['staff', ['export'], null],
      ['staff', ['view', 'export'], null],
      ['admin', ['export'], null],
    ]);
  });

  it('that is delivered twice is counted once', async () => {
    const range = 'startDate=2023-01-01&endDate=2024-12-31';
    const before = await search(range);
    const { engines } = portal;
    await engines.factsWriter(engines.target()).write(await stored());
    expect(await search(range)).toEqual(before);
  });

  it('is narrowed to a user of OneCentral, another user, or both', async () => {
    const at = '2022-02-02T02:02:02.000Z';
    for (const userId of ['staff', 'admin', 'auditor']) await recorded({ ...earlier, at, userId });
    const of = async (query: string) =>
      (await search(`startDate=2022-02-01&endDate=2022-02-03&${query}`)).sessions
        .map(({ username }) => username)
        .sort();
    expect(await of('resourceId=staff')).toEqual(['staff']);
    expect(await of('resourceId=staff&userId=admin')).toEqual(['admin', 'staff']);
    expect(await of('')).toEqual(['admin', 'auditor', 'staff']);
  });
});

describe('a search of the log', () => {
  it('begins with the month of today', async () => {
    const { startDate, endDate } = await search('');
    expect([startDate, endDate]).toEqual([`${today.slice(0, 7)}-01`, today]);
  });

  it.each([
    ['startDate=2024-05-02&endDate=2024-05-01', 'The end date cannot be before the start date.'],
    ['actionType=anything', 'There is no such action.'],
    ['startDate=2024-02-30', 'A day is written yyyy-MM-dd.'],
  ])('is refused where it makes no sense: %s', async (query, message) => {
    const { status, body } = await auditor.request(`/api/onecentral/access?${query}`);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('offers the users of OneCentral, the others, and the actions', async () => {
    const users = async (query: string) =>
      (await auditor.request(`/api/onecentral/users${query}`)).body as unknown as ActivityUser[];
    const others = await users('?oneCentral=false');
    expect(others.map(({ username }) => username)).toContain('auditor');
    const own = await users('');
    expect(own.every(({ oneCentral }) => oneCentral)).toBe(true);
    expect(own.filter(({ id }) => others.some((other) => other.id === id))).toEqual([]);
    const actions = (await auditor.request('/api/onecentral/actions')).body as unknown as { id: string }[];
    expect(actions.map(({ id }) => id)).toContain('member viewed');
  });

  it('is for Staff, Admins and Auditors alone', async () => {
    for (const [username, status] of [
      ['staff', 200],
      ['admin', 200],
      ['auditor', 200],
      ['authorisedrep', 403],
      ['devops', 403],
      ['companyrep', 403],
      ['providerrep', 403],
    ] as const) {
      const client = await portal.signedIn(username);
      for (const path of ['access', 'users', 'actions'])
        expect([username, (await client.request(`/api/onecentral/${path}`)).status]).toEqual([username, status]);
    }
    expect((await portal.api.client().request('/api/onecentral/access')).status).toBe(401);
  });

  it('may be as long as days are known', async () => {
    for (const range of [
      'startDate=1900-01-01',
      `startDate=1900-01-01&endDate=${addDays(today, 400)}`,
      'startDate=1969-12-31&endDate=2148-12-31',
    ])
      expect((await search(range)).total, range).toBeGreaterThan(20);
    expect((await search('startDate=1900-01-01&endDate=1969-12-31')).total).toBe(0);
  });
});
