import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { AccessEntry } from '@superscope/domain/access/access';
import { addDays } from '@superscope/domain/calendar-dates';
import { insuranceRatesStream } from '@superscope/domain/published-table/published-rows';
import { publishTable, type TableRow } from '@superscope/domain/published-table/published-table';
import { planStream, recordMemberCategory } from '@superscope/domain/plan/plan';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { byTest } from '../harness/sample-plan.js';
import { serialDay } from '../harness/spreadsheet.js';
import { MembersPortal, longAgo, today } from '../members/members-portal.js';

let portal: MembersPortal;
let helen: ApiClient;

beforeAll(async () => {
  portal = await MembersPortal.start(longAgo);
  helen = await portal.signedIn('authorisedrep');
});
afterAll(() => portal.stop());

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

  it('is not made before the plan’s first rates, nor outside their ages, and nothing is recorded', async () => {
    const why = async (some: object, more: object = {}) => {
      const answer = await quote(helen, { ...newMember, ...some }, more);
      return [answer.status, answer.body.message];
    };
    expect(await why({}, { calculationDate: '2025-06-30' })).toEqual([
      400,
      'Plan PF.a has no premium rates before 01/07/2025.',
    ]);
    expect((await quote(helen, newMember, { calculationDate: '2025-07-01' })).status).toBe(200);
    const outside = (age: number) => [
      400,
      `Plan PF.a has no death rate for women of age next birthday ${age}. Its rates of 01/07/2025 are for ages 25 to 35.`,
    ];
    expect(await why({ dateOfBirth: '1956-11-26' })).toEqual(outside(71));
    expect(await why({ dateOfBirth: '2026-11-25' })).toEqual(outside(1));
    const { body: before } = await ask(helen, `member?memberId=${insuredId()}`);
    const early = { memberId: insuredId(), calculationDate: '2025-06-30' };
    expect((await quote(helen, member, early)).status).toBe(400);
    const { body: after } = await ask(helen, `member?memberId=${insuredId()}`);
    expect(after['quotedBefore']).toEqual(before['quotedBefore']);
  });

  it('says from and to which age covers are open, from the first day of the plan’s rules, and keeps to it', async () => {
    const { store } = portal.engines;
    const rule = (coverType: string, fromAge: number, toAge: number): TableRow => ({ coverType, fromAge, toAge });
    const rows = [
      { ...rule('Death', 15, 70), defaultFromAge: 25, defaultFromBalance: 6_000 },
      { ...rule('SCI', 30, 65), categoryId: 'STAFF' },
    ];
    const of = { importId: randomUUID(), ownerId: 'PF.a', validFrom: '2026-08-01', digest: 'rules' };
    await store.transact(insuranceRatesStream, 'PF.a', publishTable('CoverRulesPublished', of, rows), byTest());
    await portal.caughtUp();
    const rulesOn = async (on: string) =>
      (
        (await ask(helen, `PF.a-E1/memberCategories?activeOnly=true&on=${on}`)).body as unknown as { rules: unknown }[]
      ).map(({ rules }) => rules);
    const ends = { ceasesAtAge: 70, defaultFromAge: 25, defaultFromBalance: 6_000, loadingPercent: null };
    const death = { type: 'Death', fromAge: 15, toAge: 70, ...ends };
    const sci = { type: 'SCI', fromAge: 30, toAge: 65, ceasesAtAge: 65, loadingPercent: null };
    expect(await rulesOn('2026-07-31')).toEqual([null, null]);
    expect(await rulesOn('2026-08-01')).toEqual([
      { validFrom: '2026-08-01', covers: [death] },
      { validFrom: '2026-08-01', covers: [death, { ...sci, defaultFromAge: null, defaultFromBalance: null }] },
    ]);
    // She is 28.
    const quoted = await quote(helen, newMember);
    expect(quoted.body).toMatchObject({
      default: [{ type: 'Death' }, { type: 'TPD' }],
      noDefault: ['No default salary continuance: it is open from age 30, and the member is 28.'],
      // Nobody knows what the account of a new member will hold.
      assumed: [
        'Default death cover is counted as begun: it begins with $6,000 in the account, whose balance is not known.',
      ],
      rules: { validFrom: '2026-08-01' },
    });
    const asked = await quote(helen, newMember, { voluntarySciCover: 1_000 });
    expect([asked.status, asked.body.message]).toEqual([
      400,
      'Salary continuance is open from 30 to 65, and the member is 28. No quotation.',
    ]);
    const before = await quote(helen, newMember, { calculationDate: '2026-07-31' });
    expect(before.body).toMatchObject({ default: [{}, {}, { type: 'SCI' }], noDefault: [], rules: null });
    const none = publishTable('CoverRulesPublished', { ...of, importId: randomUUID(), digest: 'wide' }, [
      rule('Death', 0, 120),
    ]);
    await store.transact(insuranceRatesStream, 'PF.a', none, byTest());
    await portal.caughtUp();
    expect((await quote(helen, newMember)).body).toMatchObject({ default: [{}, {}, { type: 'SCI' }] });
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
    expect(await portal.compare('memberEvents')).toEqual([]);
  });

  it('has the need of a household beside its cost, which is saved with the quotation and told also before the first rates', async () => {
    const needOf = (client: ApiClient, selectedMember: object, more: object) =>
      client.post('/api/insuranceCalculation/need', { calculationDate: '2026-11-26', selectedMember, ...more });
    const household = { debts: 310_000, dependants: 2, incomeYears: 8, partnerIncome: null };
    const asked = { memberId: insuredId(), need: household };
    const { status, body } = await needOf(helen, { ...member, salary: 86_400 }, asked);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      age: 28,
      counted: { ...household, incomePercent: 60, funeral: 20_000, care: 120_000, partnerIncome: 0 },
      coverOf: 'files',
      ratesFrom: '2025-07-01',
    });
    const [death, tpd, sci] = body['covers'] as Record<string, unknown>[];
    const parts = body['death'] as { part: string; amount: number }[];
    expect(parts.slice(0, 2)).toEqual([
      { part: 'debts', amount: 310_000 },
      { part: 'income', amount: 371_700 },
    ]);
    const need = parts.reduce((sum, { amount }) => sum + amount, 0);
    // 0.3016 a year by 0.65 for $1,000 of cover.
    const month = Math.round(Math.round((need - 300_000) * 0.3016 * 0.65 * 0.1) / 12) / 100;
    expect(death).toMatchObject({ need, cover: 300_000, gap: need - 300_000, noPrice: null });
    expect(death!['monthlyPremium']).toBeCloseTo(month, 1);
    expect(tpd).toMatchObject({ cover: null, gap: null, monthlyPremium: null, noPrice: null });
    expect(sci).toMatchObject({ need: 5_400, cover: null });
    const early = await needOf(helen, member, { ...asked, calculationDate: '2025-06-30' });
    expect(early.body).toMatchObject({
      covers: [{ monthlyPremium: null, noPrice: 'Plan PF.a has no premium rates before 01/07/2025.' }, {}, {}],
      monthlyPremiumTotal: null,
      ratesFrom: null,
    });
    expect((await needOf(helen, { ...newMember, salary: 50_000 }, { need: { debts: -1 } })).status).toBe(400);
    expect((await needOf(helen, newMember, {})).body).toMatchObject({ coverOf: 'default', balance: null });
    const wanda = await portal.signedIn('wanda');
    expect((await needOf(wanda, member, asked)).status).toBe(404);

    const quotedAt = { ...asked, calculationDate: '2026-12-02' };
    for (const again of [household, household, { ...household, debts: 0 }])
      expect((await quote(helen, member, { ...quotedAt, need: again })).status).toBe(200);
    await portal.caughtUp();
    const { body: known } = await ask(helen, `member?memberId=${insuredId()}`);
    const saved = (known['quotedBefore'] as { calculationDate: string; need: { debts: number } | null }[]).filter(
      ({ calculationDate }) => calculationDate === '2026-12-02',
    );
    expect(saved.map((quotation) => quotation.need)).toMatchObject([
      { ...household, debts: 0, incomePercent: null },
      { ...household, incomePercent: null },
    ]);
    expect(await portal.compare('memberEvents')).toEqual([]);
  });

  it('is a row of the spreadsheet for Admins, and the newest of each member one of the file for the fund', async () => {
    const staff = await portal.signedIn('staff');
    expect((await quote(staff, member, { memberId: insuredId(), voluntaryTpdCover: 10_000 })).status).toBe(200);
    await portal.caughtUp();
    expect((await ask(staff, 'exportXlsx')).status).toBe(403);
    const { status, headers, rows: quoted, sheet } = await portal.spreadsheet('/api/insuranceCalculation/exportXlsx');
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/filename="InsuranceCalculations - \d{8}\.xlsx"/),
    ]);
    expect(quoted).toHaveLength(5);
    expect(sheet).toEqual({ name: 'Insurance calculations', frozenRows: 1, filtered: 'A1:W6' });
    expect(quoted.find((row) => row['Calculated at'] === serialDay('2026-12-01'))).toMatchObject({
      Plan: 'Plan PF.a',
      Member: 'M38',
      'Quoted by': 'Helen Marchetti',
      'Calculated at': serialDay('2026-12-01'),
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
      expect.objectContaining({ action: 'export', members: [insuredId()], rows: 5 }),
    );
    expect(logged.filter(({ object }) => object === 'insurance needs quotes')).toContainEqual(
      expect.objectContaining({ userId: 'staff', action: 'exported', rows: 1, outcome: 'ok' }),
    );
    expect(logged.filter(({ action }) => action === 'quoted insurance')).toContainEqual(
      expect.objectContaining({ userId: 'staff', planId: 'PF.a', members: [insuredId()] }),
    );
  });

  it('is refused, also as a PDF, for a member who has left', async () => {
    const yesterday = addDays(today, -1);
    await portal.plan.dates(34, '2021-05-01', yesterday);
    await portal.caughtUp();
    const gone = { memberId: portal.plan.memberIds[34]! };
    const refused = {
      status: 409,
      body: {
        message: `This member left the plan on ${yesterday.split('-').reverse().join('/')}. Quotations are for members of the plan.`,
      },
    };
    expect(await quote(helen, member, gone)).toMatchObject(refused);
    const asked = { calculationDate: '2026-11-26', selectedMember: member, ...gone };
    expect(await helen.post('/api/insuranceCalculation', asked)).toMatchObject(refused);
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
