import { Views } from '@superscope/api/platform/engines.module';
import { randomUUID } from 'node:crypto';
import { assetRows, feeRows } from '@superscope/api/csv/writing/reference-rows';
import { assetsOwnedStream, importAssetsOwned } from '@superscope/domain/assets-owned/assets-owned';
import { importSnapshots, memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { snapshotRow } from '@superscope/domain/member-snapshots/snapshot-columns';
import { assetsStream, feesStream } from '@superscope/domain/published-table/published-rows';
import { publishTable } from '@superscope/domain/published-table/published-table';
import { assets, fees } from '@superscope/projector/figures/published-tables.projection';
import type { Projector } from '@superscope/projector/runtime/projector';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { PortalEngines } from '../harness/portal-engines.js';
import { startProjecting } from '../harness/projecting.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { applyAll, broken, caughtUp, differences } from '../harness/set-aside.js';

let engines: PortalEngines;
let projector: Projector;

beforeAll(async () => {
  ({ engines, projector } = await startProjecting());
});

afterEach(() => vi.restoreAllMocks());

afterAll(async () => {
  await projector.stop();
  await engines.stop();
});

/** A plan with one member, whose growth exposure follows only from equal holdings of these options. */
async function planWithHoldings(planId: string, months: readonly string[], assetCodes: readonly string[]) {
  const plan = new SamplePlan(engines.store, engines.identity, planId);
  await plan.register(1);
  const [memberId] = plan.memberIds as [string];
  for (const month of months) {
    const [id, of] = [planMonthId(planId, month), { importId: randomUUID(), planId, month }];
    const row = snapshotRow(memberId, {
      salary: 8_000_000,
      totalAssetsOwned: 4_000_000,
      employerContributions: 80_000,
      fees: 1_500,
      insurancePremium: 3_000,
      deathCover: 30_000_000,
      deathPremium: 3_000,
      riskProfileName: 'Assertive',
      lifecycleInvestment: false,
      beneficiaryNominationType: 'None',
    });
    await engines.store.transact(memberSnapshotsStream, id, importSnapshots(of, [row], month), byTest());
    const held = assetCodes.map((code) => [memberId, code, 2_000_000] as const);
    await engines.store.transact(assetsOwnedStream, id, importAssetsOwned(of, held, month), byTest());
  }
  await caughtUp(engines, projector);
}

const codesOf = (options: number) => Array.from({ length: options }, (_, i) => `A${i}`);

const publishAssets = (ownerId: string, validFrom: string, growthPercent: number, options: number) => {
  const digest = `${validFrom} ${growthPercent} ${options}`;
  const rest = { description: null, isLifecycle: false, isChoice: true, return1yr: null, return3yr: null };
  const rows = codesOf(options).map((assetCode) => ({ assetCode, name: 'Option', growthPercent, ...rest }));
  const publication = publishTable('AssetsPublished', { importId: randomUUID(), ownerId, validFrom, digest }, rows);
  return engines.store.transact(assetsStream, ownerId, publication, byTest());
};

const publishFees = (ownerId: string, percent: number) => {
  const of = { importId: randomUUID(), ownerId, validFrom: '2026-01-31', digest: String(percent) };
  const ofOption = { group: 'ADMIN', name: 'Fee', inDollars: false, amount: percent, maxDollars: 12.5 };
  const rows = codesOf(600).map((assetCode) => ({ assetCode, ...ofOption }));
  return engines.store.transact(feesStream, ownerId, publishTable('FeesPublished', of, rows), byTest());
};

/** Whether the growth exposure of a plan's only member is adequate for their age, by month: 0 no, 1 yes, 2 unknown. */
const isEnough = async (planId: string) =>
  (
    await engines.rows<{ enough: number }>(
      `SELECT growth_exposure_adequated AS enough FROM member_snapshot FINAL
WHERE plan_id = {plan:String} ORDER BY month`,
      { plan: planId },
    )
  ).map(({ enough }) => enough);

const valuesOf = async (rows: AsyncIterable<{ values: Record<string, unknown> }>, column: string) => {
  const values: unknown[] = [];
  for await (const { values: row } of rows) values.push(row[column]);
  return { rows: values.length, values: [...new Set(values)] };
};

it('investment options of the first date, or of an earlier one, apply to earlier months', async () => {
  await planWithHoldings('PA.first', ['2026-01', '2026-02'], ['A0']);
  expect(await isEnough('PA.first')).toEqual([2, 2]);
  await publishAssets('PA', '2026-03-31', 70, 1);
  await caughtUp(engines, projector);
  expect(await isEnough('PA.first')).toEqual([1, 1]);
  await publishAssets('PA', '2026-02-28', 20, 1);
  await caughtUp(engines, projector);
  expect(await isEnough('PA.first')).toEqual([0, 0]);
  expect(await differences(engines)).toEqual([]);
});

it('a publication with a dead letter counts once it is complete; until then the previous one counts', async () => {
  await planWithHoldings('PM.half', ['2026-01'], ['A0', 'A599']);
  const from = { ...engines, views: new Views(engines.mongo.db('views')) };
  const scope = { platformId: 'PM', planId: null };
  const shown = async () => ({
    enough: await isEnough('PM.half'),
    growth: await valuesOf(assetRows(from, scope), 'growthPercent'),
    fees: await valuesOf(feeRows(from, scope), 'amount'),
    most: await valuesOf(feeRows(from, scope), 'maxDollars'),
  });
  const publish = async (growthPercent: number, feePercent: number) => {
    const lacking = [assets, fees].map((projection) => broken(projection, ({ index }) => index === 1));
    await publishAssets('PM', '2026-01-31', growthPercent, 600);
    await publishFees('PM', feePercent);
    await caughtUp(engines, projector);
    for (const { release } of lacking) release();
  };
  const none = { rows: 0, values: [] };
  const most = { rows: 600, values: [1_250] };
  const first = { enough: [0], growth: { rows: 600, values: ['10'] }, fees: { rows: 600, values: ['1'] }, most };
  const second = { enough: [1], growth: { rows: 600, values: ['90'] }, fees: { rows: 600, values: ['2'] }, most };

  await publish(10, 1);
  expect(await shown()).toEqual({ enough: [2], growth: none, fees: none, most: none });
  await applyAll(engines);
  await projector.drained();
  expect(await shown()).toEqual(first);

  // Half of each publication would be adequate.
  await publish(90, 2);
  expect(await shown()).toEqual(first);
  await applyAll(engines);
  await projector.drained();
  expect(await shown()).toEqual(second);
  expect(await differences(engines)).toEqual([]);
});
