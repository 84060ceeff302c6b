import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { AccessEntry } from '@superscope/domain/access/access';
import {
  assetsStream,
  insuranceRatesStream,
  providerContactsStream,
} from '@superscope/domain/published-table/published-rows';
import { publishTable, type TableRow } from '@superscope/domain/published-table/published-table';
import { planStream, recordMemberCategory } from '@superscope/domain/plan/plan';
import { companyStream, deactivateCompany } from '@superscope/domain/company/company';
import { providerStream, recordProvider } from '@superscope/domain/provider/provider';
import { addDays } from '@superscope/domain/calendar-dates';
import { memberStream, recordActivity, recordMember } from '@superscope/domain/member/member';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startStandInRenderer } from '../harness/renderer.js';
import { byTest } from '../harness/sample-plan.js';
import { MembersPortal, longAgo, today } from '../members/members-portal.js';

let portal: MembersPortal;
let helen: ApiClient;

beforeAll(async () => {
  portal = await MembersPortal.start(longAgo);
  helen = await portal.signedIn('authorisedrep');
});
afterAll(() => portal.stop());

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
    const rates = covers.flatMap((coverType) =>
      [16, 70].map((ageNextBirthday): TableRow => {
        const row: TableRow = { coverType, gender: 'Male', ageNextBirthday, ratePerThousand: 0.5, interpolated: true };
        return coverType === 'SCI' ? { ...row, waitDays: 60, benefitPeriod: 'to 65' } : row;
      }),
    );
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
    await store.transact(
      providerStream,
      'TALLOW',
      recordProvider({ providerId: 'TALLOW', name: 'Tallowood' }),
      byTest(),
    );
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

  it('and what else shows options, contacts, rates and fees are of today, whatever is published for a later day', async () => {
    const { store } = portal.engines;
    const paths = [
      `/api/members/${advisedId()}/investmentAdvice`,
      `/api/members/${advisedId()}/insuranceAdvice`,
      `/api/members/${advisedId()}/balances`,
      '/api/platforms/PF/assets',
      '/api/plans/PF.a/reports/contacts',
      '/api/insuranceCalculation/occupationGroups?planId=PF.a',
    ];
    const staff = await as('staff');
    const read = async () => {
      await staff.request('/api/companies/PF.a-E1/newFlyer');
      const answers = await Promise.all(paths.map((path) => staff.request(path)));
      expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
      return [{ ...shown(), madeAt: null }, ...answers.map(({ body }) => body as unknown)];
    };
    const before = await read();
    const later = (ownerId: string, digest: string) => ({
      importId: randomUUID(),
      ownerId,
      validFrom: addDays(today, 31),
      digest: `later ${digest}`,
    });
    const options: TableRow[] = [{ assetCode: 'GROWTH', name: 'Growth of next month', growthPercent: 1 }];
    const contact = { providerId: 'TALLOW', title: 'Member services', name: 'Next Month', sequence: 1 };
    const contacts: TableRow[] = [{ ...contact, email: 'next@tallowood.example', phone: '1300 000 222' }];
    const rates: TableRow[] = [{ coverType: 'Death', gender: 'Male', ageNextBirthday: 25, ratePerThousand: 99 }];
    const factors: TableRow[] = [{ coverType: 'Death', occupationGroup: 'Of next month', factor: 9 }];
    const publish = publishTable('AssetsPublished', later('PF', 'options'), options);
    await store.transact(assetsStream, 'PF', publish, byTest());
    const ofContacts = publishTable('ProviderContactsPublished', later('TALLOW', 'contacts'), contacts);
    await store.transact(providerContactsStream, 'TALLOW', ofContacts, byTest());
    const ofRates = publishTable('InsuranceRatesPublished', later('PF.a', 'rates'), rates);
    await store.transact(insuranceRatesStream, 'PF.a', ofRates, byTest());
    const ofFactors = publishTable('OccupationFactorsPublished', later('PF.a', 'factors'), factors);
    await store.transact(insuranceRatesStream, 'PF.a', ofFactors, byTest());
    await portal.caughtUp();
    expect(await read()).toEqual(before);
  });

  it('are not made about a member who has left, who is shown with the day', async () => {
    const staff = await as('staff');
    const [gone, yesterday] = [portal.plan.member(33), addDays(today, -1)];
    const files = ['limited-advice-report', 'intra-fund-investment-report'].map(
      (report) => `/pdf/${report}?memberId=${gone.memberId}`,
    );
    const leave = async (exitDate: string) => {
      const details = recordMember({ ...gone, exitDate }, '2025-01-01');
      await portal.engines.store.transact(memberStream, gone.memberId, details, byTest());
      await portal.caughtUp();
    };
    await leave(addDays(today, 30));
    for (const file of files) expect((await staff.request(file)).status).toBe(200);
    await leave(yesterday);
    for (const file of files)
      expect(await staff.request(file)).toMatchObject({
        status: 409,
        body: {
          message: `This member left the plan on ${yesterday.split('-').reverse().join('/')}. Advice is for members of the plan.`,
        },
      });
    for (const answer of ['insuranceAdvice', 'investmentAdvice'])
      expect(await staff.request(`/api/members/${gone.memberId}/${answer}`)).toMatchObject({
        status: 200,
        body: { member: { leftOn: yesterday } },
      });
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
      rules: null,
    });
    // An inactive category is not for new employees.
    expect(JSON.stringify(shown())).not.toContain('Former staff');
    expect(JSON.stringify(shown())).not.toContain('Surname');
  });

  it('price death cover by its own rates alone, and say by the plan’s rules why default cover has not begun', async () => {
    const { store } = portal.engines;
    const ofDeath: TableRow[] = ['Male', 'Female'].flatMap((gender) =>
      [16, 70].map((ageNextBirthday) => ({
        coverType: 'Death',
        gender,
        ageNextBirthday,
        ratePerThousand: 1,
        interpolated: true,
      })),
    );
    const rules: TableRow[] = [
      { coverType: 'TPD', fromAge: 15, toAge: 70, defaultFromAge: 69 },
      { coverType: 'Death', fromAge: 15, toAge: 70 },
    ];
    for (const [type, validFrom, rows] of [
      ['InsuranceRatesPublished', today, ofDeath],
      // The default cover of an advice is that of its month.
      ['CoverRulesPublished', '2025-09-01', rules],
    ] as const) {
      const of = { importId: randomUUID(), ownerId: 'PF.a', validFrom, digest: `of death ${type}` };
      await store.transact(insuranceRatesStream, 'PF.a', publishTable(type, of, rows), byTest());
    }
    await portal.caughtUp();
    const { body } = await helen.request(`/api/members/${advisedId()}/insuranceAdvice`);
    expect(body).toMatchObject({
      extraProblem: null,
      extra: { ratesFrom: today },
      defaults: {
        death: 167_800,
        tpd: 0,
        notes: [expect.stringMatching(/^No default TPD cover: it begins at age 69, and the member is \d+\.$/)],
        rules: { validFrom: '2025-09-01', covers: [{ type: 'Death' }, { type: 'TPD', defaultFromAge: 69 }] },
      },
    });
    const extra = body['extra'] as Record<string, number>;
    expect(extra['annualPremium']).toBeCloseTo(extra['death']! / 1_000, 1);
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
