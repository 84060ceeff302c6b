import type { MemberLooks, MemberOverview } from '@superscope/contracts/member-overview';
import { addDays, monthEnd, sydneyDate, yearsBetween } from '@superscope/domain/calendar-dates';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import type { MemberDetails } from '@superscope/domain/member/member.events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { byTest } from '../harness/sample-plan.js';
import { MembersPortal, bodyOf, longAgo, submit } from './members-portal.js';

let portal: MembersPortal;
let helen: ApiClient;
let staff: ApiClient;

beforeAll(async () => {
  portal = await MembersPortal.start(longAgo);
  helen = await portal.signedIn('authorisedrep');
  staff = await portal.signedIn('staff');
});
afterAll(() => portal.stop());

const memberId = (at: number) => portal.plan.memberIds[at]!;
const overview = async (id: string, client = helen) => {
  const { status, body } = await client.request(`/api/members/${id}/overview`);
  expect(status).toBe(200);
  return body as unknown as MemberOverview;
};
const looks = async (id: string, client = staff) => {
  const { status, body } = await client.request(`/api/members/${id}/looks`);
  expect(status).toBe(200);
  return body as unknown as MemberLooks;
};

/** Records somebody new of the plan, other than the members of the sample. */
async function recorded(
  at: number,
  name: [surname: string, givenName: string | null],
  more: Partial<MemberDetails> = {},
) {
  const { personal, ...member } = portal.plan.member(at);
  const [surname, givenName] = name;
  const details = { ...member, ...more, personal: { ...personal, surname, givenName } };
  await portal.engines.store.transact(memberStream, member.memberId, recordMember(details, '2025-01-01'), byTest());
  return member.memberId;
}

describe('the page of a member', () => {
  it('says who they are, and what their newest month says', async () => {
    expect(await overview(memberId(3))).toMatchObject({
      id: memberId(3),
      surname: 'Surname 3',
      memberNumber: 'M3',
      birthDate: '1963-04-15',
      companyName: 'Employer',
      erased: false,
      plan: { id: 'PF.a' },
      platform: { id: 'PF', name: 'PF' },
      category: null,
      gender: 'Male',
      age: yearsBetween('1963-04-15', sydneyDate(new Date())),
      sameName: [],
      month: {
        balancesAsAt: monthEnd(longAgo),
        salary: 80_300,
        balance: 50_000,
        hasMobile: true,
        hasEmail: true,
        riskProfile: 'Assertive',
        lastConsultationOn: null,
      },
    });
    expect((await overview(memberId(4))).month).toMatchObject({ hasMobile: false });
  });

  it('warns of others of that name at the same employer: of no other employer, of no erased one, of those who left last', async () => {
    const left = addDays(sydneyDate(new Date()), -30);
    const ananya = await recorded(200, ['Marchetti', 'Ananya Lucia']);
    const accents = await recorded(201, ['MARCHETTI', 'Anany\u0061\u0301'], { exitDate: left });
    const gone = await recorded(202, ['Marchetti', 'Ananya'], { exitDate: left });
    const there = await recorded(203, ['Marchetti', 'Ananya R.']);
    // More left than are listed.
    for (const at of [210, 211, 212, 213, 214])
      await recorded(at, ['Marchetti', 'Ananya'], { exitDate: addDays(left, -at) });
    await recorded(204, ['Marchetti', 'Anan']);
    await recorded(205, ['Marchettini', 'Ananya']);
    await recorded(206, ['Marchetti', 'Ananya'], { companyId: 'PF.another' });
    const erased = await recorded(207, ['Marchetti', 'Ananya']);
    const nameless = await recorded(208, ['Marchetti', null]);
    await portal.caughtUp();
    const admin = await portal.signedIn('admin');
    expect((await admin.post(`/api/members/${erased}/erase`, { reason: 'Asked' })).status).toBe(200);
    await portal.caughtUp();
    const { sameName } = await overview(ananya);
    expect(sameName.map(({ id }) => id)[0]).toBe(there);
    expect(sameName).toHaveLength(5);
    expect(
      sameName
        .slice(1, 3)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([accents, gone].toSorted());
    expect(sameName.find(({ id }) => id === gone)).toMatchObject({ memberNumber: 'M202', leftOn: left });
    expect((await overview(nameless)).sameName).toEqual([]);
    // Nothing of an erased member is told but where they were.
    expect(await overview(erased, admin)).toEqual({
      id: erased,
      surname: 'Erased',
      givenName: null,
      memberNumber: null,
      birthDate: null,
      login: null,
      companyName: 'Employer',
      joinDate: expect.toSatisfy((day: unknown) => day === null || day === '2021-05-01'),
      leftOn: null,
      erased: true,
      plan: { id: 'PF.a', name: expect.any(String) as string },
      platform: { id: 'PF', name: 'PF' },
      category: null,
      gender: null,
      age: null,
      occupationalRating: null,
      sameName: [],
      month: null,
    });
  });

  it('is there for nobody who does not reach the member', async () => {
    const wanda = await portal.signedIn('wanda');
    for (const what of ['overview', 'looks']) {
      const asked = `/api/members/${memberId(3)}/${what}`;
      const isOfAuditors = what === 'looks';
      expect((await wanda.request(asked)).status).toBe(isOfAuditors ? 403 : 404);
      expect((await (await portal.signedIn('companyrep')).request(asked)).status).toBe(403);
      expect((await (await portal.signedIn('auditor')).request(asked)).status).toBe(isOfAuditors ? 200 : 403);
      const nobody = '00000000-0000-4000-8000-000000000000';
      expect((await staff.request(`/api/members/${nobody}/${what}`)).status).toBe(404);
    }
    expect((await helen.request(`/api/members/${memberId(3)}/looks`)).status).toBe(403);
  });

  it('says who looked, by person, with what they did, and names the reader from then on', async () => {
    const id = memberId(7);
    await overview(id);
    await overview(id);
    expect((await submit(helen, bodyOf(id))).status).toBe(200);
    const read = () => looks(id);
    await expect
      .poll(async () => (await read()).people.find(({ userId }) => userId === 'authorisedrep')?.times)
      .toBe(3);
    const { people, from, to, users, readUpTo } = await read();
    // A reader that lags says how far it is: nothing that it lists is later.
    expect(readUpTo! >= people[0]!.at).toBe(true);
    expect(people.find(({ userId }) => userId === 'authorisedrep')).toMatchObject({
      name: 'Helen Marchetti',
      role: 'AuthorizedRep',
      actions: ['Member viewed', 'Recorded member events'],
    });
    expect([from, to]).toEqual([addDays(sydneyDate(new Date()), -365), sydneyDate(new Date())]);
    expect(users).toBe(people.length);
    await expect
      .poll(async () => (await read()).people.find(({ userId }) => userId === 'staff')?.actions)
      .toEqual(['Search for who looked at a member']);
    const all = await read();
    expect(all.looks).toBe(all.people.reduce((sum, { times }) => sum + times, 0));
  });
});
