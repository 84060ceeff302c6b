import { analyticsTables } from '@superscope/contracts/read-models/read-models';
import { makeTables } from '@superscope/projector/analytics-schema/analytics-schema';
import { setTimeout as delay } from 'node:timers/promises';
import { calendarStream, closeMonths } from '@superscope/domain/calendar/calendar';
import { groupBy } from '@superscope/domain/group-by';
import { planStream, publishPlan } from '@superscope/domain/plan/plan';
import { accessStream, recordAccess, type AccessEntry } from '@superscope/domain/access/access';
import { memberStream, recordActivity } from '@superscope/domain/member/member';
import { comparePositions } from '@superscope/event-store/events/position';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { compare, rebuild } from '@superscope/projector/rebuild/rebuild';
import { Lease } from '@superscope/event-store/leases/lease';
import type { Projector } from '@superscope/projector/runtime/projector';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PortalEngines, projectedTypes, quiet } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';

let engines: PortalEngines;
let projector: Projector;
const plans: SamplePlan[] = [];

beforeAll(async () => {
  engines = await PortalEngines.start();
  projector = await engines.projector();
  await projector.start();
  for (const planId of ['PF.a', 'PF.b']) {
    const plan = new SamplePlan(engines.store, engines.identity, planId);
    plans.push(plan);
    await plan.register(12);
    for (const [i, month] of ['2025-10', '2025-11', '2025-12'].entries()) await plan.month(month, 40_000 + i * 1_000);
    const activity = {
      effectiveDate: '2025-11-05',
      consultant: null,
      valid: true,
      outcome: null,
      amountCents: null,
      personal: { notes: 'a private note', fundName: null },
    };
    const validated = recordActivity('BeneficiaryNominationValidated', activity, '2026-01-01');
    await engines.store.transact(memberStream, plan.memberIds[0]!, validated, byTest());
    await plan.month('2025-11', 55_000, plan.memberIds.slice(0, 11));
    // Recorded after the months: one left within December, one on its last day, one joined in it.
    await plan.dates(3, '2021-05-01', '2025-12-15');
    await plan.dates(4, '2021-05-01', '2025-12-31');
    await plan.dates(5, '2025-12-02', null);
  }
  // Two editions: one from before the figures were imported, and one of a plan published afterwards.
  const close = closeMonths('2026-01-08');
  await engines.store.transact(calendarStream, '', close, byTest('2026-01-08T00:00:00.000Z'));
  plans[0]!.at = '2026-03-16T00:00:00.000Z';
  await engines.store.transact(planStream, 'PF.b', publishPlan, byTest('2026-03-17T00:00:00.000Z'));
  await plans[0]!.figures();
});

afterAll(async () => {
  await projector.stop();
  await engines.stop();
});

async function allEvents(): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const batch of engines.store.readAll({ from: null }))
    for (const event of batch) if (!isUndecodable(event) && projectedTypes.includes(event.type)) events.push(event);
  return events;
}

/** Waits until the live read models are complete. */
async function caughtUp(): Promise<void> {
  const last = (await allEvents()).at(-1)!;
  for (;;) {
    const [commit = '0', prepare = '0'] = ((await engines.target().checkpoints().findOne({}))?.position ?? '').split(
      '/',
    );
    const reached = { commit: BigInt(commit || '0'), prepare: BigInt(prepare) };
    if (comparePositions(reached, last.position) >= 0) break;
    await delay(30);
  }
  await projector.drained();
}

describe('the read models', () => {
  it('are the same when streams arrive in any order, late and twice', async () => {
    // The comparison includes gains, in live rows and in editions.
    for (const table of ['member_snapshot FINAL', 'member_edition'])
      await vi.waitUntil(
        async () => {
          const [found] = await engines.rows<{ gains: number }>(
            `SELECT countIf(gain_nominate_beneficiary > 0) AS gains FROM ${table}`,
          );
          return Number(found!.gains) > 0;
        },
        { timeout: 30_000 },
      );
    await caughtUp();
    const target = engines.target('_shuffled');
    await target.clear();
    const writer = engines.factsWriter(target);
    const derivation = engines.derivationQueue(target);
    const streams = [...groupBy(await allEvents(), (event) => event.stream).values()];
    // Whole streams in reverse order: members before their plan, chunks before members, figures last or first.
    for (const stream of streams.reverse()) {
      for (let from = 0; from < stream.length; from += 2) {
        await writer.write(stream.slice(from, from + 2));
        await writer.write(stream.slice(Math.max(0, from - 2), from + 2));
      }
      await derivation.drained();
    }
    const scored = await engines.rows<{ plan: string; n: number }>(
      `SELECT plan_id AS plan, count(score) AS n FROM member_edition
WHERE (plan_id, month, version) IN (SELECT plan_id, month, version FROM plan_month FINAL) GROUP BY plan ORDER BY plan`,
    );
    expect(scored).toEqual([
      { plan: 'PF.a', n: 0 },
      { plan: 'PF.b', n: 32 },
    ]);
    expect(await compare(engines.target(), target)).toEqual([]);
    await derivation.stop();
    await target.drop();
  });

  it('are rebuilt from the first event, verified and switched, and the projector continues afterwards', async () => {
    // The last event belongs to no read model, so the live checkpoints never reach it.
    const looked: AccessEntry = {
      userId: 'u',
      role: 'Staff',
      at: '2026-01-01T00:00:00.000Z',
      address: '127.0.0.1',
      action: 'plan',
      object: null,
      planId: 'PF.a',
      filter: {},
      members: [],
      rows: null,
      outcome: 'ok',
    };
    await engines.store.transact(accessStream, '2026-01-01', recordAccess([looked]), byTest());
    const parts = {
      store: engines.store,
      live: engines.target(),
      rebuilt: engines.target('_rebuild'),
      ops: engines.mongo.db('ops'),
      ...engines.readModels,
      log: quiet,
    };
    const outcome = await rebuild(parts);
    expect(outcome.differences).toEqual([]);
    expect(outcome.switched).toBe(true);
    await plans[0]!.month('2026-01', 77_000);
    const newest = () =>
      engines.rows<{ balance: number }>(
        `SELECT max(total_assets_owned_cents) AS balance FROM member_snapshot FINAL WHERE plan_id = 'PF.a' AND month = '2026-01-01'`,
      );
    while ((await newest())[0]?.balance !== 7_700_000) await delay(30);
  });

  it('are not switched when they differ, with the difference named, nor by two rebuilds at once', async () => {
    await caughtUp();
    await engines.clickhouse.command({
      query: `INSERT INTO member_snapshot (plan_id, month, member_id, version) VALUES ('PF.wrong', '2025-01-01', generateUUIDv4(), 1)`,
    });
    const parts = {
      store: engines.store,
      live: engines.target(),
      rebuilt: engines.target('_rebuild'),
      ops: engines.mongo.db('ops'),
      ...engines.readModels,
      log: quiet,
    };
    const refused = await rebuild(parts, { only: 'memberSnapshots' });
    expect(refused).toMatchObject({ switched: false, differences: [{ name: 'member_snapshot' }] });
    // A concurrent rebuild would use the same tables.
    const other = await new Lease(engines.mongo.db('ops'), 'rebuild').acquire(AbortSignal.timeout(30_000));
    await expect(rebuild({ ...parts, waitForOtherMs: 100 })).rejects.toThrow('Another rebuild is running');
    await other!.release();
    const accepted = await rebuild(parts, { only: 'memberSnapshots', accept: true });
    expect(accepted.switched).toBe(true);
    expect(await engines.rows(`SELECT 1 FROM member_snapshot FINAL WHERE plan_id = 'PF.wrong'`)).toEqual([]);
  });

  it('fill tables that were dropped because another version had made them', async () => {
    await caughtUp();
    const live = engines.target();
    const rows = () =>
      engines.rows(`SELECT * EXCEPT (version) FROM member_snapshot FINAL ORDER BY plan_id, month, member_id`);
    const before = await rows();
    for (const { table } of analyticsTables) await engines.clickhouse.command({ query: `DROP TABLE ${table} SYNC` });
    await makeTables(engines.clickhouse, { cluster: null });
    expect(await rows()).toEqual([]);
    const parts = {
      store: engines.store,
      live,
      rebuilt: engines.target('_rebuild'),
      ops: engines.mongo.db('ops'),
      ...engines.readModels,
      log: quiet,
    };
    expect((await rebuild(parts, { accept: true })).switched).toBe(true);
    expect(before).not.toEqual([]);
    expect(await rows()).toEqual(before);
  });
});
