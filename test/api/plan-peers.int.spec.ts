import { setTimeout as delay } from 'node:timers/promises';
import type { PlanPeers } from '@superscope/contracts/plan-peers';
import type { PlanRanking } from '@superscope/contracts/plan-ranking';
import type { PlanReport } from '@superscope/contracts/plan-report';
import type { Template, TemplateChange, TemplateDifference } from '@superscope/contracts/report-templates';
import { memberStream, requestContact } from '@superscope/domain/member/member';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { quartilesOf } from '@superscope/domain/publishing/quartiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';

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
  engines = await PortalEngines.start();
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
  await projector.drained();
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

/** What templates and PDFs are kept for. */
async function registerPlatform(): Promise<void> {
  const platform = { platformId: 'TWR', name: 'Tallowood Retirement', providerId: 'TRP' };
  await engines.store.transact(platformStream, 'TWR', recordPlatform(platform), byTest());
  await projector.drained();
}

describe('a template of reports', () => {
  const planId = peers[1]!;
  const companyId = `${planId}-E1`;
  let admin: ReturnType<typeof api.client>;
  beforeAll(async () => {
    await registerPlatform();
    admin = api.client();
    await admin.signIn('admin');
  });
  const fields = {
    platformId: 'TWR',
    planId,
    companyId,
    templateName: 'Annual',
    reportingStartDate: '2025-06-30',
    reportingEndDate: '2026-12-31T00:00:00.000+11:00',
  };
  const page = {
    templatePageNumber: 22,
    templatePageName: 'CustomBiSectionPage',
    sequence: 2,
    heading: 'Your year',
    pageSections: [
      {
        id: 'did',
        templateSectionName: 'What we did',
        sequence: 1,
        sectionItems: [{ sequence: 1, text: 'Two\nseminars.' }],
      },
    ],
  };
  const cover = { templatePageNumber: 1, templatePageName: 'CoverPage', sequence: 1 };
  const save = (body: object, client = admin) => client.post('/api/pcr', body);
  /** A read that includes a write. */
  const read = async <T>(path: string, written: Record<string, unknown>) => {
    const headers = { 'X-After': `${String(written['stream'])}@${String(written['position'])}` };
    return (await admin.request(path, { headers })).body as unknown as T;
  };
  const list = (written: Record<string, unknown>) => read<Template[]>(`/api/pcr?companyId=${companyId}`, written);
  const reportOf = (written: Record<string, unknown>, query = '') =>
    read<PlanReport>(`/api/plans/${planId}/reports?companyId=${companyId}${query}`, written);

  it('is for Admins only', async () => {
    for (const username of ['companyrep', 'providerrep', 'authorisedrep', 'staff', 'auditor', 'devops']) {
      const client = api.client();
      await client.signIn(username);
      const answers = [
        await client.request('/api/pcr'),
        await save({ ...fields, reportPages: [] }, client),
        await client.request('/api/pcr/resources'),
        await client.request(`/api/plans/${planId}/reports/employer-${companyId}`, { method: 'DELETE' }),
      ];
      expect([username, ...answers.map(({ status }) => status)]).toEqual([username, 403, 403, 403, 403]);
    }
  });

  it('is made with pages, sections and items, and serves its employer at once', async () => {
    const { status, body } = await save({ ...fields, reportPages: [page, cover] });
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body['id']).toBe(`employer-${companyId}`);
    const [template] = await list(body);
    expect(template).toMatchObject({
      templateName: 'Annual',
      reportingEndDate: '2026-12-31',
      reportPages: [
        { templatePageName: 'CoverPage', pageSections: [] },
        { heading: 'Your year', pageSections: [{ id: 'did', sectionItems: [{ text: 'Two\nseminars.', note: null }] }] },
      ],
    });
    const served = await reportOf(body);
    expect(served).toMatchObject({
      template: 'Annual',
      reportingStartDate: '2026-01-31',
      reportingEndDate: '2026-01-31',
      reportPages: [
        { templatePageName: 'CoverPage' },
        { pageSections: [{ heading: 'What we did', sectionItems: [{ text: 'Two\nseminars.' }] }] },
      ],
    });
    const wholePlan = await read<PlanReport>(`/api/plans/${planId}/reports`, body);
    expect([wholePlan.template, wholePlan.reportPages]).toEqual(['DEFAULT', []]);
    expect((await admin.request(`/api/plans/${planId}/reports?template=Other`)).status).toBe(404);
  });

  it('is refused with the messages of its fields, where it is there already, and for another plan’s employer', async () => {
    const messages = async (body: object) => {
      const { status, body: answer } = await save(body);
      return [status, answer.message];
    };
    expect(await messages({ ...fields, reportPages: [] })).toEqual([
      409,
      'There is a template for this already: Annual.',
    ]);
    const id = `employer-${companyId}`;
    for (const [body, message] of [
      [{ ...fields, id, templateName: ' ' }, 'Template is required'],
      [{ ...fields, id, reportPages: [{ ...cover, templatePageName: '' }] }, 'Page template is required'],
      [{ ...fields, id, reportPages: [{ ...cover, sequence: 0 }] }, 'Sequence must be greater than 0'],
      [
        { ...fields, id, reportPages: [{ ...page, pageSections: [{ templateSectionName: '', sequence: 1 }] }] },
        'Name is required',
      ],
      [{ ...fields, id, reportPages: [{ ...cover, templatePageName: 'PdfSourcePage' }] }, 'Pdf filename is required'],
      [
        {
          ...fields,
          id,
          reportPages: [{ ...cover, templatePageName: 'PdfSourcePage', sourceFilename: 'No.pdf', sourcePageNumber: 1 }],
        },
        'There is no PDF ‘No.pdf’ on this platform.',
      ],
      [{ ...fields, id, reportPages: [{ ...cover, id: 'again' }] }, 'This template has the page Cover already.'],
    ] as const) {
      const [status, said] = await messages(body);
      expect([status, String(said)]).toEqual([400, expect.stringContaining(message)]);
    }
    expect((await save({ ...fields, companyId: `${peers[2]}-E1` })).status).toBe(404);
    expect((await save({ ...fields, id, companyId: null })).status).toBe(400);
  });

  it('says who changed what, and brings a deleted page and a deleted template back', async () => {
    const id = `employer-${companyId}`;
    const { body: renamed } = await save({ ...fields, id, templateName: 'Yearly' });
    const [template] = await list(renamed);
    const custom = template!.reportPages[1]!;
    const owner = `/api/plans/${planId}/reports/${id}`;
    const remove = (path: string) => admin.request(path, { method: 'DELETE' });
    expect((await remove(`/api/platforms/LBE/reports/${id}`)).status).toBe(404);
    expect((await remove(`/api/plans/${peers[2]}/reports/${id}`)).status).toBe(404);
    const itemId = custom.pageSections[0]!.sectionItems[0]!.id;
    const { status } = await remove(`${owner}/pages/${custom.id}/sections/did/items/${itemId}`);
    expect(status).toBe(200);
    expect((await remove(`${owner}/pages/${custom.id}/sections/did`)).status).toBe(200);
    const { body: gone } = await remove(`${owner}/pages/${custom.id}`);
    expect((await list(gone))[0]!.reportPages).toHaveLength(1);
    const changes = await read<TemplateChange[]>(`/api/pcr/${id}/changes`, gone);
    expect(changes.map(({ what }) => what)).toEqual([
      'Page deleted',
      'Section deleted',
      'Item 1 deleted',
      'Template renamed',
      'Page made',
      'Item 1 added',
      'Section added',
      'Page made',
      'Template made',
    ]);
    expect(new Set(changes.map(({ by }) => by)).size).toBe(1);
    expect(changes[0]!.by).not.toBeNull();
    const { revision } = changes.find(({ what }) => what === 'Template renamed')!;
    const difference = await read<TemplateDifference>(`/api/pcr/${id}/changes/${revision}?pageId=${custom.id}`, gone);
    expect(difference).toEqual({
      now: [],
      then: ['Page 2: Your year', 'Section 1: What we did', 'Item 1: Two\nseminars.'],
    });
    const back = await admin.post(`/api/pcr/${id}/bringBack`, { revision, pageId: custom.id });
    expect((await list(back.body))[0]!.reportPages[1]).toEqual(custom);
    const deleted = await remove(owner);
    expect(await list(deleted.body)).toEqual([]);
    expect((await reportOf(deleted.body)).template).toBe('DEFAULT');
    const again = await admin.post(`/api/pcr/${id}/bringBack`, { revision: Number(deleted.body['revision']) - 1 });
    expect((await reportOf(again.body)).template).toBe('Yearly');
    expect((await admin.post(`/api/pcr/${id}/bringBack`, { revision: 99 })).status).toBe(404);
  });
});

describe('PDFs for reports', () => {
  let admin: ReturnType<typeof api.client>;
  beforeAll(async () => {
    admin = api.client();
    await admin.signIn('admin');
  });
  const after = (body: Record<string, unknown>) => ({
    headers: { 'X-After': `${String(body['stream'])}@${String(body['position'])}` },
  });
  const upload = (content: Uint8Array<ArrayBuffer>, name = 'Governance.pdf', query = '') => {
    const body = new FormData();
    body.append('file', new Blob([content], { type: 'application/pdf' }), name);
    return admin.request(`/api/pcr/upload?platformId=TWR${query}`, { method: 'POST', body });
  };

  it('are uploaded with the pages to keep, listed, downloaded, used by a page, and removed once unused', async () => {
    const taken = await upload(pdfOf(3), 'Governance.pdf', `&pageNumbers=${encodeURIComponent('1, 3')}`);
    expect([taken.status, taken.body.message]).toEqual([200, undefined]);
    expect(taken.body).toMatchObject({ filename: 'Governance.pdf', pages: 2, warning: null });
    const listed = (await admin.request('/api/pcr/upload?platformId=TWR', after(taken.body))).body;
    expect(listed).toMatchObject([{ filename: 'Governance.pdf', pages: 2, usedBy: [], platformId: 'TWR' }]);
    const saved = await admin.request('/api/pcr/download/Governance.pdf?platformId=TWR');
    expect(saved.headers.get('content-disposition')).toContain('filename="Governance.pdf"');
    const scope = {
      platformId: 'TWR',
      templateName: 'Standard',
      reportingStartDate: '2025-01-01',
      reportingEndDate: '2027-01-01',
    };
    const page = {
      templatePageNumber: 23,
      templatePageName: 'PdfSourcePage',
      sequence: 1,
      sourceFilename: 'Governance.pdf',
    };
    const tooFar = await admin.post('/api/pcr', { ...scope, reportPages: [{ ...page, sourcePageNumber: 3 }] });
    expect([tooFar.status, tooFar.body.message]).toEqual([400, '‘Governance.pdf’ has 2 pages.']);
    const made = await admin.post('/api/pcr', { ...scope, reportPages: [{ ...page, sourcePageNumber: 2 }] });
    expect(made.status).toBe(200);
    const used = (await admin.request('/api/pcr/resources', after(made.body))).body;
    expect(used).toMatchObject([{ platformId: 'TWR', usedBy: [{ templateName: 'Standard', sequence: 1 }] }]);
    const address = '/api/pcr/upload?platformId=TWR&filename=Governance.pdf';
    const refused = await admin.request(address, { method: 'DELETE' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      '‘Governance.pdf’ stands for page 1 of Standard, so it cannot be removed.',
    ]);
    expect((await upload(pdfOf(1))).status).toBe(409);
    const gone = await admin.request('/api/platforms/TWR/reports/platform-TWR', { method: 'DELETE' });
    await admin.request('/api/pcr', after(gone.body));
    const removed = await admin.request(address, { method: 'DELETE' });
    expect(removed.status).toBe(200);
    expect((await admin.request('/api/pcr/resources', after(removed.body))).body).toEqual([]);
    expect((await admin.request('/api/pcr/download/Governance.pdf?platformId=TWR')).status).toBe(404);
  });

  it('are refused by name if they are something else than they say, or hold what a report must not', async () => {
    const said = async (content: Uint8Array<ArrayBuffer>, name?: string, query?: string) => {
      const { status, body } = await upload(content, name, query);
      return [status, body.message];
    };
    expect(await said(Buffer.from('MZ not a PDF'))).toEqual([400, 'The file is not a PDF.']);
    expect(await said(Buffer.from('%PDF-1.7 nothing'))).toEqual([
      400,
      '‘Governance.pdf’ was refused. It is damaged. Save it again and try again.',
    ]);
    expect(await said(pdfOf(1, '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'), 'Roadshow.pdf')).toEqual([
      400,
      '‘Roadshow.pdf’ was refused. It contains JavaScript that runs when the file is opened (OpenAction). Save it without and try again.',
    ]);
    expect(await said(pdfOf(2), 'Governance.pdf', '&pageNumbers=5')).toEqual([
      400,
      '‘Governance.pdf’ was refused. The file has 2 pages.',
    ]);
    expect((await said(pdfOf(1), 'a.b.pdf'))[0]).toBe(400);
    expect((await said(Buffer.concat([pdfOf(1), Buffer.alloc(21 * 1024 ** 2)])))[0]).toBe(413);
  });
});

/** A small PDF of blank pages. `more`: entries of its catalog. */
function pdfOf(pages: number, more = ''): Buffer<ArrayBuffer> {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 3} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${more} >>`,
    `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
