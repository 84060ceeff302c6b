import type { ServedTemplate } from '@superscope/contracts/plan-report';
import { companyStream, recordCompany } from '@superscope/domain/company/company';
import { planStream, recordPlan } from '@superscope/domain/plan/plan';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let admin: ApiClient;

/** The employers of each plan. */
const plans = { 'TWR.K1': ['TWR.K1-E1', 'TWR.K1-E2', 'TWR.K1-E3'], 'TWR.K2': ['TWR.K2-E1'], 'TWR.K3': [] } as const;

const addCompany = (companyId: string, planId: string) =>
  engines.store.transact(
    companyStream,
    companyId,
    recordCompany({ companyId, planId, name: `Employer ${companyId}`, abn: null, industry: null, active: true }),
    byTest(),
  );

beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  api = await startApi(engines);
  const platform = { platformId: 'TWR', name: 'Tallowood', providerId: 'WATTLE' };
  await engines.store.transact(platformStream, 'TWR', recordPlatform(platform), byTest());
  for (const [planId, companies] of Object.entries(plans)) {
    const plan = { planId, platformId: 'TWR', name: `Plan ${planId}`, shortName: planId, startDate: '2020-01-01' };
    const details = { ...plan, superScoreClient: true, relationshipManager: null, onePayroll: null };
    await engines.store.transact(planStream, planId, recordPlan(details), byTest());
    for (const companyId of companies) await addCompany(companyId, planId);
  }
  await caughtUp(engines, projector);
  admin = api.client();
  await admin.signIn('admin');
});
afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

type Scope = { planId?: string; companyId?: string };

const templateOf = (scope: Scope) => ({
  platformId: 'TWR',
  ...scope,
  templateName: `Of ${scope.companyId ?? scope.planId ?? 'all'}`,
  reportingStartDate: '2020-01-01',
  reportingEndDate: '2030-01-01',
});
const precedence = async (scope: Scope = {}) => {
  const { status, body } = await admin.request(
    `/api/pcr/precedence?${new URLSearchParams({ platformId: 'TWR', ...scope })}`,
  );
  expect(status).toBe(200);
  return body;
};
/** What the reports of the platform begin with, as their making says: the name of each one's template. */
async function begun(): Promise<string[]> {
  const asked = Object.entries(plans).flatMap(([planId, companies]) =>
    [null, ...companies].map((companyId) => ({ planId, companyId })),
  );
  return Promise.all(
    asked.map(async ({ planId, companyId }) => {
      const of = companyId === null ? '' : `?companyId=${companyId}`;
      const { body } = await admin.request(`/api/plans/${planId}/reports/template${of}`);
      return `${companyId === null ? 'plan' : 'employer'}: ${(body as unknown as ServedTemplate).template}`;
    }),
  );
}
const count = (names: readonly string[], name: string) => names.filter((each) => each === name).length;

describe('the precedence of report templates', () => {
  it('is counted before a template is made, and is what the reports then begin with', async () => {
    expect(await precedence()).toEqual({ employers: 4, plans: 3, narrower: [] });
    for (const scope of [{}, { planId: 'TWR.K1' }, { planId: 'TWR.K1', companyId: 'TWR.K1-E2' }] as Scope[]) {
      const before = await precedence(scope);
      expect((await admin.post('/api/pcr', templateOf(scope))).status).toBe(200);
      await caughtUp(engines, projector);
      expect(await precedence(scope)).toEqual(before);
      const [names, { templateName }] = [await begun(), templateOf(scope)];
      expect([count(names, `employer: ${templateName}`), count(names, `plan: ${templateName}`)]).toEqual([
        before['employers'],
        before['plans'],
      ]);
    }
    expect(await precedence()).toMatchObject({
      employers: 1,
      plans: 2,
      narrower: [
        { templateId: 'plan-TWR.K1', serves: 'Plan TWR.K1', ofEmployer: false, employers: 2, plans: 1 },
        { serves: 'Employer TWR.K1-E2', ofEmployer: true, employers: 1, plans: 0 },
      ],
    });
    expect(await precedence({ planId: 'TWR.K1' })).toMatchObject({
      employers: 2,
      plans: 1,
      narrower: [{ serves: 'Employer TWR.K1-E2', employers: 1 }],
    });
    expect(await precedence({ planId: 'TWR.K1', companyId: 'TWR.K1-E2' })).toEqual({
      employers: 1,
      plans: 0,
      narrower: [],
    });
  });

  it('counts what two people make at the same time once, and an employer that joins', async () => {
    const scope = { planId: 'TWR.K2' };
    const made = await Promise.all([1, 2].map(() => admin.post('/api/pcr', templateOf(scope))));
    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(made.find(({ status }) => status === 409)!.body).toMatchObject({
      message: 'There is a template for this already: Of TWR.K2.',
    });
    await addCompany('TWR.K2-E2', 'TWR.K2');
    await caughtUp(engines, projector);
    expect(await precedence(scope)).toEqual({ employers: 2, plans: 1, narrower: [] });
    expect(await precedence()).toMatchObject({ employers: 0, plans: 1 });
  });

  it('is for those who make templates', async () => {
    for (const username of ['companyrep', 'auditor']) {
      const client = api.client();
      await client.signIn(username);
      expect((await client.request('/api/pcr/precedence?platformId=TWR')).status).toBe(403);
    }
    expect((await admin.request('/api/pcr/precedence')).status).toBe(400);
  });
});
