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
        memberNumber: 'M11',
        birthDate: '1971-03-15',
        login: null,
        companyName: 'Employer',
        joinDate: '2021-05-01',
        leftOn: null,
        near: false,
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
          { $set: { searchKeys: ['surname'] }, $unset: { nearKeys: '', searchVersion: '', looksLike: '' } },
        );
        expect(await surnames(helen, 'name=dvorak')).toEqual([]);
        expect(await surnames(helen, 'name=dvorack')).toEqual([]);
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

  /** Registers a member of the plan, or revises the details. */
  const named = async (i: number, personal: Partial<ReturnType<typeof portal.plan.member>['personal']>) => {
    const member = portal.plan.member(i);
    const details = { ...member, personal: { ...member.personal, ...personal } };
    await portal.engines.store.transact(memberStream, member.memberId, recordMember(details, '2025-01-01'), byTest());
    return member.memberId;
  };
  const found = async (client: ApiClient, name: string, planId = 'PF.a') => {
    const { status, body } = await find(client, String(new URLSearchParams({ name, planId })));
    expect([name, status]).toEqual([name, 200]);
    return (body as unknown as { id: string; near: boolean }[]).map(({ id, near }) => ({ id, near }));
  };

  it('is found by what the name looks or sounds like if nobody is called so, the nearest first', async () => {
    const [ananya, , paolo, okeeffe, smith] = [
      await named(200, { surname: 'Marchetti', givenName: 'Ananya Lucia', memberNumber: '7704 0182 2217' }),
      await named(201, { surname: 'Mancini', givenName: 'Ada', memberNumber: '770401829903' }),
      await named(202, { surname: 'Marchetta', givenName: 'Paolo', memberNumber: '770405193371' }),
      await named(203, { surname: 'O\u2019Keeffe-Ngata', givenName: 'Zo\u00eb', memberNumber: 'N-88' }),
      await named(204, { surname: 'Smith', givenName: 'John', memberNumber: 'N-89' }),
    ];
    await portal.caughtUp();
    const exact = (...ids: string[]) => ids.map((id) => ({ id, near: false }));
    const near = (...ids: string[]) => ids.map((id) => ({ id, near: true }));
    for (const typed of ['marketti', 'MARKETTI', 'Marcheti', 'marcchetti'])
      expect([typed, await found(helen, typed)]).toEqual([typed, near(ananya, paolo)]);
    expect(await found(helen, 'Marketti, Anania')).toEqual(near(ananya));
    expect(await found(helen, 'Anania Lusia Marketti')).toEqual(near(ananya));
    expect(await found(helen, 'okeefe ngatta')).toEqual(near(okeeffe));
    expect(await found(helen, "Zoe O'Keefe")).toEqual(near(okeeffe));
    // Somebody else of this fund is called Jo Smith–Jones.
    expect(await found(helen, 'jon smyth')).toContainEqual(near(smith)[0]);
    expect(await found(helen, 'jon smithers')).toEqual([]);
    expect(await found(helen, 'Zzyzx')).toEqual([]);
    // Each word begins a word of the name, so the name is not only near.
    expect(await found(helen, 'lucia')).toEqual(exact(ananya));
    expect(await found(helen, 'Ananya Marchetti')).toEqual(exact(ananya));
    expect(await found(helen, 'march')).toEqual(exact(paolo, ananya));
    // Of the other provider's consultants nobody finds them.
    const wanda = await portal.signedIn('wanda');
    expect((await find(wanda, 'name=marketti')).body).toEqual([]);
    const admin = await portal.signedIn('admin');
    const { body } = await admin.request('/api/plans/PF.a/members?name=marketti');
    expect(body).toMatchObject([
      { id: ananya, near: true, name: 'Marchetti, Ananya Lucia', memberNumber: '7704 0182 2217' },
      { id: paolo, near: true },
    ]);
  });

  it('is found by the birth date as it is written here, also beside a name, and by the end of the number', async () => {
    const [first, twin] = [
      await named(205, {
        surname: 'Okafor',
        givenName: 'Dara',
        memberNumber: '880011-2217',
        dateOfBirth: '1984-03-04',
      }),
      await named(206, { surname: 'Baek', givenName: 'Joon', memberNumber: '880011-9903', dateOfBirth: '1984-03-04' }),
    ];
    await portal.caughtUp();
    const ids = async (typed: string) => (await found(helen, typed)).map(({ id }) => id);
    for (const typed of ['04/03/1984', '4/3/1984', ' 4/03/1984 ', '4.3.1984', '04-03-1984'])
      expect([typed, await ids(typed)]).toEqual([typed, [twin, first]]);
    expect(await ids('okafor 4/3/1984')).toEqual([first]);
    expect(await ids('4/3/1984 Joon Baek')).toEqual([twin]);
    for (const typed of ['31/02/1984', '3/4/1984', '4/3/84', 'march 4/3/1984'])
      expect([typed, await ids(typed)]).toEqual([typed, []]);
    for (const typed of ['11-2217', '112217', '880011 2217', '8800112217'])
      expect([typed, await ids(typed)]).toEqual([typed, [first]]);
    expect(await ids('9903')).toContain(twin);
    expect(await ids('991')).toEqual([]);
  });

  it('is found by the corrected name, number and birth date, and no longer by the earlier ones', async () => {
    await named(207, { surname: 'Wrongham', memberNumber: 'W-4455', dateOfBirth: '1950-01-31' });
    await portal.caughtUp();
    const id = await named(207, { surname: 'Rightley', memberNumber: 'W-4455', dateOfBirth: '1950-01-30' });
    await portal.caughtUp();
    for (const typed of ['rightly', '30/1/1950', '4455'])
      expect((await found(helen, typed)).map((one) => one.id)).toEqual([id]);
    for (const typed of ['wrongham', 'wrongam', '31/1/1950']) expect(await found(helen, typed)).toEqual([]);
    expect(await portal.compare('members')).toEqual([]);
  });

  it('is looked for by a text of at most a hundred characters', async () => {
    const long = 'Wijesinghe '.repeat(9).trim();
    expect(await found(helen, `${long} x`)).toEqual([]);
    expect(await found(helen, 'w'.repeat(100))).toEqual([]);
    for (const path of ['/api/members', '/api/history/members', '/api/plans/PF.a/members'])
      expect(await (await portal.signedIn('admin')).request(`${path}?name=${'w'.repeat(101)}`)).toMatchObject({
        status: 400,
        body: { message: 'Please type at most 100 characters.' },
      });
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
      // Auditors look up members, by name or as they opened them before, to see who looked at them.
      const looksUp = username === 'auditor' ? 200 : 403;
      expect((await find(client, 'name=surname')).status).toBe(looksUp);
      expect((await client.request(`/api/members/${memberId}`)).status).toBe(looksUp);
      const asked = [
        await client.request(`/api/members/${memberId}/events`),
        await client.request('/api/members/events'),
        await client.request('/api/onecentral/consultants'),
        await submit(client, bodyOf(memberId)),
        await withdraw(client, `${memberId}_x`),
      ];
      expect([username, ...asked.map(({ status }) => status)]).toEqual([username, 403, 403, 403, 403, 403]);
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
