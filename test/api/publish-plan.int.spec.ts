import { memberStream, recordActivity } from '@superscope/domain/member/member';
import type { Projector } from '@superscope/projector/runtime/projector';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { startProjecting } from '../harness/projecting.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

let engines: PortalEngines;
let projector: Projector;
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ApiClient;
let plan: SamplePlan;

beforeAll(async () => {
  ({ engines, projector } = await startProjecting());
  // The nightly command's first run closes the months before today's.
  api = await startApi(engines);
  admin = api.client();
  await admin.signIn('admin');
  plan = new SamplePlan(engines.store, engines.identity, 'PF.anew');
  await plan.register(12);
  await plan.month('2025-12', 80_000);
  await caughtUp(engines, projector);
});

afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const editions = () =>
  engines.rows<{ month: string; edition: number; consulted: number }>(
    `SELECT toString(month) AS month, edition, countIf(last_consultation_on > '1970-01-01') AS consulted
FROM (SELECT plan_id, month, version, edition FROM plan_month FINAL) AS named
JOIN member_edition AS of USING (plan_id, month, version) WHERE plan_id = 'PF.anew' GROUP BY month, edition`,
  );

const path = '/api/plans/PF.anew/publish';

describe('republishing a plan', () => {
  it('makes an edition of each closed month, once for an Idempotency-Key', async () => {
    expect(await editions()).toEqual([{ month: '2025-12-01', edition: 1, consulted: 0 }]);
    const activity = {
      effectiveDate: '2025-12-05',
      consultant: null,
      valid: null,
      outcome: null,
      amountCents: null,
      personal: { notes: null, fundName: null },
    };
    const consulted = recordActivity('ConsultationPerformed', activity, '2026-03-15');
    const now = byTest(new Date().toISOString());
    await engines.store.transact(memberStream, plan.memberIds[0]!, consulted, now);
    await caughtUp(engines, projector);
    expect(await editions()).toEqual([{ month: '2025-12-01', edition: 1, consulted: 0 }]);
    const answers = [];
    for (let time = 0; time < 2; time += 1)
      answers.push(await admin.post(path, {}, { 'Idempotency-Key': 'publish-once' }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]!.body).toMatchObject({ stream: 'plan-PF.anew', revision: '1' });
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    await caughtUp(engines, projector);
    expect(await editions()).toEqual([{ month: '2025-12-01', edition: 2, consulted: 1 }]);
  });

  it('is allowed to Admins only', async () => {
    for (const username of ['staff', 'auditor', 'devops', 'companyrep']) {
      const browser = api.client();
      await browser.signIn(username);
      expect((await browser.post(path, {})).status).toBe(403);
    }
    expect((await api.client().post(path, {})).status).toBe(401);
  });

  it('is refused for an unknown plan, for an invalid id, and with a body', async () => {
    expect(await admin.post('/api/plans/PF.none-such/publish', {})).toMatchObject({
      status: 404,
      body: { message: 'There is no such plan.' },
    });
    expect((await admin.post('/api/plans/anew/publish', {})).status).toBe(400);
    expect((await admin.post(path, { month: '2025-12' })).status).toBe(400);
  });
});
