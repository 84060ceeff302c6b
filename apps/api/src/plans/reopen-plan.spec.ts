import type { PlanEvent } from '@superscope/domain/plan/plan.events';
import { describe, expect, it } from 'vitest';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { ReopenPlan, reopenPlanEndpoint } from './reopen-plan.slice.js';

const registered: PlanEvent = {
  type: 'PlanRegistered',
  data: {
    planId: 'EAST.P1',
    platformId: 'EAST',
    name: 'Acme',
    shortName: 'Acme',
    startDate: '2020-07-01',
    superScoreClient: true,
    relationshipManager: null,
    onePayroll: null,
  },
};
const closed: PlanEvent = { type: 'PlanClosed', data: { planId: 'EAST.P1', on: '2024-07-01' } };
const reopen = ReopenPlan.of('EAST.P1')(systemContext('reopen'));

describe('reopening a plan', () => {
  it('withdraws its closing', async () => {
    const { store, written } = storeWith({ 'plan-EAST.P1': [registered, closed] });
    await new ReopenPlan.handler(store).execute(reopen);
    expect(written).toEqual([['plan-EAST.P1', { type: 'PlanReopened', data: { planId: 'EAST.P1' } }]]);
  });

  it('that is open writes nothing, and one that does not exist is refused', async () => {
    const open = storeWith({ 'plan-EAST.P1': [registered] });
    expect(await new ReopenPlan.handler(open.store).execute(reopen)).toMatchObject({ events: 0 });
    await expect(new ReopenPlan.handler(storeWith().store).execute(reopen)).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('takes no body', () => {
    const { readBody } = reopenPlanEndpoint;
    expect(
      'safeParse' in readBody &&
        [undefined, null, {}, { on: '2024-07-01' }, []].map((b) => readBody.safeParse(b).success),
    ).toEqual([true, true, true, false, false]);
  });
});
