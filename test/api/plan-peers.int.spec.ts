import { setTimeout as delay } from 'node:timers/promises';
import type { PlanPeers } from '@superscope/contracts/plan-peers';
import type { PlanRanking } from '@superscope/contracts/plan-ranking';
import type { PlanReport } from '@superscope/contracts/plan-report';
import { memberStream, requestContact } from '@superscope/domain/member/member';
import { quartilesOf } from '@superscope/domain/publishing/quartiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

/**
 * Plans of more than 30 members on one platform, the demo company representative's among them, and a smaller one. They are more
 * than the 11 that must publish a figure, because the secret decides whether a plan publishes a share that few members differ by.
 */
const peers = Array.from({ length: 16 }, (_, i) => `TWR.P${String(i + 1).padStart(4, '0')}`);
const small = 'TWR.P0017';
/** The figures that the peers publish, without withheld ones. */
const publishedBy = (values: readonly (number | null)[]) => {
  const published = values.filter((each) => each !== null);
  expect(published.length).toBeGreaterThanOrEqual(11);
  return published;
};
/** The only plan of its platform. */
const alone = 'LBE.P0009';
const unstarted = 'LBE.P0010';
const month = '2026-01';

const askedAt = (n: number) => `2025-${n % 5 === 0 ? '10' : '12'}-10T01:00:00.000Z`;

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
  const sizes: [string, number][] = [...peers.map((id): [string, number] => [id, 60]), [small, 14], [alone, 60]];
  await new SamplePlan(engines.store, engines.identity, alone).figures();
  await Promise.all(
    sizes.map(async ([planId, members], i) => {
      const plan = new SamplePlan(engines.store, engines.identity, planId);
      await plan.register(members);
      // About half of them asked to be contacted, most in December.
      for (const [n, memberId] of plan.memberIds.entries())
        if (n % 2 === 0)
          await engines.store.transact(memberStream, memberId, requestContact(askedAt(n + i), 'insurance'), byTest());
      await plan.month(month, 20_000 + i * 15_000);
    }),
  );
  await new SamplePlan(engines.store, engines.identity, unstarted).register(1);
  for (const [planId] of sizes)
    while (!(await staff.request(`/api/plan/${planId}`)).body['closedMonth']) await delay(50);
  await caughtUp(engines, projector);
}, 120_000);

afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const peersOf = async (planId: string, browser = staff) => {
  const { status, body } = await browser.request(`/api/plans/${planId}/peers`);
  return { status, body: body as unknown as PlanPeers };
};

/** A plan's figures as its own dashboard reads them. */
async function publishedOf(planId: string, measure: string, dimension?: string, value?: string) {
  const query = {
    measures: [measure],
    dimensions: dimension === undefined ? [] : [dimension],
    filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
    timeDimensions: [
      { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: [`${month}-01`, `${month}-31`] },
    ],
  };
  const { body } = await staff.request(`/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`);
  const rows = body['data'] as Record<string, string | number | null>[];
  const row = rows.find((each) => dimension === undefined || String(each[dimension]).endsWith(value!));
  return (row?.[measure] ?? null) as number | null;
}

/** The share of members with this flag in at least one month from `from` to the newest. */
async function shareWithin(planId: string, dimension: string, from: string) {
  const query = {
    measures: ['MemberSnapshot.shareOfMembers'],
    dimensions: [dimension],
    filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
    timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: [`${from}-01`, `${month}-31`] }],
  };
  const { body } = await staff.request(`/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`);
  const rows = body['data'] as Record<string, string | number | null>[];
  const row = rows.find((each) => String(each[dimension]).endsWith('Yes'));
  return (row?.['MemberSnapshot.shareOfMembers'] ?? null) as number | null;
}

describe('the peers of a plan', () => {
  it.each([
    ['score', 2, 'SuperScore.averageSuperScore'],
    ['accountBalanceScore', 2, 'SuperScore.averageAccountBalancePoints'],
    ['nominatedBeneficiaryConcern', 1, 'MemberSnapshot.shareOfMembers', 'Member.beneficiaryNominationType', 'None'],
  ] as const)('are the quartiles of their published figures: %s', async (name, decimals, ...asked) => {
    const [measure, dimension, value] = asked as [string, string?, string?];
    const published = await Promise.all(peers.map((planId) => publishedOf(planId, measure, dimension, value)));
    const values = publishedBy(published);
    const { body } = await peersOf(peers[3]!);
    expect(body).toMatchObject({ planId: peers[3], month, because: null });
    expect(body.figures[name]).toEqual({ own: published[3], ...quartilesOf(values, decimals)! });
  });

  it('include events within a period if the request names one', async () => {
    const asked = async (from: string) => {
      const { status, body } = await staff.request(`/api/plans/${peers[3]}/peers?from=${from}`);
      return { status, body: body as unknown as PlanPeers };
    };
    const { body } = await asked('2025-11');
    expect(body).toMatchObject({ from: '2025-11', lookBackMonths: 3, month, because: null });
    const published = await Promise.all(
      peers.map((planId) => shareWithin(planId, 'Member.contactRequested', '2025-11')),
    );
    const values = publishedBy(published);
    expect(body.figures.contactRequested).toEqual({ own: published[3], ...quartilesOf(values, 1)! });
    // Requests of half a year are answered over a whole one.
    expect((await asked('2025-08')).body).toMatchObject({ from: '2025-02', lookBackMonths: 12 });
    expect((await peersOf(peers[3]!)).body).toMatchObject({ from: null, lookBackMonths: null });
    expect((await peersOf(peers[3]!)).body.figures).not.toHaveProperty('contactRequested');
    // No month of this period is published yet.
    expect((await asked('2026-02')).body).toMatchObject({ from: null, month });
    expect((await asked('2026-13')).status).toBe(400);
  });

  it('leave out a figure that fewer than 11 of them publish', async () => {
    // Everybody has provided a tax file number, so no plan publishes the share.
    expect(await publishedOf(peers[0]!, 'MemberSnapshot.shareOfMembers', 'Member.taxFileNumberProvided', 'Yes')).toBe(
      null,
    );
    const { figures } = (await peersOf(peers[0]!)).body;
    expect(figures).toHaveProperty('score');
    expect(figures).not.toHaveProperty('taxFileNumberProvided');
  });

  it('are shown to users who have this plan in reach, and name no other plan', async () => {
    const representative = api.client();
    await representative.signIn('companyrep');
    const { status, body } = await peersOf('TWR.P0001', representative);
    expect(status).toBe(200);
    expect(body).toEqual((await peersOf('TWR.P0001')).body);
    expect(JSON.stringify(body).match(/(TWR|LBE)\.P\d+/g)).toEqual(['TWR.P0001']);
    expect(body.figures.score).toMatchObject({ plans: peers.length });
  });

  it('are refused for a plan out of reach, to roles without plans, and without signing in', async () => {
    for (const [username, planId] of [
      ['companyrep', alone],
      ['companyrep', peers[1]!],
      ['companyrep', 'TWR.there-is-none'],
      ['devops', 'TWR.P0001'],
      ['providerrep', 'TWR.P0001'],
    ] as const) {
      const browser = api.client();
      await browser.signIn(username);
      expect([username, planId, (await peersOf(planId, browser)).status]).toEqual([username, planId, 403]);
    }
    expect((await peersOf('TWR.P0001', api.client())).status).toBe(401);
  });

  it('are none where the platform has fewer than 11 plans of 30 members', async () => {
    expect((await peersOf(alone)).body).toEqual({
      planId: alone,
      from: null,
      lookBackMonths: null,
      month,
      because: 'fewPlans',
      figures: {},
    });
  });

  it('do not exist for a plan under 30 members, which is not a peer of others either', async () => {
    expect((await peersOf(small)).body).toEqual({
      planId: small,
      from: null,
      lookBackMonths: null,
      month,
      because: 'fewMembers',
      figures: {},
    });
  });

  it('are none before a month is closed', async () => {
    expect((await peersOf(unstarted)).body).toEqual({
      planId: unstarted,
      from: null,
      lookBackMonths: null,
      month: null,
      because: 'noFigures',
      figures: {},
    });
  });

  it('take no filters, so that nobody can narrow them to fewer plans', async () => {
    expect((await staff.request('/api/plans/TWR.P0001/peers?gender=Female')).status).toBe(400);
  });
});

describe('the rank of a plan', () => {
  const ranking = async (planId: string, browser = staff) => {
    const { status, body } = await browser.request(`/api/plans/${planId}/ranking`);
    return { status, body: body as unknown as PlanRanking };
  };

  /** Members with a nomination: what the others leave, or the sum of the kinds where only those are published. */
  async function nominatedIn(planId: string) {
    const of = async (kind: string) =>
      publishedOf(planId, 'MemberSnapshot.shareOfMembers', 'Member.beneficiaryNominationType', kind);
    const none = await of('4|None');
    if (none !== null) return Math.round((100 - none) * 10) / 10;
    const kinds = await Promise.all(['1|Binding', '2|Non-binding', '3|Expired binding'].map(of));
    return kinds.includes(null) ? null : Math.round(kinds.reduce((all, each) => all! + each!, 0)! * 10) / 10;
  }

  it('is its place among the published shares of all plans of 11 members or more', async () => {
    const shares = publishedBy(await Promise.all([...peers, small, alone].map(nominatedIn)));
    const { status, body } = await ranking(peers[3]!);
    expect(status).toBe(200);
    expect(body).toMatchObject({ planId: peers[3], months: [{ month }] });
    const { rank, share, plans, ahead } = body.months[0]!.nominatedBeneficiary;
    expect({ share, plans }).toEqual({ share: await nominatedIn(peers[3]!), plans: shares.length });
    const below = shares.filter((of) => of < share!).length;
    const equal = shares.filter((of) => of === share).length;
    expect(ahead).toBe(below);
    expect(rank).toBeCloseTo((100 * (below + equal / 2)) / shares.length, 6);
  });

  it('is refused for a plan out of reach, and names no other plan', async () => {
    const representative = api.client();
    await representative.signIn('companyrep');
    expect((await ranking(peers[1]!, representative)).status).toBe(403);
    const { body } = await ranking('TWR.P0001', representative);
    expect(JSON.stringify(body).match(/(TWR|LBE)\.P\d+/g)).toEqual(['TWR.P0001']);
  });

  it('is unknown before a month is closed', async () => {
    expect((await ranking(unstarted)).body).toEqual({ planId: unstarted, months: [] });
  });
});

describe('the report of a plan', () => {
  const report = async (query: string, browser = staff) => {
    const { status, body } = await browser.request(`/api/plans/${query}`);
    return { status, body: body as unknown as PlanReport };
  };

  it('names the plan, and the months that it is about', async () => {
    const { status, body } = await report(`${peers[0]}/reports?template=DEFAULT&companyId=${peers[0]}-E1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      planId: peers[0],
      planName: `Plan ${peers[0]}`,
      reportingStartDate: '2026-01-31',
      reportingEndDate: '2026-01-31',
      contacts: { cover: { planShortName: peers[0], planName: `Plan ${peers[0]}` }, providerContacts: [] },
      encodedProviderLogo: null,
    });
    expect((await report(`${unstarted}/reports`)).body).toMatchObject({
      reportingEndDate: null,
      planAnalytics: { snapshots: [] },
    });
  });

  it('has the figures that the plan’s screens show, and its ranks', async () => {
    const { body } = await report(`${peers[2]}/reports`);
    const [snapshot] = body.planAnalytics.snapshots;
    const total = await publishedOf(peers[2]!, 'MemberSnapshot.totalAssetsOwned');
    const ranks = (await staff.request(`/api/plans/${peers[2]}/ranking`)).body as unknown as PlanRanking;
    expect(snapshot).toMatchObject({
      countMembers: 60,
      totalAssetsOwned: total,
      history: [{ at: '2026-01-31', countMembers: 60, totalAssetsOwned: total }],
      planRanking: { rankNominatedBeneficiary: ranks.months[0]!.nominatedBeneficiary.rank },
      percentEmailAddressProvided: await publishedOf(peers[2]!, 'MemberSnapshot.emailAddressProvidedPercent'),
      percentInsuranceCoverAny: await publishedOf(
        peers[2]!,
        'MemberSnapshot.shareOfMembers',
        'Member.noLifeInsurance',
        'No',
      ),
    });
    expect(
      JSON.stringify(body)
        .match(/(TWR|LBE)\.P\d+/g)
        ?.every((id) => id === peers[2]),
    ).toBe(true);
  });

  it('is refused for another plan’s employer, a plan out of reach, and a role that makes no documents', async () => {
    expect((await report(`${peers[0]}/reports?companyId=${peers[1]}-E1`)).status).toBe(404);
    for (const [username, planId] of [
      ['companyrep', peers[1]!],
      ['devops', peers[0]!],
    ] as const) {
      const browser = api.client();
      await browser.signIn(username);
      expect([username, (await report(`${planId}/reports`, browser)).status]).toEqual([username, 403]);
    }
  });
});
