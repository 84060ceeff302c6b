import { planStream, recordPlan } from '@superscope/domain/plan/plan';
import { providerStream, recordProvider } from '@superscope/domain/provider/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { byTest } from '../harness/sample-plan.js';
import { MembersPortal, longAgo } from '../members/members-portal.js';

let portal: MembersPortal;
let helen: ApiClient;

beforeAll(async () => {
  portal = await MembersPortal.start(longAgo);
  helen = await portal.signedIn('authorisedrep');
});
afterAll(() => portal.stop());

describe('the lookups of staff tools', () => {
  const listed = async (client: ApiClient, path: string) => {
    const { status, body } = await client.request(path);
    return status === 200 ? (body as unknown as { id: string }[]).map(({ id }) => id) : status;
  };

  it('find employers by name, within a plan, a platform, and by whether they have members', async () => {
    const { body } = await helen.request('/api/companies?name=EMPL&planId=PF.a');
    expect(body).toEqual([
      { id: 'PF.a-E1', name: 'Employer', plan: { id: 'PF.a', name: 'Plan PF.a', superScoreClient: true } },
    ]);
    expect(await listed(helen, '/api/companies?name=nobody')).toEqual([]);
    expect(await listed(helen, '/api/companies?platformId=QF')).toEqual(['QF.b-E1']);
    expect(await listed(helen, '/api/companies?id=PF.a-E1')).toEqual(['PF.a-E1']);
    expect(await listed(helen, '/api/companies?id=PF.none')).toEqual([]);
    expect(await listed(helen, '/api/companies?memberless=false')).toEqual(['PF.a-E1']);
    expect(await listed(helen, '/api/companies?memberless=true')).toEqual(['QF.b-E1']);
    expect(await listed(helen, '/api/companies?microsite=true')).toEqual([]);
  });

  it('list only the employers and providers of the plans in reach', async () => {
    const wanda = await portal.signedIn('wanda');
    expect(await listed(wanda, '/api/companies')).toEqual(['QF.b-E1']);
    expect(await listed(wanda, '/api/companies?planId=PF.a')).toBe(403);
    expect(await listed(wanda, '/api/companies?id=PF.a-E1')).toEqual([]);
    expect(await listed(await portal.signedIn('nobody'), '/api/companies')).toEqual([]);
    const { store } = portal.engines;
    for (const [providerId, name] of [
      ['TALLOW', 'Tallowood'],
      ['WATTLE', 'Wattle'],
    ] as const)
      await store.transact(providerStream, providerId, recordProvider({ providerId, name }), byTest());
    await portal.caughtUp();
    expect(await listed(wanda, '/api/providers')).toEqual(['WATTLE']);
    expect(await listed(await portal.signedIn('staff'), '/api/providers?name=t')).toEqual(['TALLOW', 'WATTLE']);
    expect(await listed(await portal.signedIn('nobody'), '/api/providers')).toEqual([]);
  });

  it('are for consultants and staff', async () => {
    for (const username of ['companyrep', 'providerrep', 'auditor', 'devops']) {
      const client = await portal.signedIn(username);
      for (const path of ['/api/companies', '/api/providers', '/api/platforms'])
        expect([username, path, await listed(client, path)]).toEqual([username, path, 403]);
    }
  });
});

describe('the SuperScore checklist of an employer', () => {
  const checklist = async (username: string, companyId: string) =>
    (await portal.signedIn(username)).request(`/api/companies/${companyId}/superScoreChecklist`);

  it('is a Word document for consultants and staff who reach its plan, if that is a SuperScore client', async () => {
    const made = await checklist('joon', 'PF.a-E1');
    expect(made.status).toBe(200);
    expect(made.headers.get('content-disposition')).toContain('filename="SuperScore checklist, Employer.docx"');
    expect(String(made.body).slice(0, 2)).toBe('PK');
    const none = { status: 404, body: { message: 'There is no such employer.' } };
    for (const companyId of ['PF.a-E1', 'PF.none']) expect(await checklist('wanda', companyId)).toMatchObject(none);
    for (const username of ['companyrep', 'auditor', 'devops'])
      expect([username, (await checklist(username, 'PF.a-E1')).status]).toEqual([username, 403]);
    const { store } = portal.engines;
    const plan = { planId: 'QF.b', platformId: 'QF', name: 'Plan QF.b', startDate: '2020-01-01' };
    await store.transact(planStream, 'QF.b', recordPlan({ ...plan, superScoreClient: false }), byTest());
    await portal.caughtUp();
    expect(await checklist('wanda', 'QF.b-E1')).toMatchObject({
      status: 409,
      body: { message: 'Not a SuperScore client' },
    });
  });
});
