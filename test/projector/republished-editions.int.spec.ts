import { assetsOwnedStream, importAssetsOwned } from '@superscope/domain/assets-owned/assets-owned';
import { memberSnapshotsStream, withdrawSnapshots } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { factored, memberKeys } from '@superscope/domain/publishing/record-key';
import type { ClickHouseClient } from '@clickhouse/client';
import { wholePlan } from '@superscope/projector/runtime/deriving/derivation';
import { deriveInto } from '@superscope/projector/runtime/deriving/derive-into';
import { Target } from '@superscope/projector/runtime/writing/target';
import { describe, expect, it } from 'vitest';
import { byTest } from '../harness/sample-plan.js';

import { closedMonths } from './editions.fixture.js';

const at = closedMonths();
const { settled, publish, planOf, editions, consult, announced } = at;

describe('a closed plan-month', () => {
  it('keeps its members’ holdings at a quarter’s end, as recorded by its closing, until it is republished', async () => {
    const plan = await planOf('PF.holding');
    const heldNow = () =>
      at.engines.rows<{ month: string; asset: string; members: number; cents: string }>(
        `SELECT formatDateTime(month, '%Y-%m') AS month, asset_code AS asset, asset_edition.members AS members,
  toString(total_factored_cents) AS cents
FROM asset_edition INNER JOIN (SELECT * FROM plan_month FINAL) AS of USING (plan_id, month, version)
WHERE plan_id = 'PF.holding' ORDER BY month, asset`,
      );
    const total = (memberIds: readonly string[], cents: number) => {
      const each = memberIds.map((memberId) => factored(cents, memberKeys(at.engines.secret, memberId).factorPpm));
      return String(each.reduce((sum, held) => sum + held, 0n));
    };
    const hold = async (month: string, cents: number) => {
      const rows = plan.memberIds.map((memberId, i) => [memberId, i < 4 ? 'BAL' : 'CASH', cents] as const);
      const importing = importAssetsOwned(
        { importId: `${month}-${cents}`, planId: plan.planId, month },
        rows,
        `${cents}`,
      );
      await at.engines.store.transact(assetsOwnedStream, planMonthId(plan.planId, month), importing, byTest(plan.at));
    };
    for (const month of ['2025-11', '2025-12']) {
      await hold(month, 7_000);
      await plan.month(month, 90_000, plan.memberIds.slice(1));
    }
    plan.at = '2026-02-02T00:00:00.000Z';
    await hold('2025-12', 8_000);
    await settled();
    const [, ...others] = plan.memberIds;
    const held = (cents: number) => [
      { month: '2025-12', asset: 'BAL', members: 3, cents: total(others.slice(0, 3), cents) },
      { month: '2025-12', asset: 'CASH', members: 8, cents: total(others.slice(3), cents) },
    ];
    expect(await heldNow()).toEqual(held(7_000));
    await publish(plan.planId, '2026-02-05T00:00:00.000Z');
    await settled();
    expect(await heldNow()).toEqual(held(8_000));
  });

  it('is republished by its next import with everything recorded by then', async () => {
    const plan = await planOf('PF.again');
    await plan.month('2025-12', 40_000);
    await consult(plan.memberIds[0]!, '2026-02-01T00:00:00.000Z');
    plan.at = '2026-02-02T00:00:00.000Z';
    await plan.month('2025-12', 50_000, plan.memberIds.slice(0, 11));
    await consult(plan.memberIds[1]!, '2026-02-03T00:00:00.000Z');
    await settled();
    expect(await editions(plan.planId)).toMatchObject([
      { edition: 2, members: 11, balance: 50_000, consulted: 1, by: '2026-02-02 00:00:00.000' },
    ]);
  });

  it('is republished on an Admin’s request, and only then includes a withdrawal', async () => {
    const plan = await planOf('PF.published');
    await plan.month('2025-12', 40_000);
    plan.at = '2026-02-02T00:00:00.000Z';
    await plan.month('2025-12', 50_000);
    const withdraw = withdrawSnapshots(plan.planId, '2025-12', null);
    const stream = planMonthId(plan.planId, '2025-12');
    await at.engines.store.transact(memberSnapshotsStream, stream, withdraw, byTest('2026-02-03T00:00:00.000Z'));
    await consult(plan.memberIds[0]!, '2026-02-04T00:00:00.000Z');
    await settled();
    expect(await editions(plan.planId)).toMatchObject([{ edition: 2, balance: 50_000, consulted: 0 }]);
    const told = await announced(plan.planId);
    await publish(plan.planId, '2026-02-05T00:00:00.000Z');
    await settled();
    expect(await editions(plan.planId)).toMatchObject([
      { edition: 3, balance: 40_000, consulted: 1, by: '2026-02-05 00:00:00.000', closed: '2026-01-08 00:00:00.000' },
    ]);
    expect(await announced(plan.planId)).toBe(told + 1);
  });

  it('whose only import is withdrawn has an empty edition once it is published', async () => {
    const plan = await planOf('PF.nobody');
    await plan.month('2025-12', 40_000);
    const withdraw = withdrawSnapshots(plan.planId, '2025-12', null);
    const stream = planMonthId(plan.planId, '2025-12');
    await at.engines.store.transact(memberSnapshotsStream, stream, withdraw, byTest('2026-02-03T00:00:00.000Z'));
    await publish(plan.planId, '2026-02-05T00:00:00.000Z');
    await settled();
    expect(await editions(plan.planId)).toMatchObject([{ edition: 2, members: 0 }]);
  });

  it('shows the previous edition while the next is written, and no row twice after a crash', async () => {
    const plan = await planOf('PF.crash');
    await plan.month('2025-12', 40_000);
    await settled();
    const before = await editions(plan.planId);
    const failing = new Proxy(at.engines.clickhouse, {
      get: (real, name) =>
        name === 'exec'
          ? (params: Parameters<ClickHouseClient['exec']>[0]) =>
              params.query.includes('INTO plan_month ') ? Promise.reject(new Error('cut off')) : real.exec(params)
          : (Reflect.get(real, name) as unknown),
    });
    const everything = wholePlan(plan.planId);
    const cutOff = deriveInto(at.engines.derivation, new Target(at.engines.mongo.db('views'), failing));
    await expect(cutOff(everything)).rejects.toThrow('cut off');
    expect(await editions(plan.planId)).toEqual(before);
    // The change counter may be lost.
    await at.engines.target().derived().deleteMany({});
    await deriveInto(at.engines.derivation, at.engines.target())(everything);
    const [after] = await editions(plan.planId);
    expect({ ...after, version: 0 }).toEqual({ ...before[0], version: 0 });
    const [rows] = await at.engines.rows<{ n: number }>(
      `SELECT count() AS n FROM member_edition WHERE plan_id = 'PF.crash' AND version = ${after!.version}`,
    );
    expect(Number(rows?.n)).toBe(12);
  });
});
