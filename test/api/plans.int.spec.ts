import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { SamplePlan } from '../harness/sample-plan.js';

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
  const large = new SamplePlan(engines.store, engines.identity, 'PF.large');
  await large.figures();
  await large.register(14);
  await large.month('2026-01', 80_000);
  const small = new SamplePlan(engines.store, engines.identity, 'PF.small');
  await small.register(6);
  await small.month('2026-01', 80_000);
  await new SamplePlan(engines.store, engines.identity, 'PF.new').register(1);
  while (!(await staff.request('/api/plan/PF.small')).body['lastMonth']) await delay(50);
  await projector.drained();
});

afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

describe('a plan', () => {
  it('is found by a part of its name, whatever the case, and special characters are just characters', async () => {
    expect((await staff.request('/api/plan?name=pf.LARGE')).body).toEqual([{ id: 'PF.large', name: 'Plan PF.large' }]);
    for (const special of ['.*', '[', '%5C', '%00', 'large%00'])
      expect(await staff.request(`/api/plan?name=${special}`)).toMatchObject({ status: 200, body: [] });
  });

  it('says which months it has figures of, and of when its balances are', async () => {
    expect((await staff.request('/api/plan/PF.large')).body).toMatchObject({
      firstMonth: '2026-01',
      balancesAsAt: '2026-01-31',
      platform: { id: 'PF' },
    });
    expect((await staff.request('/api/plan/PF.new')).body).toMatchObject({ firstMonth: null, lastMonth: null });
    expect((await staff.request('/api/plan/PF.there-is-none')).status).toBe(404);
  });

  it('has a score that is the mean of its members, and one for each area', async () => {
    const { body } = await staff.request('/api/planSuperScore?planId=PF.large');
    const [row] = await engines.rows<{ score: number }>(
      `SELECT avg(score) / 1e6 AS score FROM member_snapshot FINAL WHERE plan_id = 'PF.large' AND month = (SELECT max(month) FROM member_snapshot)`,
    );
    expect(body['score']).toBeCloseTo(row!.score, 6);
    expect(body).toMatchObject({ members: 14, suppressed: false });
    for (const area of Object.values(body['areas'] as Record<string, number>)) {
      expect(area).toBeGreaterThanOrEqual(0);
      expect(area).toBeLessThanOrEqual(1);
    }
  });

  it('of ten members or fewer tells no figure, and a new one that it has none', async () => {
    expect((await staff.request('/api/planSuperScore?planId=PF.small')).body).toMatchObject({
      score: null,
      members: null,
      suppressed: true,
    });
    expect((await staff.request('/api/planSuperScore?planId=PF.new')).body).toMatchObject({ month: null, members: 0 });
  });

  it('must be named to ask for its score', async () => {
    expect(await staff.request('/api/planSuperScore')).toMatchObject({
      status: 400,
      body: { message: 'planId is required' },
    });
  });
});

describe('the calculation variables', () => {
  it('are ASFA’s budgets of the newest complete set', async () => {
    expect((await staff.request('/api/calculationVariables')).body).toEqual({
      asfaRetirement: { at: '2024-07-01', modestSingleYearTotal: 33_134, comfortableSingleYearTotal: 52_085 },
    });
  });
});

describe('what changes', () => {
  it('is told to the browsers that listen, of plans in their reach', async () => {
    const answer = await fetch(`${api.url}/api/changes`, { headers: { Cookie: staff.cookie } });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.told');
    await plan.register(1);
    const reader = answer.body!.getReader();
    const text = new TextDecoder();
    let heard = '';
    while (!heard.includes('"planId":"PF.told"')) heard += text.decode((await reader.read()).value);
    expect(heard).toContain('event: change');
    await reader.cancel();
  });

  it('can be waited for by who did it', async () => {
    const plan = new SamplePlan(engines.store, engines.identity, 'PF.mine');
    const written = await plan.register(1).then(async () => {
      let last = null;
      for await (const event of engines.store.read('plan-PF.mine')) last = event;
      return last!;
    });
    const after = `plan-PF.mine@${written.position.commit}/${written.position.prepare}`;
    const answer = await staff.request('/api/plan/PF.mine', { headers: { 'X-After': after } });
    expect(answer.status).toBe(200);
  });
});
