import type { ConsultationContent, ConsultationDocument } from '@superscope/contracts/consultation';
import { assetsOwnedStream, importAssetsOwned } from '@superscope/domain/assets-owned/assets-owned';
import { addDays } from '@superscope/domain/calendar-dates';
import { memberStream, moveMember, recordMember } from '@superscope/domain/member/member';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { planStream, recordMemberCategory } from '@superscope/domain/plan/plan';
import { assetsStream, feesStream, insuranceRatesStream } from '@superscope/domain/published-table/published-rows';
import { publishTable, type TableRow } from '@superscope/domain/published-table/published-table';
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startStandInRenderer } from '../harness/renderer.js';
import { byTest } from '../harness/sample-plan.js';
import { after, longAgo, MembersPortal, today } from '../members/members-portal.js';

let portal: MembersPortal;
let printing: Awaited<ReturnType<typeof startApi>>;
let standIn: Awaited<ReturnType<typeof startStandInRenderer>>;
const clients = new Map<string, ApiClient>();

/** A caller of an api that has files made. */
const as = async (username: string): Promise<ApiClient> => {
  const known = clients.get(username);
  if (known) return known;
  const client = printing.client();
  expect((await client.signIn(username)).status).toBe(200);
  clients.set(username, client);
  return client;
};

const publish = async (validFrom: string, adminFee: number) => {
  const { store } = portal.engines;
  const of = { importId: randomUUID(), ownerId: 'PF', validFrom, digest: `PF ${validFrom}` };
  const option = (assetCode: string, growthPercent: number): TableRow => ({
    assetCode,
    name: `Option ${assetCode}`,
    growthPercent,
    isChoice: false,
  });
  const assets = [option('GROWTH', 70), option('CASH', 0), option('SHARES', 100)];
  const fees: TableRow[] = [
    { group: 'ADMIN', name: 'Administration fee', inDollars: true, amount: adminFee },
    { group: 'INVESTMENT', name: 'Investment fee', inDollars: false, amount: 0.6 },
    { group: 'TRANSACTION', name: 'Transaction costs', inDollars: false, amount: 0.05 },
  ];
  await store.transact(assetsStream, 'PF', publishTable('AssetsPublished', of, assets), byTest());
  await store.transact(feesStream, 'PF', publishTable('FeesPublished', of, fees), byTest());
};

const memberId = (at: number) => portal.plan.memberIds[at]!;

beforeAll(async () => {
  portal = await MembersPortal.start(longAgo);
  standIn = await startStandInRenderer(async () => ({ status: 200, body: '%PDF-' }));
  printing = await startApi(portal.engines, standIn.settings);
  const { store } = portal.engines;
  await publish('2025-07-01', 78);
  const category = {
    categoryId: 'STAFF',
    planId: 'PF.a',
    name: 'Permanent staff',
    deathFormula: '4 x salary',
    tpdFormula: '4 x salary',
    sciPercent: 75,
    sciWaitDays: 90,
    sciBenefitPeriod: '2 years',
  };
  await store.transact(planStream, 'PF.a', recordMemberCategory(category), byTest());
  const of = { importId: randomUUID(), ownerId: 'PF.a', validFrom: '2025-07-01' };
  const rates = ['Death', 'TPD', 'SCI'].flatMap((coverType) =>
    ['Female', 'Male'].flatMap((gender) =>
      [16, 70].map((ageNextBirthday): TableRow => {
        const row: TableRow = { coverType, gender, ageNextBirthday, ratePerThousand: 0.5, interpolated: true };
        return coverType === 'SCI' ? { ...row, waitDays: 90, benefitPeriod: '2 years' } : row;
      }),
    ),
  );
  const factors = ['Death', 'TPD', 'SCI'].map((coverType): TableRow => ({
    coverType,
    occupationGroup: 'White',
    factor: 1,
  }));
  for (const [type, rows] of [
    ['InsuranceRatesPublished', rates],
    ['OccupationFactorsPublished', factors],
  ] as const)
    await store.transact(insuranceRatesStream, 'PF.a', publishTable(type, { ...of, digest: type }, rows), byTest());
  const held = [30, 31, 32, 33, 34, 38].map((at) => [memberId(at), 'GROWTH', 5_000_000] as const);
  const month = { importId: randomUUID(), planId: 'PF.a', month: longAgo };
  const id = planMonthId('PF.a', longAgo);
  await store.transact(assetsOwnedStream, id, importAssetsOwned(month, held, 'held'), byTest());
  await portal.plan.figures();
  await portal.caughtUp();
});
afterAll(async () => {
  await printing.stop();
  await standIn.stop();
  await portal.stop();
});

describe('a consultation', () => {
  const household = { debts: 310_000, dependants: 2 };
  const of = (at: number) => ({
    memberId: memberId(at),
    fees: { assetId: null, comparisonAssetId: 'PF.CASH', otherAssetIds: ['PF.SHARES'], feesAsAt: today },
    cover: {
      memberId: memberId(at),
      calculationDate: today,
      voluntaryDeathCover: 100_000,
      need: household,
      selectedMember: { memberCategory: 'STAFF', salary: 92_000, occupationGroup: 'White', state: 'VIC' },
    },
    asfa: true,
  });
  const draft = (client: ApiClient, body: object) => client.post('/api/consultations/draft', body);
  const file = (client: ApiClient, body: object) => client.post('/api/consultations', body);
  /** A draft that somebody has read, as it is filed. */
  const read = async (client: ApiClient, at: number, consultationId: string = randomUUID()) => {
    const { status, body } = await draft(client, of(at));
    expect(status).toBe(200);
    const contentSha256 = body['contentSha256'] as string;
    return { content: body['content'] as ConsultationContent, filing: { ...of(at), consultationId, contentSha256 } };
  };
  const list = async (client: ApiClient, at: number, headers: Record<string, string> = {}) =>
    (await client.request(`/api/members/${memberId(at)}/consultations`, { headers })).body as unknown as {
      consultationId: string;
    }[];
  const printed = async (client: ApiClient, at: number, consultationId: string) => {
    const { status } = await client.request(`/api/members/${memberId(at)}/consultations/${consultationId}/pdf`);
    return { status, shown: standIn.asked.at(-1)?.shows?.content as ConsultationDocument | undefined };
  };
  const filings = async (at: number) => (await list(await as('authorisedrep'), at)).length;

  it('holds what the calculators say of the same member, and the position beside the retirement standard', async () => {
    const helen = await as('authorisedrep');
    const { content, filing } = await read(helen, 38);
    const { memberId: id, fees, cover } = of(38);
    const { otherAssetIds: _, ...compared } = fees;
    const single = async (path: string, body: object) => {
      const answer = await helen.post(path, body);
      expect(answer.status).toBe(200);
      return answer.body;
    };
    expect(content.fees).toEqual({
      comparison: await single('/api/feeComparison/data', { memberId: id, ...compared }),
      netBenefit: await single('/api/feeComparison/netBenefit', { memberId: id, ...fees }),
    });
    const quoted = await single('/api/insuranceCalculation/data', cover);
    expect(content.cover).toMatchObject({ quotation: { ...quoted, isRecorded: false }, noQuotation: null });
    expect(content.cover!.need).toEqual(await single('/api/insuranceCalculation/need', cover));
    expect(content.cover).toMatchObject({
      salary: 92_000,
      voluntary: { death: 100_000, tpd: 0, sci: 0 },
      given: { ...household, incomePercent: null },
    });
    expect(content.member).toMatchObject({ name: 'Given Surname 38', number: 'M38', dateOfBirth: '1998-03-15' });
    const known = content.asfa!.known!;
    expect(known.income).toBeGreaterThan(0);
    expect(known.standard).toBe(
      known.income! < known.modest! ? 'Inadequate' : known.income! < known.comfortable! ? 'Modest' : known.standard,
    );
    expect(known.standardOf! <= known.asAt).toBe(true);
    expect(filing.contentSha256).toBe(createHash('sha256').update(JSON.stringify(content)).digest('hex'));
    // Looking at it files nothing.
    expect(await filings(38)).toBe(0);
  });

  it('tells need and cover also where the plan has no rates, and says why there is no quotation', async () => {
    const helen = await as('authorisedrep');
    const early = { ...of(38), fees: null, asfa: false };
    const { status, body } = await draft(helen, {
      ...early,
      cover: { ...early.cover, calculationDate: '2025-06-30' },
    });
    expect(status).toBe(200);
    expect(body['content']).toMatchObject({
      fees: null,
      asfa: null,
      cover: { quotation: null, noQuotation: 'Plan PF.a has no premium rates before 01/07/2025.', need: { age: 27 } },
    });
  });

  it('is one event of the member, however often it is sent, and is found and made again as it was while readers lag', async () => {
    const helen = await as('authorisedrep');
    const { content, filing } = await read(helen, 30);
    const answers = await Promise.all([file(helen, filing), file(helen, filing)]);
    for (const { status, body } of answers)
      expect([status, body['consultationId']]).toEqual([200, filing.consultationId]);
    // From a second tab, or by somebody else who has read the same.
    const { body } = await file(await as('joon'), { ...filing, consultationId: randomUUID() });
    expect(body['consultationId']).toBe(filing.consultationId);
    // Made of the event, whatever the views know by now.
    const first = await printed(helen, 30, filing.consultationId);
    expect(first).toMatchObject({ status: 200, shown: { content, filedBy: 'Helen Marchetti' } });

    const filed = await list(helen, 30, after(answers[0]));
    expect(filed).toMatchObject([
      { consultationId: filing.consultationId, filedBy: 'Helen Marchetti', parts: ['fees', 'cover', 'asfa'] },
    ]);
    const told = (await portal.timeline(helen, memberId(30))) as unknown as Record<string, unknown>[];
    expect(told.filter(({ eventType }) => eventType === 'ConsultationFiled')).toMatchObject([
      { consultant: 'Helen Marchetti', notes: 'Filed: fees, cover and need, retirement standard.' },
    ]);
    expect(await portal.compare('memberEvents')).toEqual([]);
  });

  it('files nothing else than what was read: other fees meanwhile are told, and a lost answer asked again is still the same', async () => {
    const helen = await as('authorisedrep');
    const before = await read(helen, 31);
    const filedBefore = await read(helen, 32);
    expect((await file(helen, filedBefore.filing)).status).toBe(200);
    await publish(addDays(today, 0), 99);
    await portal.caughtUp();

    const refused = await file(helen, before.filing);
    expect([refused.status, refused.body['message']]).toEqual([
      409,
      'What this consultation stands on has changed since you read it. Read it again before you file it.',
    ]);
    expect(await filings(31)).toBe(0);
    const again = await read(helen, 31, before.filing.consultationId);
    expect(again.content.fees!.comparison.assetFeesA).not.toEqual(before.content.fees!.comparison.assetFeesA);
    expect((await file(helen, again.filing)).status).toBe(200);

    expect((await file(helen, filedBefore.filing)).status).toBe(200);
    const made = await printed(helen, 32, filedBefore.filing.consultationId);
    expect(made.shown!.content).toEqual(filedBefore.content);
    expect(made.shown!.contentSha256).toBe(filedBefore.filing.contentSha256);
    await portal.caughtUp();
    expect(await filings(32)).toBe(1);

    const liar = await read(helen, 32, filedBefore.filing.consultationId);
    const other = await file(helen, liar.filing);
    expect([other.status, other.body['message']]).toEqual([409, 'Another consultation was filed under this id.']);
  });

  it('of somebody who left is made no more, but what was filed can be made again; a plan out of reach tells nothing of it', async () => {
    const helen = await as('authorisedrep');
    const { store } = portal.engines;
    const { content, filing } = await read(helen, 33);
    expect((await file(helen, filing)).status).toBe(200);
    const other = { ...of(33), asfa: false };
    const unsent = await draft(helen, other);
    const gone = { ...portal.plan.member(33), exitDate: addDays(today, -1) };
    await store.transact(memberStream, memberId(33), recordMember(gone, '2025-01-01'), byTest());
    // The event decides, also while the member's document lags.
    const { contentSha256 } = unsent.body;
    const late = { ...other, consultationId: randomUUID(), contentSha256 };
    expect((await file(helen, late)).status).toBe(409);
    // What was filed is filed, whoever sends it again.
    expect((await file(helen, filing)).status).toBe(200);
    await portal.caughtUp();
    expect((await draft(helen, of(33))).status).toBe(409);
    expect(await printed(helen, 33, filing.consultationId)).toMatchObject({ status: 200, shown: { content } });

    const joon = await as('joon');
    const moved = await read(joon, 34);
    expect((await file(joon, moved.filing)).status).toBe(200);
    const to = { planId: 'PF.c', companyId: 'PF.c-E1', categoryId: null };
    await store.transact(memberStream, memberId(34), moveMember(to, today), byTest());
    await portal.caughtUp();
    expect((await printed(joon, 34, moved.filing.consultationId)).status).toBe(404);
  });

  it('is for consultants and staff about members in reach, and reads Erased of an erased one', async () => {
    const helen = await as('authorisedrep');
    const { filing } = await read(helen, 38);
    expect((await file(helen, filing)).status).toBe(200);
    const [wanda, rep] = [await as('wanda'), await as('companyrep')];
    for (const [client, status] of [
      [wanda, 404],
      [rep, 403],
    ] as const) {
      expect((await draft(client, of(38))).status).toBe(status);
      expect((await file(client, filing)).status).toBe(status);
      expect((await client.request(`/api/members/${memberId(38)}/consultations`)).status).toBe(status);
      expect((await printed(client, 38, filing.consultationId)).status).toBe(status);
    }
    // Neither another member's id nor an unknown one leads to it.
    expect((await printed(helen, 30, filing.consultationId)).status).toBe(404);
    expect((await printed(helen, 38, randomUUID())).status).toBe(404);
    expect((await file(helen, { ...filing, cover: { ...filing.cover, memberId: memberId(30) } })).status).toBe(400);
    expect((await draft(helen, { memberId: memberId(38), fees: null, cover: null, asfa: false })).status).toBe(400);

    const admin = await as('admin');
    const erased = await admin.post(`/api/members/${memberId(38)}/erase`, { reason: 'Asked for it' });
    expect(erased.status).toBe(200);
    await portal.caughtUp();
    expect((await printed(helen, 38, filing.consultationId)).status).toBe(409);
    expect((await helen.request(`/api/members/${memberId(38)}/consultations`)).status).toBe(409);
    const filedContents = async () => {
      const contents: unknown[] = [];
      for await (const event of portal.engines.store.read(`member-${memberId(38)}`))
        if (event.type === 'ConsultationFiled') contents.push((event as { data?: object }).data);
      return contents;
    };
    // Every process stops using a key that another one has destroyed within a second.
    await expect.poll(filedContents).toMatchObject([{ personal: { content: 'Erased', contentSha256: 'Erased' } }]);
  });
});
