import type { PolicyRule } from '@superscope/api/platform/access/policy';
import { may, rights } from '@superscope/api/platform/access/policy';
import type { EndpointDeclaration } from '@superscope/api/platform/endpoint/endpoint';
import { Endpoints } from '@superscope/api/platform/endpoint/endpoints';
import type { Role } from '@superscope/domain/user/user.events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

const own = 'TWR.P0001';
const foreign = 'LBE.P0009';
const asker: Partial<Record<Role, string>> = {
  CompanyRep: 'companyrep',
  ProviderRep: 'providerrep',
  AuthorizedRep: 'authorisedrep',
  Staff: 'staff',
  Admin: 'admin',
  DevOps: 'devops',
  Auditor: 'auditor',
};
/** Roles that may be limited to some plans. The users in `limited` have such roles, and the plan `own` as their only plan. */
const limitedRoles: readonly Role[] = ['CompanyRep', 'ProviderRep', 'AuthorizedRep', 'Application'];
const limited = ['companyrep', 'providerrep'];

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
const clients = new Map<string, ApiClient>();

beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  for (const planId of [own, foreign]) await new SamplePlan(engines.store, engines.identity, planId).register(1);
  await caughtUp(engines, projector);
  api = await startApi(engines);
  for (const username of Object.values(asker)) {
    const client = api.client();
    await client.signIn(username);
    clients.set(username, client);
  }
});
afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const declared = (): readonly EndpointDeclaration[] => api.app.get(Endpoints).all;
/** Endpoints that are not public. Those that local programs may call as well have their own suite (monitoring). */
const restricted = () => declared().filter(({ right, monitored }) => right !== 'public' && monitored !== true);
/** Sends a request to an endpoint, with a placeholder for each path parameter, and an empty object where it takes a body. */
const ask = (client: ApiClient, { method, path, body }: EndpointDeclaration) =>
  client.request(path.replaceAll(/:\w+/g, 'something'), {
    method,
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: '{}' }),
  });
/** Whether users limited to some plans may call an endpoint with this right. */
const isForLimited = (right: PolicyRule) =>
  right !== 'public' && rights[right].some((role: Role) => limitedRoles.includes(role));

const question = (planId: string) => ({
  measures: ['MemberSnapshot.countMembers'],
  filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
});
const asked = (path: string) => ({
  [`GET ${path}`]: (planId: string) => [`${path}?query=${encodeURIComponent(JSON.stringify(question(planId)))}`, null],
  [`POST ${path}`]: (planId: string) => [path, { query: question(planId) }],
});

/** Requests about a plan: one for each endpoint that takes a plan and that users limited to some plans may call. */
const ofPlan: Record<string, (planId: string) => (string | object | null)[]> = {
  'GET /api/plan/:id': (planId) => [`/api/plan/${planId}`, null],
  'GET /api/plan/:id/groups': (planId) => [`/api/plan/${planId}/groups`, null],
  'GET /api/plan/download/:file': (planId) => [`/api/plan/download/flyer.pdf?planId=${planId}`, null],
  'GET /api/planSuperScore': (planId) => [`/api/planSuperScore?planId=${planId}`, null],
  'GET /api/plans/:planId/analyticsSummaryCsv': (planId) => [`/api/plans/${planId}/analyticsSummaryCsv`, null],
  'GET /api/plans/:planId/actions': (planId) => [`/api/plans/${planId}/actions`, null],
  'GET /api/plans/:planId/peers': (planId) => [`/api/plans/${planId}/peers`, null],
  'GET /api/plans/:planId/ranking': (planId) => [`/api/plans/${planId}/ranking`, null],
  'GET /api/plans/:planId/reports': (planId) => [`/api/plans/${planId}/reports`, null],
  'GET /api/plans/:planId/reports/template': (planId) => [`/api/plans/${planId}/reports/template`, null],
  'GET /api/plans/:planId/reports/contacts': (planId) => [`/api/plans/${planId}/reports/contacts`, null],
  'GET /api/plans/:planId/campaigns/:campaignId/effect': (planId) => [
    `/api/plans/${planId}/campaigns/TWR.K1/effect`,
    null,
  ],
  'GET /api/charts/:chartId': (planId) => [`/api/charts/superscore?planId=${planId}`, null],
  'POST /pcm': (planId) => ['/pcm/', { data: { currentPlan: { id: planId } } }],
  'POST /api/reports': (planId) => ['/api/reports', { kind: 'pcmReport', planId }],
  'POST /api/watches': (planId) => ['/api/watches', { planId, metric: 'superScore', direction: 'below', threshold: 2 }],
  'POST /api/figures': (planId) => ['/api/figures', { queries: [question(planId)] }],
  ...asked('/cubejs-api/v1/load'),
  ...asked('/cubejs-api/v1/sql'),
  ...asked('/cubejs-api/v1/subscribe'),
};

/** Statuses of requests about the caller's own plan, where these are not 200. */
const ownAnswers: Record<string, number> = {
  'GET /api/plan/download/:file': 404,
  'GET /api/plans/:planId/campaigns/:campaignId/effect': 404,
  // Without a renderer there are no files.
  'GET /api/charts/:chartId': 501,
  'POST /pcm': 501,
  // Made in the background.
  'POST /api/reports': 202,
  // For staff only.
  'GET /cubejs-api/v1/sql': 403,
  'POST /cubejs-api/v1/sql': 403,
};

/** Endpoints that take no plan. They answer the same to everybody, or only about the caller or the plans in the caller's reach. */
const withoutPlan = [
  'GET /api/plan',
  'GET /api/plans',
  'GET /api/news',
  'GET /api/changes',
  'GET /api/calculationVariables',
  'GET /api/calculationVariables/asfaTargets',
  'GET /cubejs-api/v1/meta',
  // Answers only to the token of this document.
  'GET /api/history/evidence/:viewId',
  // Describes a query without answering it.
  'GET /cubejs-api/v1/dry-run',
  'POST /cubejs-api/v1/dry-run',
  'GET /api/authentication',
  'GET /api/watches',
  // One's own work; others' is tested in background-work.int.spec.ts.
  'GET /api/work/mine',
  'POST /api/work/:workId/stop',
  'POST /api/work/:workId/retry',
  'GET /api/reports/:workId/file',
  'DELETE /api/watches/:watchId',
  'POST /api/authentication/passwordUpdate',
  // Its words are of the plans in reach, see passwords.int.spec.ts.
  'GET /api/authentication/passwordRule',
  'GET /api/authentication/secondFactor',
  'POST /api/authentication/authenticator/begin',
  'POST /api/authentication/authenticator/confirm',
  'POST /api/authentication/authenticator/remove',
  'GET /api/authentication/passkeys',
  'POST /api/authentication/passkeys',
  'POST /api/authentication/passkeys/begin',
  'DELETE /api/authentication/passkeys/:passkeyId',
  // For consultants. The members whom they reach are tested in test/members.
  'GET /api/members',
  'GET /api/members/events',
  'GET /api/moneyFit/exportDetailsCsv',
  'GET /api/plan/:id/superScoreDetails',
  'GET /api/members/:memberId',
  'GET /api/members/:memberId/events',
  'GET /api/members/:memberId/overview',
  'POST /api/members/events',
  'DELETE /api/members/events/:eventId',
  'GET /api/onecentral/consultants',
  'GET /api/members/events/today',
  // For consultants as well: fees and insurance in test/members, reports in background-work.int.spec.ts.
  'GET /api/members/:memberId/balances',
  'GET /api/members/:memberId/feeComparisons',
  'GET /api/companies',
  'GET /api/companies/:companyId/superScoreChecklist',
  'GET /api/companies/:companyId/newFlyer',
  'GET /api/members/:memberId/insuranceAdvice',
  'GET /api/members/:memberId/investmentAdvice',
  'GET /pdf/limited-advice-report',
  'GET /pdf/intra-fund-investment-report',
  'GET /api/providers',
  'GET /api/providers/:id/companies',
  'GET /api/platforms',
  'GET /api/platforms/:platformId/assets',
  'POST /api/feeComparison',
  'POST /api/feeComparison/data',
  'POST /api/feeComparison/netBenefit',
  'POST /api/consultations',
  'POST /api/consultations/draft',
  'GET /api/members/:memberId/consultations',
  'GET /api/members/:memberId/consultations/:consultationId/pdf',
  'GET /api/insuranceCalculation/member',
  'GET /api/insuranceCalculation/:companyId/memberCategories',
  'GET /api/insuranceCalculation/occupationGroups',
  'GET /api/insuranceCalculation/states',
  'GET /api/insuranceCalculation/exportNeedsQuoteCsv',
  'POST /api/insuranceCalculation',
  'POST /api/insuranceCalculation/data',
  'POST /api/insuranceCalculation/need',
  'POST /api/plans/:planId/reports/request',
  'GET /api/plans/:planId/reports/result',
  'POST /api/reports/check',
  'POST /api/speed/screens',
  'POST /api/reports/:workId/check',
  'GET /api/reports/:workId/check',
  // Documents of microsites; what consultants and microsites reach is tested in browser-clients.int.spec.ts.
  'GET /api/documents',
  'GET /api/documents/mappings',
  'GET /api/documents/seen',
  'GET /api/documents/:documentId',
  'GET /api/companies/:companyId/microsite',
  'POST /api/documents',
  'POST /api/documents/mappings',
  'POST /api/documents/mappings/plan',
  'PATCH /api/documents/mappings',
  'DELETE /api/documents/:documentId',
  'DELETE /api/documents/mappings/:mappingId',
  'DELETE /api/companies/microsite/cacheEvict',
  'GET /api/documents/syncUAT',
  'POST /api/documents/syncUAT',
  'POST /api/documents/sync',
  'POST /api/documents/sync/file',
  'POST /api/documents/sync/missing',
  // Applications import and read their own imports. Plans out of their reach are tested in test/import.
  'POST /api/csv/import',
  'POST /api/csv/check',
  // Applications mend files of their own, within their plans: test/import/repairs.int.spec.ts.
  'GET /api/csv/repairs',
  'POST /api/csv/repairs',
  'POST /api/csv/repairs/:id/check',
  'POST /api/csv/repairs/:id/refusedRows',
  'POST /api/csv/repairs/:id/import',
  'DELETE /api/csv/repairs/:id',
  'GET /api/csv/imports',
  'GET /api/csv/imports/:id',
];

/** The status of an answer, or of its first query if it answers several, which are refused one by one. */
const refusalOf = ({ status, body }: Awaited<ReturnType<ApiClient['request']>>) =>
  (body['answers'] as { status: number }[] | undefined)?.[0]?.status ?? status;

describe('every endpoint', () => {
  it('that is not public requires a session', async () => {
    expect(restricted().length).toBeGreaterThan(30);
    const stranger = api.client();
    for (const each of restricted())
      expect([each.route, (await ask(stranger, each)).status]).toEqual([each.route, 401]);
  });

  it.each(Object.entries(asker))('refuses a %s without its right', async (role, username) => {
    const refused = restricted().filter(({ right }) => right !== 'public' && !may(role as Role, right));
    if (role !== 'Admin') expect(refused.length).toBeGreaterThan(0);
    for (const each of refused)
      expect([each.route, (await ask(clients.get(username)!, each)).status]).toEqual([each.route, 403]);
  });

  it('for users limited to some plans is listed here as taking a plan or taking none', () => {
    const forLimited = restricted()
      .filter(({ right }) => isForLimited(right))
      .map(({ route }) => route);
    expect(forLimited.sort()).toEqual([...Object.keys(ofPlan), ...withoutPlan].sort());
  });

  it.each(limited)('that takes a plan refuses %s another plan and an unknown plan alike', async (username) => {
    const client = clients.get(username)!;
    for (const [route, request] of Object.entries(ofPlan))
      for (const planId of [foreign, 'TWR.there-is-none']) {
        const [path, body] = request(planId) as [string, object | null];
        const answer = body === null ? await client.request(path) : await client.post(path, body);
        expect([username, route, planId, refusalOf(answer)]).toEqual([username, route, planId, 403]);
      }
  });

  it('that takes a plan answers about the caller’s own', async () => {
    for (const [route, request] of Object.entries(ofPlan)) {
      const [path, body] = request(own) as [string, object | null];
      const client = clients.get('companyrep')!;
      const { status } = body === null ? await client.request(path) : await client.post(path, body);
      expect([route, status]).toEqual([route, ownAnswers[route] ?? 200]);
    }
  });
});
