import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { AccessEntry } from '@superscope/domain/access/access';
import { addDays, sydneyDate } from '@superscope/domain/calendar-dates';
import { deactivateUser, userStream } from '@superscope/domain/user/user';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import { refreshMemberSearch } from '@superscope/projector/activity/refresh-member-search';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { registerConsultant } from '../harness/consultant-account.js';
import { byTest } from '../harness/sample-plan.js';
import { MembersPortal, after, bodyOf, consulted, longAgo, submit, withdraw } from './members-portal.js';

let portal: MembersPortal;
let helen: ApiClient;
let memberId: string;
let members = 0;

beforeAll(async () => {
  portal = await MembersPortal.start(longAgo);
  helen = await portal.signedIn('authorisedrep');
});
afterAll(() => portal.stop());

// Each test has a separate member.
beforeEach(() => {
  memberId = portal.plan.memberIds[(members += 1)]!;
});

describe('a member', () => {
  const find = (client: ApiClient, query: string) => client.request(`/api/members?${query}`);
  const surnames = async (client: ApiClient, query: string) => {
    const { status, body } = await find(client, query);
    expect(status).toBe(200);
    return (body as unknown as { surname: string }[]).map(({ surname }) => surname);
  };

  it('is found by the beginning of the surname, and by the employer', async () => {
    expect(await surnames(helen, 'name=surname%2011')).toEqual(['Surname 11']);
    expect(await surnames(helen, 'name=mplo&planId=QF.b')).toEqual(['Surname 0']);
    expect(await surnames(helen, 'name=nobody')).toEqual([]);
    // A text that looks like a pattern is matched literally.
    expect(await surnames(helen, 'name=sur.*')).toEqual([]);
    const { body } = await find(helen, 'name=surname%2011');
    expect(body).toEqual([
      {
        id: portal.plan.memberIds[11],
        surname: 'Surname 11',
        givenName: 'Given',
        login: null,
        companyName: 'Employer',
        joinDate: '2021-05-01',
        leftOn: null,
      },
    ]);
  });

  it('is found in whatever form a name is stored and typed, by number, and by both names in any order', async () => {
    const named = [
      ['D\u2019Arcy', 'Zoe\u0308', 'A\u20111'],
      ["O'Keeffe", 'S\u00f8ren', 'A\u20112'],
      ['Dvor\u030ca\u0301k', null, 'A\u20113'],
      ['Smith\u2013Jones', 'Jo', 'A\u20114'],
    ] as const;
    for (const [i, [surname, givenName, memberNumber]] of named.entries()) {
      const { personal, ...member } = portal.plan.member(100 + i);
      const details = { ...member, personal: { ...personal, surname, givenName, memberNumber } };
      await portal.engines.store.transact(memberStream, member.memberId, recordMember(details, '2025-01-01'), byTest());
    }
    await portal.caughtUp();
    const admin = await portal.signedIn('admin');
    const corrected = async (text: string) => {
      const { status, body } = await admin.request(`/api/plans/PF.a/members?${new URLSearchParams({ name: text })}`);
      expect(status).toBe(200);
      return (body as unknown as { memberNumber: string }[]).map(({ memberNumber }) => memberNumber);
    };
    const typed = [
      ["D'Arcy", 'd\u02bcARCY', 'darcy zoe', "Zo\u00eb D'A", "D'Arcy, Zoe\u0308", 'A-1', 'D\u00adArcy\u200b'],
      ['O\u2019Keeffe', 'okeeffe', 'Soren O', "o'keeffe s\u00f8ren", 'A\u20132'],
      ['Dvo\u0159\u00e1k', 'dvorak', 'DVOR\u030cAK', 'A\u22123'],
      ['Smith-Jones', 'smith jones', 'Jo Smith\u2014Jones', 'Smith\u00a0Jones, Jo'],
    ];
    for (const forget of [false, true]) {
      if (forget) {
        // As the releases before wrote them.
        const members = portal.engines.mongo.db('views').collection('members');
        await members.updateMany(
          {},
          { $set: { searchKeys: ['surname'] }, $unset: { searchVersion: '', looksLike: '' } },
        );
        expect(await surnames(helen, 'name=dvorak')).toEqual([]);
        expect(await refreshMemberSearch(portal.engines.target())).toBeGreaterThan(40);
        expect(await refreshMemberSearch(portal.engines.target())).toBe(0);
      }
      for (const [i, texts] of typed.entries())
        for (const text of texts) {
          const query = String(new URLSearchParams({ name: text, planId: 'PF.a' }));
          expect([text, await surnames(helen, query)]).toEqual([text, [named[i]![0]]]);
          expect([text, await corrected(text)]).toEqual([text, [named[i]![2]]]);
        }
    }
    const listed = async (path: string, name: string) =>
      ((await admin.request(`${path}?${new URLSearchParams({ name })}`)).body as unknown as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await listed('/api/plan', 'PL\u00c1N\u00a0pf.a')).toEqual(['PF.a']);
    expect(await listed('/api/platforms', '\uff30\u200bf')).toEqual(['PF']);
    expect(await listed('/api/members', '\u00c9MPL')).toContain(portal.plan.memberIds[0]);
    for (const text of ["'''", '\u200b\u200b\u200b', '---'])
      expect((await find(helen, String(new URLSearchParams({ name: text })))).body).not.toContainEqual(
        expect.anything(),
      );
    const rebuilt = await portal.compare('members');
    expect(rebuilt).toEqual([]);
  });

  it('who left is marked from their last day on, also where members are corrected', async () => {
    const left = async (exitDate: string | null) => {
      const { personal, ...member } = portal.plan.member(120);
      const details = { ...member, exitDate, personal: { ...personal, surname: 'Quill' } };
      await portal.engines.store.transact(memberStream, member.memberId, recordMember(details, '2025-01-01'), byTest());
      await portal.caughtUp();
      const found = await Promise.all(
        [
          { by: helen, path: '/api/members' },
          { by: await portal.signedIn('admin'), path: '/api/plans/PF.a/members' },
        ].map(({ by, path }) => by.request(`${path}?name=quill`)),
      );
      return found.flatMap(({ body }) => (body as unknown as { leftOn: string | null }[]).map(({ leftOn }) => leftOn));
    };
    const today = sydneyDate(new Date());
    expect(await left(null)).toEqual([null, null]);
    expect(await left(addDays(today, 40))).toEqual([null, null]);
    expect(await left('2025-03-31')).toEqual(['2025-03-31', '2025-03-31']);
  });

  it('is found by at least three characters', async () => {
    expect(await find(helen, 'name=su')).toMatchObject({
      status: 400,
      body: { message: 'Please type at least 3 characters.' },
    });
  });

  it('outside the caller’s plans can be neither found, seen nor written to, as if it did not exist', async () => {
    const wanda = await portal.signedIn('wanda');
    expect(await surnames(wanda, 'name=surname')).toEqual(['Surname 0']);
    expect((await find(wanda, 'name=surname&planId=PF.a')).status).toBe(403);
    const mine = await submit(helen, bodyOf(memberId));
    const [event] = await portal.timeline(helen, memberId, after(mine));
    const noMember = { status: 404, body: { message: 'There is no such member.' } };
    const noEvent = { status: 404, body: { message: 'There is no such event.' } };
    for (const id of [memberId, 'nobody']) {
      expect(await wanda.request(`/api/members/${id}/events`)).toMatchObject(noMember);
      expect(await wanda.request(`/api/members/${id}`)).toMatchObject(noMember);
      expect(await submit(wanda, bodyOf(id, consulted, { consultant: 'wanda' }))).toMatchObject(noMember);
    }
    for (const id of [event!.id, `${memberId}_none`, 'nothing'])
      expect(await withdraw(wanda, id)).toMatchObject(noEvent);
    expect(await portal.timeline(helen, memberId)).toEqual([event]);
  });

  it('is refused to roles without the right', async () => {
    for (const username of ['companyrep', 'providerrep', 'auditor', 'devops']) {
      const client = await portal.signedIn(username);
      // Auditors look up members to see who looked at them.
      expect((await find(client, 'name=surname')).status).toBe(username === 'auditor' ? 200 : 403);
      const asked = [
        await client.request(`/api/members/${memberId}`),
        await client.request(`/api/members/${memberId}/events`),
        await client.request('/api/members/events'),
        await client.request('/api/onecentral/consultants'),
        await submit(client, bodyOf(memberId)),
        await withdraw(client, `${memberId}_x`),
      ];
      expect([username, ...asked.map(({ status }) => status)]).toEqual([username, 403, 403, 403, 403, 403, 403]);
    }
  });

  it('who is looked up or viewed is in the access log, without a name', async () => {
    await find(helen, 'name=Surname%2012');
    await portal.timeline(helen, memberId);
    await portal.api.app.get(AccessLog).flush();
    const entries: AccessEntry[] = [];
    for await (const batch of portal.engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch)
        if ('data' in event) entries.push(...(event.data as { entries: AccessEntry[] }).entries);
    const viewed = entries.filter(({ action, members }) => action === 'member viewed' && members.includes(memberId));
    expect(viewed).toMatchObject([{ userId: 'authorisedrep', role: 'AuthorizedRep', planId: 'PF.a', rows: 0 }]);
    const searches = entries.filter(({ action }) => action === 'member search');
    const digest = portal.engines.identity.searchDigest('surname 12');
    expect(searches.at(-1)).toMatchObject({ filter: { digest }, members: [portal.plan.memberIds[12]] });
    expect(JSON.stringify(entries)).not.toMatch(/surname/i);
  });
});

describe('consultants', () => {
  const offered = async (username: string) => {
    const { body } = await (await portal.signedIn(username)).request('/api/onecentral/consultants');
    return body as unknown as { id: string; name: string; own: boolean }[];
  };

  it('are the active authorised representatives who share a plan with the caller', async () => {
    const ids = async (username: string) => (await offered(username)).map(({ id }) => id);
    expect(await ids('staff')).toEqual(['joon', 'wanda', 'authorisedrep']);
    expect(await ids('joon')).toEqual(['joon', 'authorisedrep']);
    expect(await ids('nobody')).toEqual([]);
    expect((await offered('joon'))[0]).toEqual({ id: 'joon', name: 'Consultant joon', own: true });
  });

  it('who left can no longer be chosen', async () => {
    await registerConsultant(portal.engines, portal.api, 'gone', { kind: 'allPlans', id: null });
    await portal.engines.store.transact(userStream, 'gone', deactivateUser, byTest());
    await portal.caughtUp();
    expect((await offered('staff')).map(({ id }) => id)).not.toContain('gone');
    expect(await submit(helen, bodyOf(memberId, consulted, { consultant: 'gone' }))).toMatchObject({ status: 400 });
  });
});
