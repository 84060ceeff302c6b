import { expect, it } from 'vitest';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { PublishPlan } from './publish-plan.slice.js';

const registered = { type: 'PlanRegistered', data: { planId: 'EAST.P1', platformId: 'EAST' } };
const publish = PublishPlan.of('EAST.P1')(systemContext('publish'));

it('publishes a plan on every request, and refuses an unknown plan', async () => {
  const { store, written } = storeWith({ 'plan-EAST.P1': [registered] });
  const handler = new PublishPlan.handler(store);
  await handler.execute(publish);
  await handler.execute(publish);
  const published = ['plan-EAST.P1', { type: 'PlanPublished', data: { planId: 'EAST.P1' } }];
  expect(written).toEqual([published, published]);
  await expect(new PublishPlan.handler(storeWith().store).execute(publish)).rejects.toMatchObject({
    code: 'not-found',
  });
});
