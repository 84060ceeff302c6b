import { setTimeout as delay } from 'node:timers/promises';
import { comparePositions, decodePosition } from '@superscope/event-store/events/position';
import { rebuild, type Difference } from '@superscope/projector/rebuild/rebuild';
import { DeadLetters } from '@superscope/projector/runtime/operations/dead-letters';
import type { Projection } from '@superscope/projector/runtime/writing/projection';
import type { Projector } from '@superscope/projector/runtime/projector';
import { vi } from 'vitest';
import { projectedTypes, quiet, type PortalEngines } from './portal-engines.js';

export async function eventually<Found>(look: () => Promise<Found | null | undefined | false>): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await delay(30);
  }
}

/** Makes a projection fail on some events until `release`. */
export const broken = (projection: Projection, isPoison: (data: Record<string, unknown>) => boolean) => {
  const sound = projection.project.bind(projection);
  const spy = vi.spyOn(projection, 'project').mockImplementation((event) => {
    if (isPoison(event.data as never)) throw new TypeError(`Surname 3 is too much for ${event.type}`);
    return sound(event);
  });
  return { release: () => spy.mockRestore() };
};

/** Makes ClickHouse refuse facts of members in Tasmania until `release`. */
export const refusingTasmania = async ({ clickhouse }: PortalEngines) => {
  const alter = (statement: string) => clickhouse.command({ query: `ALTER TABLE member_fact ${statement}` });
  await alter(`ADD CONSTRAINT no_tas CHECK address_state != 'TAS' OR address_state IS NULL`);
  return { release: () => alter('DROP CONSTRAINT no_tas') };
};

/** Waits until the live read models are complete. */
export async function caughtUp({ store, ...engines }: PortalEngines, projector: Projector): Promise<void> {
  let last = null;
  for await (const batch of store.readAll({ from: null }))
    for (const { type, position } of batch) if (projectedTypes.includes(type)) last = position;
  const checkpoints = engines.mongo.db('views').collection('checkpoints');
  await eventually(async () => {
    const reached = decodePosition(String((await checkpoints.findOne({}))?.['position'] ?? ''));
    return last === null || (reached !== null && comparePositions(reached, last) >= 0);
  });
  await projector.drained();
}

/** The differences between a rebuild and the live read models. */
export async function differences(engines: PortalEngines): Promise<Difference[]> {
  const [live, rebuilt] = [engines.target(), engines.target('_rebuild')];
  const { store, mongo, readModels } = engines;
  return (await rebuild({ store, live, rebuilt, ops: mongo.db('ops'), ...readModels, log: quiet })).differences;
}

/** Retries all dead letters and waits until they are applied. */
export async function applyAll(engines: PortalEngines): Promise<void> {
  const deadLetters = new DeadLetters(engines.mongo.db('ops'), quiet);
  await deadLetters.requestRetry('all', 'test');
  await eventually(async () => (await deadLetters.letters.countDocuments({ state: { $ne: 'dropped' } })) === 0);
}

/** Number of members and greatest balance in dollars of each visible month of a plan. */
export const balances = async (engines: PortalEngines, planId: string): Promise<string[]> =>
  (
    await engines.rows<{ month: string; members: number; balance: number }>(
      `SELECT toString(month) AS month, count() AS members, max(total_assets_owned_cents) / 100 AS balance
FROM member_snapshot FINAL WHERE plan_id = {plan:String} GROUP BY month ORDER BY month`,
      { plan: planId },
    )
  ).map(({ month, members, balance }) => `${month} ${members} ${balance}`);
