import type { Activity, ActivitySession, ActivityUser } from '@superscope/contracts/onecentral-activity';
import type { AccessEntry } from '@superscope/domain/access/access';
import { addDays } from '@superscope/domain/calendar-dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { today } from '../members/members-portal.js';
import { ActivityPortal } from './activity-portal.js';

let portal: ActivityPortal;
beforeAll(async () => {
  portal = await ActivityPortal.start();
});
afterAll(() => portal.stop());

const earlier: AccessEntry = {
  userId: 'staff',
  role: 'Staff',
  at: '2024-05-01T00:00:00.000Z',
  address: '10.1.1.1',
  action: 'export',
  object: 'plans',
  planId: null,
  filter: {},
  members: [],
  rows: 3,
  outcome: 'ok',
};

const idsOf = ({ sessions }: Activity) => sessions.map(({ sessionId }) => sessionId);

describe('the log of earlier days', () => {
  it('is read by the days of Sydney, from the first moment to the last', async () => {
    const late = { ...earlier, at: '2024-03-31T12:59:59.999Z', session: 'late' };
    const early = { ...earlier, at: '2024-03-31T13:00:00.000Z', session: 'early' };
    await portal.record(late);
    await portal.record(early);
    expect(idsOf(await portal.search('startDate=2024-03-31&endDate=2024-03-31'))).toEqual(['late']);
    expect(idsOf(await portal.search('startDate=2024-04-01&endDate=2024-04-01'))).toEqual(['early']);
    expect(idsOf(await portal.search('startDate=2024-03-31&endDate=2024-04-01'))).toEqual(['early', 'late']);
    // An instant means its day in Sydney.
    const instants = 'startDate=2024-03-31T13:00:00.000Z&endDate=2024-04-02T00:59:59%2B11:00';
    expect(idsOf(await portal.search(instants))).toEqual(['early']);
    // Daylight saving ends on 7 April: that day has 25 hours.
    await portal.record({ ...earlier, at: '2024-04-07T13:59:59.999Z', session: 'winter' });
    expect(idsOf(await portal.search('startDate=2024-04-07&endDate=2024-04-07'))).toEqual(['winter']);
    expect(idsOf(await portal.search('startDate=2024-04-08&endDate=2024-04-08'))).toEqual([]);
  });

  it('shows the true beginning and length of a session that began on the day before', async () => {
    const session = 'overnight';
    await portal.record({ ...earlier, at: '2024-06-01T13:50:00.000Z', session });
    await portal.record({ ...earlier, at: '2024-06-01T14:10:00.000Z', session });
    const { sessions } = await portal.search('startDate=2024-06-02&endDate=2024-06-02');
    expect(sessions).toMatchObject([
      { sessionId: session, sessionStart: '2024-06-01T13:50:00.000Z', duration: 1200, actionCount: 1 },
    ]);
  });

  it('shows ten sessions a page and divides none', async () => {
    const at = (i: number) => `2024-05-${String(10 + i)}T03:00:00.000Z`;
    for (let i = 0; i < 12; i += 1) await portal.record({ ...earlier, at: at(i), session: `s${i}` });
    const range = 'startDate=2024-05-01&endDate=2024-05-31';
    const pages = [
      await portal.search(range),
      await portal.search(`${range}&page=2`),
      await portal.search(`${range}&page=3`),
    ];
    expect(pages.map(({ total }) => total)).toEqual([12, 12, 12]);
    expect(pages.map(idsOf)).toEqual([Array.from({ length: 10 }, (_, i) => `s${11 - i}`), ['s1', 's0'], []]);
  });

  it('groups entries without a session, as earlier releases wrote them, by user, address and day', async () => {
    const on = { ...earlier, at: '2023-07-03T01:00:00.000Z' };
    await portal.record(
      on,
      { ...on, at: '2023-07-03T05:00:00.000Z', action: 'member viewed' },
      { ...on, userId: 'admin' },
    );
    await portal.record({ ...on, at: '2023-07-04T01:00:00.000Z' });
    const { sessions } = await portal.search('startDate=2023-07-03&endDate=2023-07-04');
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

  it('counts an entry once when it is delivered twice', async () => {
    const range = 'startDate=2023-01-01&endDate=2024-12-31';
    const before = await portal.search(range);
    const { engines } = portal.members;
    await engines.factsWriter(engines.target()).write(await portal.stored());
    expect(await portal.search(range)).toEqual(before);
  });

  it('is narrowed to a user of OneCentral, another user, or both', async () => {
    const at = '2022-02-02T02:02:02.000Z';
    for (const userId of ['staff', 'admin', 'auditor']) await portal.record({ ...earlier, at, userId });
    const of = async (query: string) =>
      (await portal.search(`startDate=2022-02-01&endDate=2022-02-03&${query}`)).sessions
        .map(({ username }) => username)
        .sort();
    expect(await of('resourceId=staff')).toEqual(['staff']);
    expect(await of('resourceId=staff&userId=admin')).toEqual(['admin', 'staff']);
    expect(await of('')).toEqual(['admin', 'auditor', 'staff']);
  });
});

describe('a search of the log', () => {
  it('begins with the month of today', async () => {
    const { startDate, endDate } = await portal.search('');
    expect([startDate, endDate]).toEqual([`${today.slice(0, 7)}-01`, today]);
  });

  it.each([
    ['startDate=2024-05-02&endDate=2024-05-01', 'The end date cannot be before the start date.'],
    ['actionType=anything', 'There is no such action.'],
    ['startDate=2024-02-30', '2024-02-30 is not a date.'],
  ])('is refused where it makes no sense: %s', async (query, message) => {
    const { status, body } = await portal.auditor.request(`/api/onecentral/access?${query}`);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('offers the users of OneCentral, the others, and the actions', async () => {
    const users = async (query: string) =>
      (await portal.auditor.request(`/api/onecentral/users${query}`)).body as unknown as ActivityUser[];
    const others = await users('?oneCentral=false');
    expect(others.map(({ username }) => username)).toContain('auditor');
    const own = await users('');
    expect(own.every(({ oneCentral }) => oneCentral)).toBe(true);
    expect(own.filter(({ id }) => others.some((other) => other.id === id))).toEqual([]);
    const actions = (await portal.auditor.request('/api/onecentral/actions')).body as unknown as { id: string }[];
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
      const client = await portal.members.signedIn(username);
      for (const path of ['access', 'users', 'actions'])
        expect([username, (await client.request(`/api/onecentral/${path}`)).status]).toEqual([username, status]);
    }
    expect((await portal.members.api.client().request('/api/onecentral/access')).status).toBe(401);
  });

  it('may span all days of the log', async () => {
    for (const range of [
      'startDate=1900-01-01',
      `startDate=1900-01-01&endDate=${addDays(today, 400)}`,
      'startDate=1969-12-31&endDate=2148-12-31',
    ])
      expect((await portal.search(range)).total, range).toBeGreaterThan(20);
    expect((await portal.search('startDate=1900-01-01&endDate=1969-12-31')).total).toBe(0);
  });
});
