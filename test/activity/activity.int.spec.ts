import type { Activity, ActivitySession } from '@superscope/contracts/onecentral-activity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, submit, today } from '../members/members-portal.js';
import { ActivityPortal } from './activity-portal.js';

let portal: ActivityPortal;
beforeAll(async () => {
  portal = await ActivityPortal.start();
});
afterAll(() => portal.stop());

const actionsOf = ({ sessions }: Activity, username: string) =>
  sessions.filter((session) => session.username === username).flatMap(({ actions }) => actions);

describe('a user’s activity', () => {
  const referer = { Referer: '' };
  let session: ActivitySession;
  let memberId: string;

  beforeAll(async () => {
    memberId = portal.members.plan.memberIds[11]!;
    const staff = portal.members.api.client();
    referer.Referer = `${portal.members.api.url}/staff/memberEvents?member=surname`;
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
    await portal.members.api.client().signIn('staff', 'not the password');
    const found = await portal.search('userId=staff');
    expect(found.total).toBe(1);
    session = found.sessions[0]!;
  });

  it('is one session of actions, each of them once, the newest first', () => {
    expect(session).toMatchObject({ username: 'staff', role: 'Staff', remoteAddress: '127.0.0.1' });
    expect(session.actionCount).toBe(session.actions.length);
    const told = session.actions.map(({ action, context, type }) => [action, context, type]);
    // An export is logged when its last rows are sent, which may be after the next request.
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
      path: '/api/members/:memberId/events',
      referrer: '/staff/memberEvents',
      planId: 'PF.a',
      members: 1,
      outcome: 'ok',
    });
    const signIn = session.actions.at(-1)!;
    expect(signIn).toMatchObject({ path: '/api/authentication', referrer: null });
    expect(session.sessionStart).toBe(signIn.timestamp);
    expect(session.duration).toBe(
      Math.round((Date.parse(session.actions[0]!.timestamp) - Date.parse(signIn.timestamp)) / 1000),
    );
  });

  it('is saved as a CSV file of the same search, which says who was opened and is logged itself', async () => {
    const { body } = await portal.auditor.request(`/api/onecentral/accessCsv?userId=staff`);
    const [head, ...lines] = String(body).trim().split('\r\n');
    const columns = head!.replace('\uFEFF', '').split(',');
    const told = lines.map((line) => {
      const cells = line.split(',');
      return ['username', 'action', 'members', 'how'].map((name) => cells[columns.indexOf(name)]);
    });
    expect(told).toContainEqual(['staff', 'Member viewed', '1', 'opened']);
    expect(told.find(([, action]) => action === 'Member search')?.[3]).toBe('among results');
    expect(told.find(([, action]) => action === 'Recorded member events')?.[3]).toBe('changed');
    const own = actionsOf(await portal.search('userId=auditor'), 'auditor');
    expect(own.map(({ action, object }) => [action, object])).toContainEqual(['Export', 'access log']);
  });

  it('is logged without personal values, queries, or anything that opens a session', async () => {
    const text = JSON.stringify((await portal.stored()).map(({ data }) => data)).toLowerCase();
    for (const personal of ['surname', 'not the password', 'employer', '?']) expect(text).not.toContain(personal);
    const held = portal.auditor.cookie.split('=')[1]!;
    const { sessions } = await portal.search('userId=auditor');
    expect(sessions[0]!.sessionId).toMatch(/^[\w-]{20}$/);
    expect(text).not.toContain(held.toLowerCase());
    const tried = portal.members.api.client();
    tried.cookie = portal.auditor.cookie.replace(held, sessions[0]!.sessionId);
    expect((await tried.request('/api/authentication')).status).toBe(401);
  });

  it('by an Admin with accounts is found by its kind', async () => {
    const admin = await portal.members.signedIn('admin');
    const body = JSON.stringify({ role: 'Auditor' });
    const headers = { 'Content-Type': 'application/json' };
    const path = '/api/authentication/users/joon';
    expect((await admin.request(path, { method: 'PATCH', headers, body })).status).toBe(200);
    const found = await portal.search(`actionType=${encodeURIComponent('changed role')}`);
    expect(actionsOf(found, 'admin').map(({ action, object }) => [action, object])).toEqual([
      ['Changed a role', 'joon'],
    ]);
    expect(found.sessions.every(({ actions }) => actions.length === 1)).toBe(true);
  });

  it('by an Admin with programs and members is noted once each, with the member', async () => {
    const admin = await portal.members.signedIn('admin');
    const json = { headers: { 'Content-Type': 'application/json' } };
    const { body: program } = await admin.post('/api/applications', { username: 'warehouse' });
    const tokens = `/api/applications/${String(program['userId'])}/tokens`;
    const { body: token } = await admin.post(tokens, { label: 'nightly' });
    await admin.request(`${tokens}/${String(token['tokenId'])}`, { method: 'DELETE' });
    const [moved, erased] = [portal.members.plan.memberIds[20]!, portal.members.plan.memberIds[21]!];
    const to = { planId: 'QF.b', companyId: 'QF.b-E1', on: today };
    const move = { method: 'POST', ...json, body: JSON.stringify(to) };
    // The member belongs to another platform, so the move is refused. A refused change is not logged.
    expect((await admin.request(`/api/members/${moved}/move`, move)).status).toBe(400);
    expect((await admin.post(`/api/members/${erased}/erase`, { reason: 'Asked for it' })).status).toBe(200);
    const found = actionsOf(await portal.search('userId=admin'), 'admin');
    const times = (name: string) => found.filter(({ action }) => action === name).length;
    const names = ['Registered a user', 'Issued an access token', 'Revoked an access token', 'Erased a member'];
    expect(names.map(times)).toEqual([1, 1, 1, 1]);
    expect(times('Moved a member')).toBe(0);
    const ofErased = await portal.search(`recordId=${erased}&userId=admin`);
    expect(actionsOf(ofErased, 'admin').map(({ action }) => action)).toEqual(['Erased a member']);
    expect(ofErased.member?.surname).toBe('Erased');
  });

  it('with a member is found by the member, and who asked for that is noted as well', async () => {
    const found = await portal.search(`recordId=${memberId}`);
    expect(found.member).toMatchObject({ id: memberId, surname: 'Surname 11' });
    const names = [...new Set(actionsOf(found, 'staff').map(({ action }) => action))];
    expect(names.sort()).toEqual([
      'Member search',
      'Member viewed',
      'Question about few members',
      'Recorded member events',
    ]);
    const again = await portal.search(`recordId=${memberId}&userId=auditor`);
    expect(actionsOf(again, 'auditor').map(({ action }) => action)).toEqual(['Search for who looked at a member']);
    const other = await portal.search(
      `recordId=${portal.members.plan.memberIds[12]}&actionType=${encodeURIComponent('member viewed')}`,
    );
    expect(other.sessions).toEqual([]);
  });
});
