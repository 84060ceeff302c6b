import type { PlanEvent } from '@superscope/domain/plan/plan.events';
import { describe, expect, it } from 'vitest';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { ClosePlan, closePlanEndpoint } from './close-plan.slice.js';

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
const by = systemContext('close');

describe('closing a plan', () => {
  it('is recorded with the first day without it', async () => {
    const { store, written } = storeWith({ 'plan-EAST.P1': [registered] });
    await new ClosePlan.handler(store).execute(ClosePlan.of('EAST.P1', '2024-07-01')(by));
    expect(written).toEqual([['plan-EAST.P1', { type: 'PlanClosed', data: { planId: 'EAST.P1', on: '2024-07-01' } }]]);
  });

  it('before it starts is refused', async () => {
    const { store, written } = storeWith({ 'plan-EAST.P1': [registered] });
    const early = ClosePlan.of('EAST.P1', '2020-06-30')(by);
    await expect(new ClosePlan.handler(store).execute(early)).rejects.toMatchObject({ code: 'invalid' });
    expect(written).toEqual([]);
  });

  it('takes only an existing day', () => {
    expect(closePlanEndpoint.body.safeParse({ on: '2024-07-01' }).success).toBe(true);
    for (const body of [{ on: '2024-06-31' }, {}, { on: '2024-07-01', at: 1 }])
      expect(closePlanEndpoint.body.safeParse(body).success).toBe(false);
  });
});
