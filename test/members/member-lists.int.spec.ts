import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { AccessEntry } from '@superscope/domain/access/access';
import { addDays } from '@superscope/domain/calendar-dates';
import { memberStream, recordActivity } from '@superscope/domain/member/member';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { byTest } from '../harness/sample-plan.js';
import { MembersPortal, after, bodyOf, longAgo, submit, today } from './members-portal.js';

let portal: MembersPortal;
let helen: ApiClient;

beforeAll(async () => {
  portal = await MembersPortal.start(longAgo);
  helen = await portal.signedIn('authorisedrep');
});
afterAll(() => portal.stop());

describe('the events of a range', () => {
  it('are a file with the events of the caller’s plans', async () => {
    const memberId = portal.plan.memberIds[20]!;
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
      `a,M20,Surname 20,Given,,Employer,${on},InsuranceAdviceImplemented,Helen Marchetti,,,,,,,"'=SUM(A1), ""quoted""",No`,
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
    expect(said.notice).toBe(notice);
    expect(header).toMatch(
      /^planId,memberId,surname,givenName,company,asAt,age,superScore,nominatedBeneficiaryPoints,/,
    );
    const line = lines!.find((each) => each.startsWith('a,M3,Surname 3,Given,Employer,'))!;
    const [asAt, age, score, ...rest] = line.split(',').slice(5);
    expect(asAt).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    // The file is dated by its figures, not by the day on which it is read.
    const day = asAt!.split('-').reverse().join('');
    expect(name).toContain(`superScoreDetails_a_${day} - For the fund, not for the employer.csv`);
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
    const memberId = portal.plan.memberIds[21]!;
    const used = { memberId, effectiveDate: on, consultant: null, valid: null, outcome: null, amountCents: null };
    const personal = { notes: null, fundName: null };
    const finished = recordActivity('InsuranceAssessmentCompleted', { ...used, personal }, today);
    await store.transact(memberStream, memberId, finished, byTest());
    await portal.caughtUp();
    const row = `a,M21,Surname 21,Given,,Employer,Insurance indicator,${on}`;
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
