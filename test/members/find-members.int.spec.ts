import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { AccessEntry } from '@superscope/domain/access/access';
import { addDays, shiftMonth } from '@superscope/domain/calendar-dates';
import { randomUUID } from 'node:crypto';
import { assetsOwnedStream, importAssetsOwned } from '@superscope/domain/assets-owned/assets-owned';
import { planMonthId } from '@superscope/domain/plan-month-import';
import {
  campaignStream,
  recordCampaign,
  recordEngagement,
  type EngagementRow,
} from '@superscope/domain/campaign/campaign';
import {
  assetsStream,
  feesStream,
  insuranceRatesStream,
  providerContactsStream,
} from '@superscope/domain/published-table/published-rows';
import { publishTable, type TableRow } from '@superscope/domain/published-table/published-table';
import { planStream, recordMemberCategory, recordPlan } from '@superscope/domain/plan/plan';
import { deactivateCompany, companyStream } from '@superscope/domain/company/company';
import { deactivateUser, userStream } from '@superscope/domain/user/user';
import { memberStream, recordActivity, recordMember } from '@superscope/domain/member/member';
import { providerStream, recordProvider } from '@superscope/domain/provider/provider';
import { refreshMemberSearch } from '@superscope/projector/activity/refresh-member-search';
import { derivations, projections } from '@superscope/projector/read-models';
import { rebuild } from '@superscope/projector/rebuild/rebuild';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { registerConsultant } from '../harness/consultant-account.js';
import { quiet } from '../harness/portal-engines.js';
import { startStandInRenderer } from '../harness/renderer.js';
import { byTest } from '../harness/sample-plan.js';
import { rowsOfSpreadsheet } from '../harness/spreadsheet.js';
import { after, bodyOf, consulted, MembersPortal, submit, today, withdraw } from './members-portal.js';

let portal: MembersPortal;
let helen: ApiClient;
let memberId: string;
let members = 0;
const longAgo = shiftMonth(today.slice(0, 7), -14);

beforeAll(async () => {
  portal = await MembersPortal.start(longAgo);
  helen = await portal.signedIn('authorisedrep');
});
afterAll(() => portal.stop());

// Each test has a separate member.
beforeEach(() => {
  memberId = portal.plan.memberIds[(members += 1)]!;
});

/** A spreadsheet that Admins export. */
async function spreadsheet(path: string) {
  const { cookie } = await portal.signedIn('admin');
  const answer = await fetch(`${portal.api.url}${path}`, {
    headers: { Cookie: cookie, 'X-Requested-By': 'superscope' },
  });
  const { status, headers } = answer;
  return { status, headers, rows: rowsOfSpreadsheet(Buffer.from(await answer.arrayBuffer())) };
}

/** What a rebuild of members finds different. */
async function compareMembers() {
  const { store, mongo } = portal.engines;
  const parts = {
    store,
    live: portal.engines.target(),
    rebuilt: portal.engines.target('_rebuild'),
    ops: mongo.db('ops'),
  };
  const { differences } = await rebuild(
    { ...parts, projections, derivations: derivations(portal.engines.secret), log: quiet },
    { only: 'members' },
  );
  return differences;
}

describe('the lookups of staff tools', () => {
  const listed = async (client: ApiClient, path: string) => {
    const { status, body } = await client.request(path);
    return status === 200 ? (body as unknown as { id: string }[]).map(({ id }) => id) : status;
  };

  it('find employers by name, within a plan, a platform, and by whether they have members', async () => {
    const { body } = await helen.request('/api/companies?name=EMPL&planId=PF.a');
    expect(body).toEqual([
      { id: 'PF.a-E1', name: 'Employer', plan: { id: 'PF.a', name: 'Plan PF.a', superScoreClient: true } },
    ]);
    expect(await listed(helen, '/api/companies?name=nobody')).toEqual([]);
    expect(await listed(helen, '/api/companies?platformId=QF')).toEqual(['QF.b-E1']);
    expect(await listed(helen, '/api/companies?memberless=false')).toEqual(['PF.a-E1']);
    expect(await listed(helen, '/api/companies?memberless=true')).toEqual(['QF.b-E1']);
    expect(await listed(helen, '/api/companies?microsite=true')).toEqual([]);
  });

  it('list only the employers and providers of the plans in reach', async () => {
    const wanda = await portal.signedIn('wanda');
    expect(await listed(wanda, '/api/companies')).toEqual(['QF.b-E1']);
    expect(await listed(wanda, '/api/companies?planId=PF.a')).toBe(403);
    expect(await listed(await portal.signedIn('nobody'), '/api/companies')).toEqual([]);
    const { store } = portal.engines;
    for (const [providerId, name] of [
      ['TALLOW', 'Tallowood'],
      ['WATTLE', 'Wattle'],
    ] as const)
      await store.transact(providerStream, providerId, recordProvider({ providerId, name }), byTest());
    await portal.caughtUp();
    expect(await listed(wanda, '/api/providers')).toEqual(['WATTLE']);
    expect(await listed(await portal.signedIn('staff'), '/api/providers?name=t')).toEqual(['TALLOW', 'WATTLE']);
    expect(await listed(await portal.signedIn('nobody'), '/api/providers')).toEqual([]);
  });

  it('are for consultants and staff', async () => {
    for (const username of ['companyrep', 'providerrep', 'auditor', 'devops']) {
      const client = await portal.signedIn(username);
      for (const path of ['/api/companies', '/api/providers', '/api/platforms'])
        expect([username, path, await listed(client, path)]).toEqual([username, path, 403]);
    }
  });
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
    const rebuilt = await compareMembers();
    expect(rebuilt).toEqual([]);
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

describe('the events of a range', () => {
  it('are a file with the events of the caller’s plans', async () => {
    const on = addDays(today, -400);
    const advice = { insuranceAdviceImplemented: { create: true, notes: '=SUM(A1), "quoted"' } };
    const written = await submit(helen, bodyOf(memberId, advice, { effectiveDate: on }));
    await portal.timeline(helen, memberId, after(written));
    const file = async (username: string, range: string) => {
      const answer = await (await portal.signedIn(username)).request(`/api/members/events?${range}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(answer.headers.get('content-disposition')).toContain(' - For the fund, not for the employer.csv');
      const [notice, ...lines] = String(answer.body).split('\r\n');
      expect(notice).toBe('"For the fund, not for the employer"');
      return lines;
    };
    const [header, row, ...rest] = await file('joon', `startDate=${on}&endDate=${on}`);
    expect(header).toContain('planId,memberId,surname,givenName,login,company,date,eventType,consultant');
    expect(row).toBe(
      `a,M${members},Surname ${members},Given,,Employer,${on},InsuranceAdviceImplemented,Helen Marchetti,,,,,,,"'=SUM(A1), ""quoted""",No`,
    );
    expect(rest).toEqual(['']);
    expect(await file('wanda', `startDate=${on}&endDate=${on}`)).toEqual([header, '']);
    expect(await file('joon', `startDate=${addDays(on, 1)}&endDate=${addDays(on, 2)}`)).toEqual([header, '']);
    expect((await file('staff', '')).length).toBeGreaterThan(2);
    // An instant means its day in Sydney.
    const instants = `startDate=${on}T00:00:00.000Z&endDate=${on}T01:30:00Z`;
    expect(await file('joon', instants)).toEqual([header, row, '']);
    for (const wrong of [`${on}T25:00:00Z`, `${on}T10:00`, '2026-02-30T00:00:00Z'])
      expect([wrong, (await helen.request(`/api/members/events?startDate=${wrong}`)).status]).toEqual([wrong, 400]);
    expect(await helen.request(`/api/members/events?startDate=${today}&endDate=${on}`)).toMatchObject({ status: 400 });
  });
});

describe('the lists by member', () => {
  const list = async (username: string, path: string) => {
    const answer = await (await portal.signedIn(username)).request(path);
    if (answer.status !== 200) return { status: answer.status };
    const [notice, header, ...lines] = String(answer.body).split('\r\n');
    const name = answer.headers.get('content-disposition');
    return { status: 200, name, notice, header, lines: lines.filter((line) => line !== '') };
  };
  const notice = '"For the fund, not for the employer"';

  it('have each member’s score, points and flags at the newest month', async () => {
    const path = '/api/plan/PF.a/superScoreDetails';
    const { name, header, lines, ...said } = await list('joon', path);
    expect([said.notice, name]).toEqual([
      notice,
      expect.stringMatching(/superScoreDetails_a_\d{8} - For the fund, not for the employer\.csv/) as string,
    ]);
    expect(header).toMatch(
      /^planId,memberId,surname,givenName,company,asAt,age,superScore,nominatedBeneficiaryPoints,/,
    );
    const line = lines!.find((each) => each.startsWith('a,M3,Surname 3,Given,Employer,'))!;
    const [asAt, age, score, ...rest] = line.split(',').slice(5);
    expect(asAt).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(Number(age)).toBeGreaterThan(50);
    const areas = rest.slice(0, 5);
    const known = areas.filter((each) => each !== '').map(Number);
    expect(known.length).toBeGreaterThan(2);
    for (const each of known) expect(each).toBeLessThanOrEqual(1);
    expect(Number(score)).toBeCloseTo((5 * known.reduce((sum, each) => sum + each, 0)) / known.length, 3);
    expect(rest.slice(5).every((each) => ['Yes', 'No', ''].includes(each))).toBe(true);
    const view = portal.engines.mongo.db('views').collection<{ erased?: boolean }>('members');
    await view.updateOne({ memberNumber: 'M3' }, { $set: { erased: true } });
    const without = (await list('joon', path)).lines!;
    await view.updateOne({ memberNumber: 'M3' }, { $unset: { erased: '' } });
    expect(without).toEqual(lines!.filter((each) => each !== line));
    expect(await list('wanda', path)).toEqual({ status: 403 });
    expect(await list('staff', '/api/plan/PF.none/superScoreDetails')).toEqual({ status: 404 });
  });

  it('have who finished which tool when, of an employer or of everybody in reach', async () => {
    const on = addDays(today, -30);
    const { store } = portal.engines;
    const used = { memberId, effectiveDate: on, consultant: null, valid: null, outcome: null, amountCents: null };
    const personal = { notes: null, fundName: null };
    const finished = recordActivity('InsuranceAssessmentCompleted', { ...used, personal }, today);
    await store.transact(memberStream, memberId, finished, byTest());
    await portal.caughtUp();
    const row = `a,M${members},Surname ${members},Given,,Employer,Insurance indicator,${on}`;
    const ofEmployer = await list('joon', '/api/moneyFit/exportDetailsCsv?companyId=PF.a-E1');
    expect(ofEmployer).toMatchObject({
      notice,
      name: expect.stringContaining('moneyFitDetails_a-E1_') as string,
      header: 'planId,memberId,surname,givenName,login,company,tool,date',
      lines: [row],
    });
    expect((await list('staff', '/api/moneyFit/exportDetailsCsv')).lines).toEqual([row]);
    expect((await list('wanda', '/api/moneyFit/exportDetailsCsv')).lines).toEqual([]);
    for (const company of ['PF.a-E1', 'PF.none'])
      expect(await list('wanda', `/api/moneyFit/exportDetailsCsv?companyId=${company}`)).toEqual({ status: 404 });
  });

  it('are refused to everybody but consultants and staff, and are in the access log before they are sent', async () => {
    for (const username of ['companyrep', 'providerrep', 'auditor', 'devops'])
      for (const path of ['/api/plan/PF.a/superScoreDetails', '/api/moneyFit/exportDetailsCsv'])
        expect([username, path, await list(username, path)]).toEqual([username, path, { status: 403 }]);
    await portal.api.app.get(AccessLog).flush();
    const entries: AccessEntry[] = [];
    for await (const batch of portal.engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch)
        if ('data' in event) entries.push(...(event.data as { entries: AccessEntry[] }).entries);
    const taken = (object: string) => entries.filter((each) => each.object === object);
    expect(taken('super score details').map(({ action, planId }) => [action, planId])).toContainEqual([
      'export',
      'PF.a',
    ]);
    expect(taken('tool use')).toContainEqual(
      expect.objectContaining({
        action: 'exported',
        rows: 1,
        members: [expect.any(String) as string],
        planId: 'PF.a',
        filter: { companyId: 'PF.a-E1' },
      }),
    );
  });
});

describe('the SuperScore checklist of an employer', () => {
  const checklist = async (username: string, companyId: string) =>
    (await portal.signedIn(username)).request(`/api/companies/${companyId}/superScoreChecklist`);

  it('is a Word document for consultants and staff who reach its plan, if that is a SuperScore client', async () => {
    const made = await checklist('joon', 'PF.a-E1');
    expect(made.status).toBe(200);
    expect(made.headers.get('content-disposition')).toContain('filename="SuperScore checklist, Employer.docx"');
    expect(String(made.body).slice(0, 2)).toBe('PK');
    const none = { status: 404, body: { message: 'There is no such employer.' } };
    for (const companyId of ['PF.a-E1', 'PF.none']) expect(await checklist('wanda', companyId)).toMatchObject(none);
    for (const username of ['companyrep', 'auditor', 'devops'])
      expect([username, (await checklist(username, 'PF.a-E1')).status]).toEqual([username, 403]);
    const { store } = portal.engines;
    const plan = { planId: 'QF.b', platformId: 'QF', name: 'Plan QF.b', startDate: '2020-01-01' };
    await store.transact(planStream, 'QF.b', recordPlan({ ...plan, superScoreClient: false }), byTest());
    await portal.caughtUp();
    expect(await checklist('wanda', 'QF.b-E1')).toMatchObject({
      status: 409,
      body: { message: 'Not a SuperScore client' },
    });
  });
});

describe('the delivery of e-mail', () => {
  const list = async (username: string, query = '') =>
    (await portal.signedIn(username)).request(`/api/devops/monitors/email${query}`);

  it('is counted by kind, campaign and day, without addresses, and by campaign only for those who reach its plan', async () => {
    const { store, mongo } = portal.engines;
    const campaign = {
      campaignId: 'PF.K1',
      planId: 'PF.a',
      campaignType: 'Email',
      name: '=Nomination',
      runDate: '2026-03-02',
    };
    await store.transact(campaignStream, 'PF.K1', recordCampaign(campaign), byTest());
    const rows = portal.plan.memberIds
      .slice(0, 3)
      .map((member): EngagementRow => [member, 'Sent', '2026-03-02T01:00:00.000Z']);
    await store.transact(campaignStream, 'PF.K1', recordEngagement(randomUUID(), rows), byTest());
    const at = new Date('2026-11-25T14:00:00Z');
    await mongo
      .db('ops')
      .collection('outbox')
      .insertOne({ to: 'dana@example.com', subject: 'A code', at, state: 'sent' });
    await portal.caughtUp();
    const answer = await list('admin');
    expect(answer.headers.get('content-disposition')).toMatch(/emailDelivery_\d{8}\.csv/);
    const lines = String(answer.body).split('\r\n');
    expect(lines[0]).toBe('kind,planId,campaignId,campaign,day,sent,failed,kept,reason');
    expect(lines).toContain('A code,,,,2026-11-26,1,0,0,');
    expect(lines).toContain('"Campaign, Email",a,K1,\'=Nomination,2026-03-02,3,,,');
    expect(String(answer.body)).not.toContain('@');
    const ofPlan = String((await list('admin', '?planId=PF.a')).body);
    expect(ofPlan).toContain('K1');
    expect(ofPlan).not.toContain('A code');
    const operators = String((await list('devops')).body);
    expect(operators).toContain('A code');
    expect(operators).not.toContain('Campaign');
    expect((await list('devops', '?planId=PF.a')).status).toBe(403);
    for (const username of ['staff', 'joon', 'auditor', 'companyrep'])
      expect([username, (await list(username)).status]).toEqual([username, 403]);
  });
});

describe('a comparison of fees', () => {
  const growth = 'PF.GROWTH';
  const index = 'QF.INDEX';

  const publish = async (ownerId: string, validFrom: string, assets: TableRow[], fees: TableRow[]) => {
    const { store } = portal.engines;
    const of = { importId: randomUUID(), ownerId, validFrom, digest: `${ownerId} ${validFrom}` };
    await store.transact(assetsStream, ownerId, publishTable('AssetsPublished', of, assets), byTest());
    await store.transact(feesStream, ownerId, publishTable('FeesPublished', of, fees), byTest());
  };
  const option = (assetCode: string, isChoice: boolean): TableRow => ({
    assetCode,
    name: `Option ${assetCode}`,
    growthPercent: 70,
    isChoice,
  });

  beforeAll(async () => {
    await publish(
      'PF',
      '2025-07-01',
      [option('GROWTH', false), option('CASH', true)],
      [
        { group: 'ADMIN', name: 'Administration fee', inDollars: true, amount: 78 },
        { group: 'ADMIN', name: 'Asset-based fee', inDollars: false, amount: 0.15, maxDollars: 750 },
        { group: 'INVESTMENT', name: 'Investment fee', inDollars: false, amount: 0.6 },
        { group: 'INVESTMENT', name: 'Investment fee', inDollars: false, amount: 0.1, assetCode: 'CASH' },
        { group: 'BUY_SELL', name: 'Buy-sell spread', inDollars: false, amount: 0.08 },
      ],
    );
    await publish(
      'QF',
      '2025-10-01',
      [option('INDEX', false)],
      [
        { group: 'ADMIN', name: 'Administration fee', inDollars: true, amount: 52 },
        { group: 'TRANSACTION', name: 'Transaction costs', inDollars: false, amount: 0.02 },
      ],
    );
    const of = { importId: randomUUID(), planId: 'PF.a', month: longAgo };
    const [first, second] = portal.plan.memberIds.slice(36) as [string, string];
    const held = [
      [first, 'GROWTH', 4_000_000],
      [first, 'CASH', 1_000_000],
      [second, 'GROWTH', 5_000_000],
    ] as const;
    const id = planMonthId('PF.a', longAgo);
    await portal.engines.store.transact(assetsOwnedStream, id, importAssetsOwned(of, held, 'held'), byTest());
    await portal.plan.figures();
    await portal.caughtUp();
  });

  const compare = async (client: ApiClient, body: object) =>
    client.post('/api/feeComparison/data', { comparisonAssetId: index, ...body });
  const newMember = { memberName: 'Amara', planId: 'PF.a', assetId: growth, balance: 50_000 };

  it('offers a member’s balances, and the options of a platform with or without choice', async () => {
    const first = portal.plan.memberIds[36]!;
    const { status, body } = await helen.request(`/api/members/${first}/balances`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      plan: { id: 'PF.a' },
      platform: { id: 'PF', name: 'PF' },
      balance: 50_000,
      assetBalances: [
        { assetId: growth, asset: 'Option GROWTH', balance: 40_000 },
        { assetId: 'PF.CASH', asset: 'Option CASH', balance: 10_000 },
      ],
    });
    const listed = async (query: string) =>
      ((await helen.request(`/api/platforms/PF/assets${query}`)).body as unknown as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await listed('')).toEqual(['PF.CASH', growth]);
    expect(await listed('?excludeChoice=true')).toEqual([growth]);
    expect(await listed('?name=cash')).toEqual(['PF.CASH']);
  });

  it('shows both sides, their difference and other balances, with the dates of the fees', async () => {
    const { status, body } = await compare(helen, newMember);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      a: { name: 'Option GROWTH', platformName: 'PF', feesFrom: '2025-07-01' },
      b: { name: 'Option INDEX', feesFrom: '2025-10-01' },
      assetFeesA: {
        adminFeeTotalDollars: 153,
        investmentFeeTotalDollars: 300,
        transactionFeeTotalDollars: null,
        feeTotalDollars: 453,
        effectivePercent: 0.91,
      },
      assetFeesB: { feeTotalDollars: 62, transactionFeeTotalDollars: 10 },
      difference: { dollars: 391, percent: 0.78 },
      atRetirement: null,
    });
    expect(body['adminFees']).toMatchObject([
      { name: 'Administration fee', inDollars: true, amountA: 78, amountB: 52 },
      { name: 'Asset-based fee', inDollars: false, amountA: 75, amountB: null },
    ]);
    expect((body['atBalances'] as { a: number }[]).map(({ a }) => a)).toEqual([153, 265.5, 453, 828, 1_953, 3_828]);
    expect(body['activityFees']).toMatchObject([{ name: 'Buy-sell spread' }]);
  });

  it('is of an existing member’s own balance, of one investment or all, up to retirement', async () => {
    const [first, second, third] = portal.plan.memberIds.slice(36);
    const one = await compare(helen, { memberId: first, assetId: growth });
    expect(one.body).toMatchObject({ balance: 40_000, assetFeesA: { feeTotalDollars: 378 } });
    const all = await compare(helen, { memberId: first });
    expect(all.body).toMatchObject({
      a: { name: 'Everything together' },
      balance: 50_000,
      assetFeesA: { adminFeeTotalDollars: 153, investmentFeeTotalDollars: 250 },
    });
    const { body } = await compare(helen, { memberId: second });
    const { withA, withB, moreWithB } = body['atRetirement'] as Record<string, number>;
    expect(moreWithB).toBeGreaterThan(0);
    expect(withB! - withA!).toBe(moreWithB);
    expect(await compare(helen, { memberId: third })).toMatchObject({
      status: 400,
      body: { message: 'No balance of this member in any investment is known.' },
    });
    expect(await compare(helen, { memberId: second, assetId: 'PF.CASH' })).toMatchObject({
      status: 400,
      body: { message: 'This member has nothing in this investment.' },
    });
  });

  it('says so where no fee is known on the day, instead of showing 0', async () => {
    const { body } = await compare(helen, { ...newMember, feesAsAt: '2025-09-30' });
    expect(body).toMatchObject({
      assetFeesA: { feeTotalDollars: 453 },
      assetFeesB: null,
      b: { feesFrom: null, firstFeesFrom: '2025-10-01' },
      difference: null,
      atBalances: [],
    });
  });

  it('asks a new member for all fields, and refuses an investment of another platform', async () => {
    const { status, body } = await compare(helen, { balance: 0 });
    expect(status).toBe(400);
    for (const message of ['Name is required', 'Plan is required', 'Investment is required', 'Must be above $0'])
      expect(JSON.stringify(body)).toContain(message);
    const parts = await compare(helen, { ...newMember, balance: 12.345 });
    expect([parts.status, JSON.stringify(parts.body)]).toEqual([
      400,
      expect.stringContaining('A balance has at most two decimals'),
    ]);
    expect((await compare(helen, { ...newMember, assetId: index })).status).toBe(404);
    expect((await compare(helen, { ...newMember, comparisonAssetId: 'QF.NOTHING' })).status).toBe(404);
  });

  it('of a member stands in their timeline, once for equal inputs of a day, also when it is built anew', async () => {
    const member = portal.plan.memberIds[37]!;
    const body = { memberId: member, feesAsAt: '2025-12-31' };
    for (let i = 0; i < 2; i += 1) expect((await compare(helen, body)).status).toBe(200);
    await portal.caughtUp();
    const told = (await portal.timeline(helen, member)) as unknown as Record<string, unknown>[];
    const compared = told.filter(({ notes }) => String(notes).includes('31/12/2025'));
    expect(compared).toMatchObject([
      {
        eventType: 'FeesCompared',
        processed: true,
        consultant: 'Helen Marchetti',
        notes: 'Option GROWTH: $453.00 a year; Option INDEX: $62.00 a year. On $50,000.00, fees as at 31/12/2025.',
      },
    ]);
    const { store, mongo } = portal.engines;
    const parts = {
      store,
      live: portal.engines.target(),
      rebuilt: portal.engines.target('_rebuild'),
      ops: mongo.db('ops'),
    };
    const { differences } = await rebuild(
      { ...parts, projections, derivations: derivations(portal.engines.secret), log: quiet },
      { only: 'memberEvents' },
    );
    expect(differences).toEqual([]);
  });

  it('is listed for the member afterwards, newest first, with what it takes to compare again', async () => {
    const member = portal.plan.memberIds[36]!;
    const listed = async (client: ApiClient) => client.request(`/api/members/${member}/feeComparisons`);
    await compare(helen, { memberId: member, assetId: growth, feesAsAt: '2025-09-29' });
    await compare(helen, { memberId: member, feesAsAt: '2025-12-30' });
    await portal.caughtUp();
    const { status, body } = await listed(helen);
    expect(status).toBe(200);
    expect((body as unknown as object[]).slice(0, 2)).toMatchObject([
      {
        feesAsAt: '2025-12-30',
        a: { assetId: null, name: 'Everything together' },
        b: { assetId: index, name: 'Option INDEX', platform: { id: 'QF' } },
        difference: 341,
      },
      { feesAsAt: '2025-09-29', a: { assetId: growth, name: 'Option GROWTH' }, difference: null },
    ]);
    expect((await listed(await portal.signedIn('wanda'))).status).toBe(404);
    for (const username of ['companyrep', 'providerrep', 'auditor', 'devops'])
      expect([username, (await listed(await portal.signedIn(username))).status]).toEqual([username, 403]);
  });

  it('is a row of the spreadsheet, which is for Admins', async () => {
    const member = portal.plan.memberIds[37]!;
    const staff = await portal.signedIn('staff');
    expect((await compare(staff, { memberId: member, feesAsAt: '2026-01-01' })).status).toBe(200);
    expect((await compare(helen, { memberId: member, feesAsAt: '2025-09-28' })).status).toBe(200);
    await portal.caughtUp();
    expect((await staff.request('/api/feeComparison/exportXlsx')).status).toBe(403);
    const { status, headers, rows } = await spreadsheet('/api/feeComparison/exportXlsx');
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      expect.stringMatching(/filename="FeeComparisons - \d{8}\.xlsx"/),
    ]);
    const runs = rows.filter((row) => row['Member'] === 'M37');
    expect(runs.slice(0, 2).map((row) => row['Fees as at'])).toEqual(['2025-09-28', '2026-01-01']);
    expect(runs[0]).toMatchObject({
      Plan: 'a',
      'Compared by': 'Helen Marchetti',
      'Investment A': 'Option GROWTH',
      'Investment B': 'Option INDEX',
      Balance: 50_000,
      'A a year': 453,
      'B a year': 'not known',
      'A - B': 'not known',
    });
    expect(runs[1]).toMatchObject({ 'B a year': 62, 'A - B': 391 });
    await portal.api.app.get(AccessLog).flush();
    const logged: AccessEntry[] = [];
    for await (const batch of portal.engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch)
        if ('data' in event) logged.push(...(event.data as { entries: AccessEntry[] }).entries);
    const exported = logged.filter(({ object }) => object === 'feeComparisons');
    expect(exported).toMatchObject([{ userId: 'admin', action: 'export', members: expect.arrayContaining([member]) }]);
  });

  it('is for consultants and staff, about members and plans in their reach, and is logged', async () => {
    const first = portal.plan.memberIds[36]!;
    const wanda = await portal.signedIn('wanda');
    expect((await compare(wanda, { memberId: first })).status).toBe(404);
    expect((await compare(wanda, newMember)).status).toBe(403);
    expect((await wanda.request(`/api/members/${first}/balances`)).status).toBe(404);
    for (const username of ['companyrep', 'providerrep', 'auditor', 'devops']) {
      const client = await portal.signedIn(username);
      expect([username, (await compare(client, { memberId: first })).status]).toEqual([username, 403]);
      expect([username, (await client.request('/api/platforms/PF/assets')).status]).toEqual([username, 403]);
    }
    for (const username of ['staff', 'admin'])
      expect((await compare(await portal.signedIn(username), { memberId: first })).status).toBe(200);
    await portal.api.app.get(AccessLog).flush();
    const logged: AccessEntry[] = [];
    for await (const batch of portal.engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch)
        if ('data' in event) logged.push(...(event.data as { entries: AccessEntry[] }).entries);
    expect(logged.filter(({ action }) => action === 'compared fees')).toContainEqual(
      expect.objectContaining({ userId: 'staff', planId: 'PF.a', members: [first], object: 'fees' }),
    );
  });
});

describe('a quotation of insurance', () => {
  const staffCategory = {
    categoryId: 'STAFF',
    planId: 'PF.a',
    name: 'Permanent staff',
    deathFormula: '4 x salary',
    tpdFormula: '4 x salary',
    sciPercent: 75,
    deathTpdAalCents: 75_000_000,
    sciAalCents: 1_000_000,
    sciWaitDays: 90,
    sciBenefitPeriod: '2 years',
  };
  const rates = { Death: [0.228, 0.412], TPD: [0.078, 0.329], SCI: [1.95, 3.25] };
  const factors = { Death: 0.65, TPD: 0.65, SCI: 0.7 };
  // A woman born on 15/03/1998, whose salary in the snapshot is $83,800.
  const insuredId = () => portal.plan.memberIds[38]!;

  beforeAll(async () => {
    const { store } = portal.engines;
    const categories = [
      staffCategory,
      { ...staffCategory, categoryId: 'OLD', name: 'Former staff', active: false },
      { ...staffCategory, categoryId: 'LONG', name: 'Long wait', sciWaitDays: 30, sciBenefitPeriod: 'to 65' },
    ];
    for (const category of categories)
      await store.transact(planStream, 'PF.a', recordMemberCategory(category), byTest());
    const of = { importId: randomUUID(), ownerId: 'PF.a', validFrom: '2025-07-01' };
    const rateRows = Object.entries(rates).flatMap(([coverType, perThousand]) =>
      perThousand.map((ratePerThousand, i): TableRow => {
        const row: TableRow = { coverType, gender: 'Female', ageNextBirthday: 25 + 10 * i, ratePerThousand };
        return coverType === 'SCI' ? { ...row, waitDays: 90, benefitPeriod: '2 years' } : row;
      }),
    );
    const factorRows = Object.entries(factors).map(([coverType, factor]): TableRow => ({
      coverType,
      occupationGroup: 'White collar',
      factor,
    }));
    for (const [type, rows] of [
      ['InsuranceRatesPublished', rateRows],
      ['OccupationFactorsPublished', factorRows],
    ] as const)
      await store.transact(insuranceRatesStream, 'PF.a', publishTable(type, { ...of, digest: type }, rows), byTest());
    await portal.caughtUp();
  });

  const member = {
    memberCategory: 'STAFF',
    salary: 92_000,
    occupationGroup: 'White collar',
    state: 'VIC',
  };
  const newMember = {
    ...member,
    memberName: 'Amara',
    companyId: 'PF.a-E1',
    dateOfBirth: '1998-03-15',
    gender: 'Female',
  };
  const ask = (client: ApiClient, path: string) => client.request(`/api/insuranceCalculation/${path}`);
  const quote = (client: ApiClient, selectedMember: object, more: object = {}) =>
    client.post('/api/insuranceCalculation/data', { calculationDate: '2026-11-26', selectedMember, ...more });

  it('offers what the files say of a member, and what their employer’s plan offers', async () => {
    expect((await ask(helen, `member?memberId=${insuredId()}`)).body).toMatchObject({
      memberName: 'Given Surname 38',
      companyName: 'Employer',
      plan: { id: 'PF.a' },
      memberCategory: null,
      salary: 83_800,
      dateOfBirth: '1998-03-15',
      gender: 'Female',
      state: 'NSW',
      currentInsurance: { deathCover: 300_000, deathPremium: 30, tpdCover: null, sciPremium: null },
    });
    const categories = async (query: string) =>
      ((await ask(helen, `PF.a-E1/memberCategories${query}`)).body as unknown as { id: string }[]).map(({ id }) => id);
    expect(await categories('')).toEqual(['OLD', 'LONG', 'STAFF']);
    expect(await categories('?activeOnly=true')).toEqual(['LONG', 'STAFF']);
    expect((await ask(helen, 'occupationGroups?planId=PF.a')).body).toEqual(['White collar']);
    expect((await ask(helen, 'states')).body).toContain('NT');
  });

  it('has the category’s default cover by the plan’s rates, of a new member and of an existing one', async () => {
    const ofNew = await quote(helen, newMember);
    expect(ofNew.status).toBe(200);
    expect(ofNew.body).toMatchObject({
      ageNextBirthday: 29,
      ratesFrom: '2025-07-01',
      factors: { death: 0.65, tpd: 0.65, sci: 0.7 },
      default: [
        { type: 'Death', cover: 368_000, rate: 0.2, annualPremium: 72.14, monthlyPremium: 6.01 },
        { type: 'TPD', cover: 368_000, rate: 0.12, annualPremium: 42.67, monthlyPremium: 3.56 },
        { type: 'SCI', cover: 5_750, rate: 1.73, annualPremium: 119.3, monthlyPremium: 9.94 },
      ],
      voluntary: [],
      premiumTotal: 234.11,
      monthlyPremiumTotal: 19.51,
      deathTpdAal: 750_000,
      defaultSciDaysWait: 90,
      isRecorded: false,
    });
    // Birth date and gender are those of the files, whatever is sent.
    const claimed = { ...member, dateOfBirth: '1960-01-01', gender: 'Male' };
    const ofExisting = await quote(helen, claimed, { memberId: insuredId(), voluntaryDeathCover: 500_000 });
    expect(ofExisting.body).toMatchObject({
      ageNextBirthday: 29,
      gender: 'Female',
      defaultPremiumTotal: 234.11,
      voluntary: [{ type: 'Death', cover: 500_000 }],
      aboveLimit: { death: 118_000, tpd: 0, sci: 0 },
      isRecorded: true,
    });
  });

  it('asks for every field, and names the plan that has no rate for what is asked', async () => {
    const { status, body } = await quote(helen, { salary: 0 }, { voluntarySciCover: 0 });
    expect(status).toBe(400);
    const required = ['Name', 'Employer', 'Plan category', 'Collar rating', 'Birth date', 'Gender', 'State'];
    for (const message of [...required.map((name) => `${name} is required`), 'Salary must be above $0'])
      expect(JSON.stringify(body)).toContain(message);
    expect(JSON.stringify(body)).toContain('Must be above $0');
    const refused = async (some: object) => {
      const answer = await quote(helen, { ...newMember, ...some });
      return [answer.status, answer.body.message];
    };
    expect(await refused({ memberCategory: 'LONG' })).toEqual([
      400,
      'Plan PF.a has no salary continuance rate for 30 days wait and benefit to 65. Rates of 01/07/2025 are for 90 days and 2 years.',
    ]);
    expect(await refused({ gender: 'Male' })).toEqual([
      400,
      'Plan PF.a has no death rate for men in its rates of 01/07/2025.',
    ]);
    expect(await refused({ memberCategory: 'NONE' })).toEqual([404, 'The plan has no such category.']);
    expect((await refused({ dateOfBirth: '2027-01-01' }))[0]).toBe(400);
  });

  it('of a member stands in their timeline, once for equal inputs of a day, also when it is built anew', async () => {
    const asked = { memberId: insuredId(), calculationDate: '2026-12-01' };
    for (let i = 0; i < 2; i += 1) expect((await quote(helen, member, asked)).status).toBe(200);
    await portal.caughtUp();
    const told = (await portal.timeline(helen, insuredId())) as unknown as Record<string, unknown>[];
    expect(told.filter(({ notes }) => String(notes).includes('01/12/2026'))).toMatchObject([
      {
        eventType: 'InsuranceQuoted',
        consultant: 'Helen Marchetti',
        notes:
          '$368,000 death, $368,000 TPD, $5,750 SCI a month: $19.51 a month, $234.11 a year. Calculated at 01/12/2026, rates of 01/07/2025.',
      },
    ]);
    const { body } = await ask(helen, `member?memberId=${insuredId()}`);
    expect((body['quotedBefore'] as object[])[0]).toMatchObject({
      calculationDate: '2026-12-01',
      salary: 92_000,
      memberCategory: 'STAFF',
      monthlyPremiumTotal: 19.51,
    });
    const { store, mongo } = portal.engines;
    const parts = {
      store,
      live: portal.engines.target(),
      rebuilt: portal.engines.target('_rebuild'),
      ops: mongo.db('ops'),
    };
    const { differences } = await rebuild(
      { ...parts, projections, derivations: derivations(portal.engines.secret), log: quiet },
      { only: 'memberEvents' },
    );
    expect(differences).toEqual([]);
  });

  it('is a row of the spreadsheet for Admins, and the newest of each member one of the file for the fund', async () => {
    const staff = await portal.signedIn('staff');
    expect((await quote(staff, member, { memberId: insuredId(), voluntaryTpdCover: 10_000 })).status).toBe(200);
    await portal.caughtUp();
    expect((await ask(staff, 'exportXlsx')).status).toBe(403);
    const { status, headers, rows: quoted } = await spreadsheet('/api/insuranceCalculation/exportXlsx');
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/filename="InsuranceCalculations - \d{8}\.xlsx"/),
    ]);
    expect(quoted).toHaveLength(3);
    expect(quoted[1]).toMatchObject({
      Plan: 'a',
      Member: 'M38',
      'Quoted by': 'Helen Marchetti',
      'Calculated at': '2026-12-01',
      'Age next birthday': 29,
      Category: 'Permanent staff',
      Salary: 92_000,
      'Default death': 368_000,
      'Voluntary TPD': 0,
      'Premium a month': 19.51,
      'Premium a year': 234.11,
    });
    const file = await ask(staff, 'exportNeedsQuoteCsv');
    const [first, heading, ...rows] = String(file.body).trimEnd().split('\r\n');
    expect(first).toContain('For the fund, not for the employer');
    expect(file.headers.get('content-disposition')).toContain('For the fund, not for the employer');
    expect(heading).toMatch(/^planId,memberId,surname,givenName,quotedOn,quotedBy,/);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/^a,M38,Surname 38,Given,.*,92000\.00,368000\.00,378000\.00,5750\.00,/);
    const wanda = await portal.signedIn('wanda');
    expect(
      String((await ask(wanda, 'exportNeedsQuoteCsv')).body)
        .trimEnd()
        .split('\r\n'),
    ).toHaveLength(2);
    await portal.api.app.get(AccessLog).flush();
    const logged: AccessEntry[] = [];
    for await (const batch of portal.engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch)
        if ('data' in event) logged.push(...(event.data as { entries: AccessEntry[] }).entries);
    expect(logged.filter(({ object }) => object === 'insuranceCalculations')).toContainEqual(
      expect.objectContaining({ action: 'export', members: [insuredId()], rows: 3 }),
    );
    expect(logged.filter(({ object }) => object === 'insurance needs quotes')).toContainEqual(
      expect.objectContaining({ userId: 'staff', action: 'exported', rows: 1, outcome: 'ok' }),
    );
    expect(logged.filter(({ action }) => action === 'quoted insurance')).toContainEqual(
      expect.objectContaining({ userId: 'staff', planId: 'PF.a', members: [insuredId()] }),
    );
  });

  it('is for consultants and staff, about members and employers in their reach', async () => {
    const wanda = await portal.signedIn('wanda');
    expect((await quote(wanda, member, { memberId: insuredId() })).status).toBe(404);
    expect((await quote(wanda, newMember)).status).toBe(404);
    expect((await ask(wanda, `member?memberId=${insuredId()}`)).status).toBe(404);
    expect((await ask(wanda, 'PF.a-E1/memberCategories')).status).toBe(404);
    expect((await ask(wanda, 'occupationGroups?planId=PF.a')).status).toBe(403);
    expect((await ask(wanda, 'occupationGroups')).body).toEqual([]);
    for (const username of ['companyrep', 'providerrep', 'auditor', 'devops']) {
      const client = await portal.signedIn(username);
      const asked = [
        await quote(client, newMember),
        await ask(client, `member?memberId=${insuredId()}`),
        await ask(client, 'states'),
        await ask(client, 'exportNeedsQuoteCsv'),
        await ask(client, 'exportXlsx'),
      ];
      expect([username, ...asked.map(({ status }) => status)]).toEqual([username, 403, 403, 403, 403, 403]);
    }
  });
});

describe('documents of the Reports screen', () => {
  let printing: Awaited<ReturnType<typeof startApi>>;
  let standIn: Awaited<ReturnType<typeof startStandInRenderer>>;
  const clients = new Map<string, ApiClient>();
  // A man born on 15/04/1999, who was never assessed.
  const advisedId = () => portal.plan.memberIds[39]!;

  /** A caller of an api that has files made. */
  const as = async (username: string): Promise<ApiClient> => {
    const known = clients.get(username);
    if (known) return known;
    const client = printing.client();
    expect((await client.signIn(username)).status).toBe(200);
    clients.set(username, client);
    return client;
  };
  /** What the page of the newest document was handed. */
  const shown = () => standIn.asked.at(-1)!.shows!.content as Record<string, unknown>;

  beforeAll(async () => {
    standIn = await startStandInRenderer(async () => ({ status: 200, body: '%PDF-' }));
    printing = await startApi(portal.engines, standIn.settings);
    const { store } = portal.engines;
    const category = {
      categoryId: 'CREW',
      planId: 'PF.a',
      name: 'Crew',
      deathFormula: '2 x salary',
      tpdFormula: '100000',
      sciPercent: 75,
      sciWaitDays: 60,
      sciBenefitPeriod: 'to 65',
    };
    await store.transact(planStream, 'PF.a', recordMemberCategory(category), byTest());
    const member = portal.plan.member(39);
    const details = { ...member, categoryId: 'CREW', occupationalRating: 'Light manual' };
    await store.transact(memberStream, member.memberId, recordMember(details, '2025-01-01'), byTest());
    const of = { importId: randomUUID(), ownerId: 'PF.a', validFrom: '2025-09-01' };
    const covers = ['Death', 'TPD', 'SCI'];
    const rates = covers.map((coverType): TableRow => {
      const row: TableRow = { coverType, gender: 'Male', ageNextBirthday: 25, ratePerThousand: 0.5 };
      return coverType === 'SCI' ? { ...row, waitDays: 60, benefitPeriod: 'to 65' } : row;
    });
    const factors = covers.map((coverType): TableRow => ({ coverType, occupationGroup: 'Light manual', factor: 1 }));
    for (const [type, rows] of [
      ['InsuranceRatesPublished', rates],
      ['OccupationFactorsPublished', factors],
    ] as const)
      await store.transact(
        insuranceRatesStream,
        'PF.a',
        publishTable(type, { ...of, digest: `advice ${type}` }, rows),
        byTest(),
      );
    const options: TableRow[] = [
      {
        assetCode: 'LIFE80',
        name: 'Lifestage 1990s',
        description: 'Moves with age',
        growthPercent: 82,
        isLifecycle: true,
      },
      { assetCode: 'GROWTH', name: 'Growth', growthPercent: 75 },
      { assetCode: 'SHARES', name: 'Shares', growthPercent: 100, isChoice: true },
      { assetCode: 'CASH', name: 'Cash', growthPercent: 0, isChoice: true },
    ];
    const list = { importId: randomUUID(), ownerId: 'PF', validFrom: '2026-02-01', digest: 'advice assets' };
    await store.transact(assetsStream, 'PF', publishTable('AssetsPublished', list, options), byTest());
    const contact = {
      providerId: 'TALLOW',
      title: 'Member services',
      name: 'Ivy Chen',
      email: 'ivy@tallowood.example',
      phone: '1300 000 111',
      sequence: 1,
    };
    const contacts = { importId: randomUUID(), ownerId: 'TALLOW', validFrom: '2026-02-01', digest: 'advice contacts' };
    await store.transact(
      providerContactsStream,
      'TALLOW',
      publishTable('ProviderContactsPublished', contacts, [contact]),
      byTest(),
    );
    await portal.plan.figures();
    await portal.caughtUp();
  });
  afterAll(async () => {
    await printing.stop();
    await standIn.stop();
  });

  /** A member's line of the exact list of scores. */
  const scored = async (memberNumber: string) => {
    const file = await helen.request('/api/plan/PF.a/superScoreDetails');
    const [, heading, ...lines] = String(file.body).trimEnd().split('\r\n');
    const names = heading!.split(',');
    const line = lines.map((each) => each.split(',')).find((each) => each[names.indexOf('memberId')] === memberNumber)!;
    return (name: string) => line[names.indexOf(name)];
  };

  it('advise on insurance by the member’s own figures, which are those of the score', async () => {
    const { status, body } = await helen.request(`/api/members/${advisedId()}/insuranceAdvice`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      member: {
        memberName: 'Given Surname 39',
        memberNumber: 'M39',
        companyName: 'Employer',
        salary: 83_900,
        balance: 50_000,
      },
      now: { currentInsurance: { deathCover: 300_000, deathPremium: 30 } },
      position: { indicator: 'Under insured', over: 0 },
      missing: [],
      extraProblem: null,
      defaults: {
        categoryName: 'Crew',
        death: 167_800,
        tpd: 100_000,
        sci: 5_244,
        sciDaysWait: 60,
        sciBenefitPeriod: 'to 65',
        deathTpdAal: 750_000,
      },
    });
    const position = body['position'] as Record<string, number>;
    const line = await scored('M39');
    expect(position['points']!.toFixed(6)).toBe(Number(line('lifeInsurancePoints')).toFixed(6));
    expect(String((body['member'] as { age: number }).age)).toBe(line('age'));
    // With this cover more, cover and balance meet the need.
    expect(300_000 + 50_000 + position['short']!).toBe(Math.ceil(position['need']!));
    const extra = body['extra'] as Record<string, number>;
    expect(extra['death']).toBe(position['short']);
    expect(extra['annualPremium']).toBeCloseTo((extra['death']! / 1_000) * 0.5, 1);
    expect(extra).toMatchObject({ ratesFrom: '2025-09-01', aboveLimit: 0 });
  });

  it('say what the files lack, in place of a figure', async () => {
    // This member has neither a category nor a collar rating.
    const { status, body } = await helen.request(`/api/members/${portal.plan.memberIds[35]!}/insuranceAdvice`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      extra: null,
      extraProblem: 'The fund’s files name no plan category of this member.',
      defaults: null,
      defaultsProblem: 'The fund’s files name no plan category of this member.',
    });
    const unknown = portal.engines.identity.memberIdOf('QF.b', 'M0');
    const staff = await portal.signedIn('staff');
    expect(await staff.request(`/api/members/${unknown}/investmentAdvice`)).toMatchObject({
      status: 409,
      body: { message: 'No figures of this member are known yet.' },
    });
  });

  it('advise on investment by growth and target, which are those of the score, with the options that suit', async () => {
    const { status, body } = await helen.request(`/api/members/${advisedId()}/investmentAdvice`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      growth: { percent: 70, from: 'snapshot' },
      target: { percent: 80, from: 70, to: 100, basis: 'age' },
      riskProfile: { name: 'Assertive', assessedOn: null },
      suits: true,
      holdings: { rows: [] },
      options: [
        { name: 'Lifestage 1990s', growthPercent: 82, isLifecycle: true, isHeld: false },
        { name: 'Growth', growthPercent: 75 },
        { name: 'Shares', growthPercent: 100 },
      ],
      moreOptions: 0,
    });
    const line = await scored('M39');
    expect((body['points'] as number).toFixed(6)).toBe(Number(line('investmentApproachPoints')).toFixed(6));
    expect(line('investmentStrategySuitable')).toBe('Yes');
  });

  it('look at the risk profile once it was assessed', async () => {
    const id = portal.plan.memberIds[34]!;
    const done = {
      memberId: id,
      effectiveDate: today,
      consultant: null,
      valid: null,
      outcome: null,
      amountCents: null,
    };
    const personal = { notes: null, fundName: null };
    const assessed = recordActivity('RiskProfileAssessmentCompleted', { ...done, personal }, today);
    await portal.engines.store.transact(memberStream, id, assessed, byTest());
    await portal.caughtUp();
    expect((await helen.request(`/api/members/${id}/investmentAdvice`)).body).toMatchObject({
      target: { percent: 75, from: 65, to: 85, basis: 'riskProfile' },
      riskProfile: { name: 'Assertive', assessedOn: today },
      points: 0.875,
      suits: true,
    });
  });

  it('are PDFs of what the screens show', async () => {
    const staff = await as('staff');
    for (const [report, name, answer] of [
      ['limited-advice-report', 'InsuranceAdvice', 'insuranceAdvice'],
      ['intra-fund-investment-report', 'InvestmentAdvice', 'investmentAdvice'],
    ] as const) {
      const file = await staff.request(`/pdf/${report}/?memberId=${advisedId()}`);
      expect([file.status, file.body]).toEqual([200, '%PDF-']);
      expect(file.headers.get('content-type')).toBe('application/pdf');
      expect(file.headers.get('content-disposition')).toContain(`filename="${name}.pdf"`);
      expect(standIn.asked.at(-1)).toMatchObject({ path: `/documents/${answer}`, as: 'pdf' });
      const screen = await staff.request(`/api/members/${advisedId()}/${answer}`);
      expect(shown()['advice']).toEqual(screen.body);
    }
  });

  it('welcome new employees with what the plan and the employer recorded', async () => {
    const file = await (await as('joon')).request('/api/companies/PF.a-E1/newFlyer');
    expect([file.status, file.body]).toEqual([200, '%PDF-']);
    expect(file.headers.get('content-disposition')).toContain('filename="New Employee Flyer, Employer.pdf"');
    expect(shown()).toMatchObject({
      companyName: 'Employer',
      cover: { planName: 'Plan PF.a', platformName: 'PF' },
      superGuaranteePercent: 12,
      investments: [{ name: 'Lifestage 1990s', description: 'Moves with age', growthPercent: 82 }],
      contacts: [{ title: 'Member services', name: 'Ivy Chen', phone: '1300 000 111' }],
    });
    expect(shown()['categories']).toContainEqual({
      name: 'Crew',
      death: '2 times your salary',
      tpd: '$100,000',
      sci: { percent: 75, daysWait: 60, benefitPeriod: 'to 65' },
      deathTpdAal: 750_000,
      sciAal: 10_000,
    });
    // An inactive category is not for new employees.
    expect(JSON.stringify(shown())).not.toContain('Former staff');
    expect(JSON.stringify(shown())).not.toContain('Surname');
  });

  it('are for consultants and staff, about members and employers in their reach, and are logged', async () => {
    const paths = [
      `/api/members/${advisedId()}/insuranceAdvice`,
      `/api/members/${advisedId()}/investmentAdvice`,
      `/pdf/limited-advice-report?memberId=${advisedId()}`,
      `/pdf/intra-fund-investment-report?memberId=${advisedId()}`,
      '/api/companies/PF.a-E1/newFlyer',
    ];
    const statuses = async (username: string) => {
      const client = await as(username);
      return Promise.all(paths.map(async (path) => (await client.request(path)).status));
    };
    expect(await statuses('wanda')).toEqual([404, 404, 404, 404, 404]);
    for (const username of ['companyrep', 'providerrep', 'auditor', 'devops'])
      expect([username, await statuses(username)]).toEqual([username, [403, 403, 403, 403, 403]]);
    await printing.app.get(AccessLog).flush();
    await portal.api.app.get(AccessLog).flush();
    const logged: AccessEntry[] = [];
    for await (const batch of portal.engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch)
        if ('data' in event) logged.push(...(event.data as { entries: AccessEntry[] }).entries);
    const of = { planId: 'PF.a', members: [advisedId()], outcome: 'ok' };
    for (const topic of ['insurance', 'investment']) {
      expect(logged).toContainEqual(
        expect.objectContaining({ ...of, action: 'member viewed', object: `${topic} advice`, type: 'view' }),
      );
      expect(logged).toContainEqual(
        expect.objectContaining({ ...of, userId: 'staff', action: 'export', object: `${topic}Advice` }),
      );
    }
    expect(logged).toContainEqual(
      expect.objectContaining({
        userId: 'joon',
        action: 'export',
        object: 'newEmployeeFlyer',
        members: [],
        filter: { companyId: 'PF.a-E1' },
      }),
    );
  });

  it('are not made for an employer who takes no new members', async () => {
    await portal.engines.store.transact(companyStream, 'QF.b-E1', deactivateCompany('2026-01-01'), byTest());
    await portal.caughtUp();
    expect(await (await as('staff')).request('/api/companies/QF.b-E1/newFlyer')).toMatchObject({
      status: 409,
      body: { message: 'This employer’s plan takes no new members.' },
    });
  });
});
