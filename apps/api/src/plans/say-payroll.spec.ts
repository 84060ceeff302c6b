import type { PlanEvent } from '@superscope/domain/plan/plan.events';
import { describe, expect, it } from 'vitest';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { SayPayroll, sayPayrollEndpoint } from './say-payroll.slice.js';

const data = {
  planId: 'EAST.P1',
  platformId: 'EAST',
  name: 'Acme',
  shortName: 'Acme',
  startDate: '2020-07-01',
  superScoreClient: true,
  relationshipManager: null,
  onePayroll: null,
};
const registered: PlanEvent = { type: 'PlanRegistered', data };
const by = systemContext('payroll');

describe('saying whether a plan has one payroll', () => {
  it('revises the plan, once, and can be taken back', async () => {
    const { store, written } = storeWith({ 'plan-EAST.P1': [registered] });
    const handler = new SayPayroll.handler(store);
    for (const onePayroll of [true, true, false, null]) await handler.execute(SayPayroll.of('EAST.P1', onePayroll)(by));
    expect(written).toEqual(
      [true, false, null].map((onePayroll) => [
        'plan-EAST.P1',
        { type: 'PlanDetailsRevised', data: { ...data, onePayroll } },
      ]),
    );
  });

  it('is refused for a plan that there is not', async () => {
    const { store, written } = storeWith({});
    const unknown = SayPayroll.of('EAST.P1', true)(by);
    await expect(new SayPayroll.handler(store).execute(unknown)).rejects.toMatchObject({ code: 'not-found' });
    expect(written).toEqual([]);
  });

  it('takes yes, no and nothing said, and is for Admins', () => {
    for (const onePayroll of [true, false, null])
      expect(sayPayrollEndpoint.body.safeParse({ onePayroll }).success).toBe(true);
    for (const body of [{}, { onePayroll: 'Yes' }]) expect(sayPayrollEndpoint.body.safeParse(body).success).toBe(false);
    expect(sayPayrollEndpoint.right).toBe('corrections.write');
  });
});
