import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { AccessEntry } from '@superscope/domain/access/access';
import { addDays, shiftMonth } from '@superscope/domain/calendar-dates';
import {
  assetsOwnedStream,
  importAssetsOwned,
  withdrawAssetsOwned,
} from '@superscope/domain/assets-owned/assets-owned';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { assetsStream, feesStream } from '@superscope/domain/published-table/published-rows';
import { publishTable, type TableRow } from '@superscope/domain/published-table/published-table';
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
        { group: 'TRANSACTION', name: 'Transaction costs', inDollars: false, amount: 0 },
        { group: 'BUY_SELL', name: 'Buy-sell spread', inDollars: false, amount: 0.08 },
      ],
    );
    await publish(
      'QF',
      '2025-10-01',
      [option('INDEX', false), option('NEW', false)],
      [
        { group: 'ADMIN', name: 'Administration fee', inDollars: true, amount: 52 },
        { group: 'INVESTMENT', name: 'Investment fee', inDollars: false, amount: 0, assetCode: 'INDEX' },
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

  it('takes a member’s balance from the newest import of holdings that is there whole and was not withdrawn', async () => {
    const first = portal.plan.memberIds[36]!;
    const later = shiftMonth(longAgo, 1);
    const id = planMonthId('PF.a', later);
    const given = async (importId: string, cents: number) => {
      const of = { importId, planId: 'PF.a', month: later };
      const rows = [[first, 'GROWTH', cents]] as const;
      await portal.engines.store.transact(assetsOwnedStream, id, importAssetsOwned(of, rows, importId), byTest());
      await portal.caughtUp();
    };
    const balance = async () => (await helen.request(`/api/members/${first}/balances`)).body['balance'];
    const [whole, cut] = [randomUUID(), randomUUID()];
    await given(whole, 7_000_000);
    expect(await balance()).toBe(70_000);
    await given(cut, 8_000_000);
    expect(await balance()).toBe(80_000);
    // As if the projector had set its chunk aside.
    await portal.engines.clickhouse.command({
      query: 'ALTER TABLE assets_owned_raw DELETE WHERE import_id = {import:String}',
      query_params: { import: cut },
      clickhouse_settings: { mutations_sync: '1' },
    });
    expect(await balance()).toBe(70_000);
    await portal.engines.store.transact(assetsOwnedStream, id, withdrawAssetsOwned('PF.a', later, whole), byTest());
    await portal.caughtUp();
    expect(await balance()).toBe(50_000);
  });

  it('shows both sides, their difference and other balances, with the dates of the fees', async () => {
    const { status, body } = await compare(helen, newMember);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      a: { name: 'Option GROWTH', platformName: 'PF', planName: 'Plan PF.a', feesFrom: '2025-07-01' },
      b: { name: 'Option INDEX', platformName: 'QF', planName: null, feesFrom: '2025-10-01' },
      memberNumber: null,
      assetFeesA: {
        adminFeeTotalDollars: 153,
        investmentFeeTotalDollars: 300,
        transactionFeeTotalDollars: 0,
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
    expect(body['activityFees']).toMatchObject([{ name: 'Buy-sell spread', missing: ['B'] }]);
  });

  it('stand side by side with returns after fees, risk, test and a projection of their own, and rank nothing', async () => {
    const of = { importId: randomUUID(), ownerId: 'QF', validFrom: '2026-01-31', digest: 'QF with returns' };
    const known = {
      return1yr: 8.4,
      return10yr: 7,
      riskLabel: 'High',
      performanceTest: 'Passed',
      performanceTestYear: 2025,
    };
    const list = [
      { ...option('INDEX', false), ...known },
      { ...option('NEW', false), growthPercent: 90 },
    ];
    await portal.engines.store.transact(assetsStream, 'QF', publishTable('AssetsPublished', of, list), byTest());
    await portal.caughtUp();
    const benefit = (body: object) =>
      helen.post('/api/feeComparison/netBenefit', { comparisonAssetId: index, otherAssetIds: ['QF.NEW'], ...body });
    const { status, body } = await benefit({ memberId: portal.plan.memberIds[37]!, assetId: growth });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      balance: 50_000,
      projection: { age: 67, averageInvestmentFeePercent: 0.6, growthPremiumPercent: 3.5 },
      sides: [
        {
          mark: 'A',
          planName: 'Plan PF.a',
          fees: { dollars: 453, percent: 0.91 },
          feesOf50000: { dollars: 453 },
          listedOn: '2025-07-01',
          returns: { one: null, three: null, five: null, ten: null },
          growthPercent: 70,
          riskLabel: null,
          performanceTest: null,
          fromFees: null,
        },
        {
          mark: 'B',
          planName: null,
          fees: { dollars: 62 },
          listedOn: '2026-01-31',
          // 0.104 % of the balance is administration.
          returns: { one: 8.3, three: null, five: null, ten: 6.9 },
          riskLabel: 'High',
          performanceTest: { result: 'Passed', year: 2025 },
          fromFees: { dollarsAYear: -391 },
        },
        { mark: 'C', missing: [{ group: 'INVESTMENT' }], projected: { low: null, middle: null }, fromFees: null },
      ],
    });
    const [a, b] = body['sides'] as {
      projected: Record<'low' | 'middle' | 'high', number>;
      fromFees: { atRetirement: number } | null;
    }[];
    expect(a!.projected.low).toBeLessThan(a!.projected.middle);
    expect(a!.projected.middle).toBeLessThan(a!.projected.high);
    // Both have the same growth share, so that only fees differ.
    expect(b!.projected.middle - a!.projected.middle).toBeCloseTo(b!.fromFees!.atRetirement, -3);
    // What a later list says is not known on an earlier day.
    const before = await benefit({ memberId: portal.plan.memberIds[37]!, assetId: growth, feesAsAt: '2026-01-30' });
    expect(before.body).toMatchObject({ sides: [{}, { listedOn: '2025-10-01', returns: { one: null } }, {}] });
    // A new member's age and salary are not known, so nothing is projected.
    expect((await benefit(newMember)).body).toMatchObject({
      projection: null,
      sides: [{ projected: null }, { projected: null }, { projected: null }],
    });
    const refused = await Promise.all([
      benefit({ ...newMember, otherAssetIds: [index] }),
      benefit({ ...newMember, otherAssetIds: ['QF.NEW', 'QF.NEW'] }),
      benefit({ ...newMember, otherAssetIds: ['QF.NEW', 'PF.CASH', growth] }),
      benefit({ ...newMember, otherAssetIds: ['QF.NOBODYS'] }),
    ]);
    expect(refused.map((answer) => answer.status)).toEqual([400, 400, 400, 404]);
    const rep = await portal.signedIn('companyrep');
    expect(
      (await rep.post('/api/feeComparison/netBenefit', { ...newMember, comparisonAssetId: index, otherAssetIds: [] }))
        .status,
    ).toBe(403);
  });

  it('of an option without a published investment fee says so, ranks nothing, and stands so in timeline and lists', async () => {
    const sentence = 'No investment fee of Option NEW is published for 30/11/2025.';
    const missing = [{ group: 'INVESTMENT', options: ['Option NEW'], sentence }];
    const member = portal.plan.memberIds[37]!;
    const body = { memberId: member, feesAsAt: '2025-11-30', comparisonAssetId: 'QF.NEW' };
    const { body: answer } = await compare(helen, body);
    expect(answer).toMatchObject({
      a: { missing: [] },
      b: { missing },
      assetFeesB: { feeTotalDollars: 62 },
      difference: null,
      atBalances: [],
      atRetirement: null,
    });
    await portal.caughtUp();
    const told = (await portal.timeline(helen, member)) as unknown as Record<string, unknown>[];
    expect(told.map(({ notes }) => notes)).toContain(
      `Option GROWTH: $453.00 a year; Option NEW: at least $62.00 a year. On $50,000.00, fees as at 30/11/2025. ${sentence}`,
    );
    const { body: listed } = await helen.request(`/api/members/${member}/feeComparisons`);
    expect((listed as unknown as object[])[0]).toMatchObject({ b: { name: 'Option NEW' }, difference: null });
  });

  it('is of an existing member’s own balance, of one investment or all, up to retirement', async () => {
    const [first, second, third] = portal.plan.memberIds.slice(36);
    const one = await compare(helen, { memberId: first, assetId: growth });
    expect(one.body).toMatchObject({ balance: 40_000, assetFeesA: { feeTotalDollars: 378 } });
    const all = await compare(helen, { memberId: first });
    expect(all.body).toMatchObject({
      a: {
        name: 'Everything together',
        holdings: [
          { name: 'Option GROWTH', balance: 40_000 },
          { name: 'Option CASH', balance: 10_000 },
        ],
      },
      b: { holdings: [{ name: 'Option INDEX', balance: 50_000 }] },
      memberNumber: 'M36',
      balance: 50_000,
      assetFeesA: { adminFeeTotalDollars: 153, investmentFeeTotalDollars: 250 },
    });
    const { body } = await compare(helen, { memberId: second });
    const { withA, withB, moreWithB } = body['atRetirement'] as Record<string, number>;
    expect(moreWithB).toBeGreaterThan(0);
    expect(withB! - withA!).toBe(moreWithB);
    for (const comparisonAssetId of [index, 'NOWHERE.INDEX'])
      expect(await compare(helen, { memberId: third, comparisonAssetId })).toMatchObject({
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
    expect(await portal.compare('memberEvents')).toEqual([]);
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
    const { status, headers, rows, sheet } = await portal.spreadsheet('/api/feeComparison/exportXlsx');
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      expect.stringMatching(/filename="FeeComparisons - \d{8}\.xlsx"/),
    ]);
    const runs = rows.filter((row) => row['Member'] === 'M37');
    expect(runs.slice(0, 2).map((row) => row['Fees as at'])).toEqual([
      serialDay('2025-09-28'),
      serialDay('2026-01-01'),
    ]);
    expect(sheet).toEqual({ name: 'Fee comparisons', frozenRows: 1, filtered: `A1:M${rows.length + 1}` });
    expect(runs[0]!['Date']).toBe(serialDay(today));
    expect(Number(runs[0]!['Time'])).toBeLessThan(1);
    expect(runs[0]).toMatchObject({
      Plan: 'Plan PF.a',
      'Compared by': 'Helen Marchetti',
      'Investment A': 'Option GROWTH',
      'Investment B': 'Option INDEX',
      Balance: 50_000,
      'A a year': 453,
      'B a year': 'not known',
      'A - B': 'not known',
    });
    expect(runs[1]).toMatchObject({ 'B a year': 62, 'A - B': 391 });
    expect(rows.filter((row) => row['Investment B'] === 'Option NEW')).toMatchObject([
      {
        'A a year': 453,
        'B a year': 'at least 62.00',
        'A - B': 'not known',
        Missing: 'B: No investment fee of Option NEW is published for 30/11/2025.',
      },
    ]);
    await portal.api.app.get(AccessLog).flush();
    const logged: AccessEntry[] = [];
    for await (const batch of portal.engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch)
        if ('data' in event) logged.push(...(event.data as { entries: AccessEntry[] }).entries);
    const exported = logged.filter(({ object }) => object === 'feeComparisons');
    expect(exported).toMatchObject([{ userId: 'admin', action: 'export', members: expect.arrayContaining([member]) }]);
  });

  it('is refused, also as a PDF, for a member who has left, whom lookups mark with the day', async () => {
    const yesterday = addDays(today, -1);
    await portal.plan.dates(35, '2021-05-01', yesterday);
    await portal.caughtUp();
    const member = portal.plan.memberIds[35]!;
    const message = `This member left the plan on ${yesterday.split('-').reverse().join('/')}. Fee comparisons are for members of the plan.`;
    expect(await compare(helen, { memberId: member })).toMatchObject({ status: 409, body: { message } });
    expect(await helen.post('/api/feeComparison', { comparisonAssetId: index, memberId: member })).toMatchObject({
      status: 409,
      body: { message },
    });
    expect((await helen.request('/api/members?name=surname%2035')).body).toMatchObject([{ leftOn: yesterday }]);
  });

  it('is for consultants and staff, about members and plans in their reach, and is logged', async () => {
    const first = portal.plan.memberIds[36]!;
    const wanda = await portal.signedIn('wanda');
    expect((await compare(wanda, { memberId: first })).status).toBe(404);
    expect((await compare(wanda, newMember)).status).toBe(403);
    const besides = { comparisonAssetId: index, otherAssetIds: [] };
    expect((await wanda.post('/api/feeComparison/netBenefit', { ...besides, memberId: first })).status).toBe(404);
    expect((await wanda.post('/api/feeComparison/netBenefit', { ...besides, ...newMember })).status).toBe(403);
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
