import { setTimeout as delay } from 'node:timers/promises';
import { campaignStream, cancelCampaign, recordCampaign } from '@superscope/domain/campaign/campaign';
import { companyStream, recordCompany } from '@superscope/domain/company/company';
import { shiftMonth } from '@superscope/domain/calendar-dates';
import { setSuperParameters, superParametersStream } from '@superscope/domain/dated-figures/dated-figures';
import { referenceRetirementStandards } from '@superscope/domain/scoring/reference-figures';
import { retirementStandardRows } from '@superscope/domain/scoring/retirement-standard';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let staff: ReturnType<typeof api.client>;

beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  api = await startApi(engines);
  staff = api.client();
  await staff.signIn('staff');
  const large = new SamplePlan(engines.store, engines.identity, 'PF.large');
  await large.figures();
  await large.register(14);
  await large.month('2026-01', 80_000);
  const small = new SamplePlan(engines.store, engines.identity, 'PF.small');
  await small.register(6);
  await small.month('2026-01', 80_000);
  await new SamplePlan(engines.store, engines.identity, 'PF.new').register(1);
  const joint = new SamplePlan(engines.store, engines.identity, 'PJ.joint');
  await joint.register(12);
  const second = {
    companyId: 'PJ.joint-E2',
    planId: 'PJ.joint',
    name: 'Second',
    abn: null,
    industry: null,
    active: true,
  };
  await engines.store.transact(companyStream, second.companyId, recordCompany(second), byTest());
  await joint.month('2026-01', 80_000);
  // The api closes past months when it starts.
  for (const plan of ['PF.large', 'PF.small', 'PJ.joint'])
    while (!(await staff.request(`/api/plan/${plan}`)).body['closedMonth']) await delay(50);
  await caughtUp(engines, projector);
});

afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

describe('a plan', () => {
  it('is found by a part of its name, ignoring case, and special characters match literally', async () => {
    expect((await staff.request('/api/plan?name=pf.LARGE')).body).toEqual([
      // The platform is not registered here, so its id stands for its name.
      { id: 'PF.large', name: 'Plan PF.large', platform: { id: 'PF', name: 'PF' }, members: 14 },
    ]);
    // The number of members is not published below 11, and a new plan has none yet.
    expect((await staff.request('/api/plan?name=pf.')).body).toMatchObject([
      { id: 'PF.large' },
      { id: 'PF.new', members: null },
      { id: 'PF.small', members: null },
    ]);
    for (const special of ['.*', '[', '%5C'])
      expect(await staff.request(`/api/plan?name=${special}`)).toMatchObject({ status: 200, body: [] });
    for (const control of ['%00', 'large%00'])
      expect(await staff.request(`/api/plan?name=${control}`)).toMatchObject({ status: 400 });
  });

  it('is found by whether it has members, and whether its platform has a microsite', async () => {
    const found = async (query: string) =>
      ((await staff.request(`/api/plan?name=pf.&${query}`)).body as unknown as { id: string }[]).map(({ id }) => id);
    await new SamplePlan(engines.store, engines.identity, 'PF.empty').register(0);
    await caughtUp(engines, projector);
    expect(await found('memberless=true')).toContain('PF.empty');
    expect(await found('memberless=true')).not.toContain('PF.large');
    expect(await found('memberless=false')).toContain('PF.large');
    expect(await found('memberless=false')).not.toContain('PF.empty');
    // No platform is registered here, so none has a microsite.
    expect(await found('microsite=true')).toEqual([]);
    expect(await found('microsite=false')).toContain('PF.large');
    expect((await staff.request('/api/plan?name=&memberless=maybe')).status).toBe(400);
  });

  it('lists the months with figures, and the date of its balances', async () => {
    expect((await staff.request('/api/plan/PF.large')).body).toMatchObject({
      firstMonth: '2026-01',
      // Later months are carried forward, so they do not close.
      closedMonth: '2026-01',
      balancesAsAt: '2026-01-31',
      platform: { id: 'PF' },
    });
    expect((await staff.request('/api/plan/PF.new')).body).toMatchObject({
      firstMonth: null,
      lastMonth: null,
      closedMonth: null,
    });
    expect((await staff.request('/api/plan/PF.there-is-none')).status).toBe(404);
  });

  it('says whether its newest edition’s salaries are public, and that they are before the first one', async () => {
    const onePayroll = async (plan: string) => (await staff.request(`/api/plan/${plan}`)).body['onePayroll'];
    expect(await onePayroll('PF.large')).toBe(true);
    expect(await onePayroll('PF.new')).toBe(true);
    // It has two employers, and nothing is said of their payroll.
    expect(await onePayroll('PJ.joint')).toBe(false);
  });

  it('says what is known of its payroll to Admins, who may say it otherwise', async () => {
    const admin = api.client();
    await admin.signIn('admin');
    const listed = async (client: typeof staff) =>
      Object.fromEntries(
        ((await client.request('/api/plans')).body['plans'] as { id: string; payroll: string | null }[])
          .filter(({ id }) => ['PF.large', 'PJ.joint'].includes(id))
          .map(({ id, payroll }) => [id, payroll]),
      );
    expect(await listed(admin)).toEqual({ 'PF.large': 'one company', 'PJ.joint': 'several companies' });
    expect(await listed(staff)).toEqual({ 'PF.large': null, 'PJ.joint': null });
    expect((await staff.post('/api/plans/PJ.joint/payroll', { onePayroll: true })).status).toBe(403);
    expect((await admin.post('/api/plans/PJ.joint/payroll', { onePayroll: true })).status).toBe(200);
    await caughtUp(engines, projector);
    expect(await listed(admin)).toMatchObject({ 'PJ.joint': 'one' });
    expect((await admin.request('/api/plans/PJ.joint/corrections')).body['payroll']).toBe('one');
    // What is said counts from the next edition.
    expect((await staff.request('/api/plan/PJ.joint')).body['onePayroll']).toBe(false);
    expect((await admin.post('/api/plans/PJ.joint/publish', {})).status).toBe(200);
    await vi.waitFor(async () => expect((await staff.request('/api/plan/PJ.joint')).body['onePayroll']).toBe(true), {
      timeout: 20_000,
      interval: 50,
    });
  });

  it('names the days of its campaigns, without consultations and cancelled ones, because periods can start with them', async () => {
    const ran = async (campaignId: string, campaignType: string, runDate: string) =>
      engines.store.transact(
        campaignStream,
        campaignId,
        recordCampaign({ campaignId, planId: 'PF.small', campaignType, name: campaignType, runDate }),
        byTest(),
      );
    await ran('PF.c1', 'SuperScore report', '2026-01-20');
    await ran('PF.c2', 'Newsletter', '2025-11-03');
    await ran('PF.c3', 'Newsletter', '2025-11-03');
    await ran('PF.c4', 'Consult', '2025-10-01');
    await ran('PF.c5', 'Newsletter', '2025-09-01');
    await engines.store.transact(campaignStream, 'PF.c5', cancelCampaign, byTest());
    const days = async () => (await staff.request('/api/plan/PF.small')).body['campaignDates'];
    await expect.poll(days, { timeout: 20_000 }).toEqual(['2025-11-03', '2026-01-20']);
    expect((await staff.request('/api/plan/PF.large')).body).toMatchObject({ campaignDates: [] });
  });

  it('names its companies and member categories as filters, to users who have it in reach', async () => {
    expect(await staff.request('/api/plan/PF.large/groups')).toMatchObject({
      status: 200,
      body: { companies: [{ value: 'PF.large-E1', label: 'Employer' }], categories: [] },
    });
    const representative = api.client();
    await representative.signIn('companyrep');
    expect((await representative.request('/api/plan/PF.large/groups')).status).toBe(403);
    expect((await api.client().request('/api/plan/PF.large/groups')).status).toBe(401);
  });

  const scoreOf = async (planId: string, headers: Record<string, string> = {}) =>
    (await staff.request(`/api/planSuperScore?planId=${planId}`, { headers })).body;
  const measures = {
    score: 'SuperScore.averageSuperScore',
    members: 'MemberSnapshot.countMembers',
    nominatedBeneficiary: 'SuperScore.averageBeneficiaryPoints',
    accountBalance: 'SuperScore.averageAccountBalancePoints',
    lifeInsurance: 'SuperScore.averageInsurancePoints',
    investmentApproach: 'SuperScore.averageInvestmentPoints',
    retirementAdequacy: 'SuperScore.averageRetirementAdequacyPoints',
  };
  type Figure = keyof typeof measures;
  const figuresOf = (body: Record<string, unknown>) =>
    ({ score: body['score'], members: body['members'], ...(body['areas'] as object) }) as Record<Figure, number | null>;

  it('shows Staff the mean score of its members at the newest month, and the mean of each area', async () => {
    const body = await scoreOf('PF.large', { 'X-Audience': 'staff' });
    const [row] = await engines.rows<{ score: number; newest: string }>(
      `SELECT avg(score) / 1e6 AS score, substring(toString(any(month)), 1, 7) AS newest FROM member_snapshot FINAL WHERE plan_id = 'PF.large' AND month = (SELECT max(month) FROM member_snapshot)`,
    );
    expect(body['score']).toBeCloseTo(row!.score, 6);
    expect(body).toMatchObject({ members: 14, month: row!.newest, withheld: {} });
    for (const area of Object.values(body['areas'] as Record<string, number>)) {
      expect(area).toBeGreaterThanOrEqual(0);
      expect(area).toBeLessThanOrEqual(1);
    }
  });

  it('shows employers the score published by the query service, or the reason why there is none', async () => {
    for (const planId of ['PF.large', 'PF.small']) {
      const filters = [{ member: 'Member.planId', operator: 'equals', values: [planId] }];
      const query = encodeURIComponent(JSON.stringify({ measures: Object.values(measures), filters }));
      const { body } = await staff.request(`/cubejs-api/v1/load?query=${query}`);
      const [row] = body['data'] as Record<string, number | null>[];
      const score = await scoreOf(planId);
      expect(score['month']).toBe('2026-01');
      const suppressed = (body['suppressed'] ?? []) as { members: string[]; because: string }[];
      for (const [figure, measure] of Object.entries(measures)) {
        expect([figure, figuresOf(score)[figure as Figure]]).toEqual([figure, row![measure]]);
        const because = suppressed.find(({ members }) => members.includes(measure))?.because;
        expect([figure, (score['withheld'] as Record<string, string>)[figure]]).toEqual([figure, because]);
      }
    }
    expect(figuresOf(await scoreOf('PF.large'))).toMatchObject({ members: 14, score: expect.any(Number) as number });
  });

  it('with ten members or fewer shows employers no figure, and a new plan has none yet', async () => {
    expect(await scoreOf('PF.small')).toMatchObject({
      score: null,
      members: null,
      withheld: { score: '<11', members: '<11' },
    });
    expect((await scoreOf('PF.small', { 'X-Audience': 'staff' }))['members']).toBe(6);
    expect(await scoreOf('PF.new')).toMatchObject({
      month: null,
      members: null,
      withheld: { members: 'np', score: 'np' },
    });
  });

  it('must be named in a request for its score', async () => {
    expect(await staff.request('/api/planSuperScore')).toMatchObject({
      status: 400,
      body: { message: 'planId is required' },
    });
  });
});

describe('the plans in reach', () => {
  type Line = Record<string, unknown> & { id: string };
  const lines = async () => (await staff.request('/api/plans')).body['plans'] as Line[];

  it('have the figures that the query service publishes', async () => {
    const large = (await lines()).find(({ id }) => id === 'PF.large')!;
    const score = await staff.request('/api/planSuperScore?planId=PF.large');
    expect(large).toMatchObject({ month: '2026-01', members: 14, score: score.body['score'], withheld: {} });
    // One month is closed, so there is nothing to compare it with.
    expect(large['change']).toBeNull();
    const low = Object.entries(score.body['areas'] as Record<string, number | null>).flatMap(([key, points]) =>
      points !== null && points < 0.5 ? [key] : [],
    );
    expect(low).not.toEqual([]);
    expect(large['attention']).toEqual(expect.arrayContaining(low));
  });

  it('have no figure where none is published, also for staff', async () => {
    const all = await lines();
    expect(all.find(({ id }) => id === 'PF.small')).toMatchObject({
      members: null,
      score: null,
      attention: null,
      withheld: { members: '<11', score: '<11' },
    });
    expect(all.find(({ id }) => id === 'PF.new')).toMatchObject({ month: null, members: null, withheld: {} });
  });

  it('show staff what is imported for each month and what keeps it open', async () => {
    const { months, plans } = (await staff.request('/api/plans/completeness?months=36')).body as unknown as {
      months: string[];
      plans: { id: string; months: Record<string, unknown>[] }[];
    };
    expect(months).toHaveLength(36);
    const large = plans.find(({ id }) => id === 'PF.large')!.months;
    expect(large[0]).toEqual({ month: '2026-01', snapshots: 14, assets: null, edition: 1, openBecause: null });
    expect(large[1]).toMatchObject({ snapshots: null, edition: null, openBecause: 'snapshots' });
    expect(large.at(-1)).toMatchObject({ month: months.at(-1), openBecause: 'running' });
    expect((await staff.request('/api/plans/completeness?months=37')).status).toBe(400);
  });
});

describe('the calculation variables', () => {
  it('include ASFA’s budgets of the newest complete set, and the concessional cap in force', async () => {
    expect((await staff.request('/api/calculationVariables')).body).toEqual({
      concessionalCap: expect.any(Number) as number,
      asfaRetirement: { at: '2024-07-01', modestSingleYearTotal: 33_134, comfortableSingleYearTotal: 52_085 },
    });
  });

  it('of a closed month stay those by which it was derived, and announce a newer set', async () => {
    const { body } = await staff.request('/api/plan/PF.large');
    const { closedMonth } = body as { closedMonth: string };
    const ofMonth = `/api/calculationVariables?planId=PF.large&month=${closedMonth}`;
    const derived = { at: '2024-07-01', modestSingleYearTotal: 33_134, comfortableSingleYearTotal: 52_085 };
    expect((await staff.request(ofMonth)).body).toMatchObject({ asfaRetirement: derived, newer: null });
    // It holds since before the end of the closed month, which was derived before it was saved.
    const set = { ...referenceRetirementStandards.at(-1)!, at: `${closedMonth}-01`, modestSingleYearTotal: 35_503 };
    await engines.store.transact(
      superParametersStream,
      '',
      setSuperParameters(retirementStandardRows(set)),
      byTest(new Date().toISOString()),
    );
    await caughtUp(engines, projector);
    const next = shiftMonth(closedMonth, 1);
    expect((await staff.request(ofMonth)).body).toMatchObject({
      asfaRetirement: derived,
      newer: { at: set.at, modestSingleYearTotal: 35_503, fromMonth: next },
    });
    expect((await staff.request('/api/calculationVariables')).body).toMatchObject({
      asfaRetirement: { at: set.at, modestSingleYearTotal: 35_503 },
    });
    for (const [query, status] of [
      [`planId=PF.large&month=${next}`, 404],
      ['planId=PF.large', 400],
      [`month=${closedMonth}`, 400],
      ['planId=PF.large&month=2026-13', 400],
    ] as const)
      expect([query, (await staff.request(`/api/calculationVariables?${query}`)).status]).toEqual([query, status]);
  });
});

describe('a change', () => {
  it('is sent to listening browsers, for plans in their reach', async () => {
    const answer = await fetch(`${api.url}/api/changes`, { headers: { Cookie: staff.cookie } });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.told');
    await plan.register(1);
    const reader = answer.body!.getReader();
    const text = new TextDecoder();
    let heard = '';
    while (!heard.includes('"planId":"PF.told"')) heard += text.decode((await reader.read()).value);
    expect(heard).toContain('event: change');
    await reader.cancel();
  });

  it('can be awaited by the user who made it', async () => {
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.mine');
    const written = await plan.register(1).then(async () => {
      const events = [];
      for await (const event of engines.store.read('plan-PF.mine')) events.push(event);
      return events.at(-1)!;
    });
    const after = `plan-PF.mine@${written.position.commit}/${written.position.prepare}`;
    const answer = await staff.request('/api/plan/PF.mine', { headers: { 'X-After': after } });
    expect(answer.status).toBe(200);
  });
});
