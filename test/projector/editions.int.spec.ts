import { calendarStream, closeMonths, openMonth } from '@superscope/domain/calendar/calendar';
import { assetsOwnedStream, importAssetsOwned } from '@superscope/domain/assets-owned/assets-owned';
import { benchmarksStream, publishBenchmarks } from '@superscope/domain/dated-figures/dated-figures';
import { memberSnapshotsStream, withdrawSnapshots } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { memberStream, recordActivity, recordMember, requestContact } from '@superscope/domain/member/member';
import { planStream, publishPlan } from '@superscope/domain/plan/plan';
import { factored, memberKeys } from '@superscope/domain/publishing/record-key';
import { referenceBenchmarks } from '@superscope/domain/scoring/reference-figures';
import type { ClickHouseClient } from '@clickhouse/client';
import { deriveInto } from '@superscope/projector/runtime/deriving/derive-into';
import { allMonths } from '@superscope/projector/runtime/writing/projection';
import type { Projector } from '@superscope/projector/runtime/projector';
import { Target } from '@superscope/projector/runtime/writing/target';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortalEngines } from '../harness/portal-engines.js';
import { startProjecting } from '../harness/projecting.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp, differences } from '../harness/set-aside.js';

let engines: PortalEngines;
let projector: Projector;

/** The instant at which the nightly command runs on the 8th of a month. */
const closing = (month: string) => `${month}-08T00:00:00.000Z`;

beforeAll(async () => {
  ({ engines, projector } = await startProjecting('2026-01-01T00:00:00.000Z'));
  for (const month of ['2026-01', '2026-02', '2026-03', '2026-04']) {
    const by = byTest(`${month}-01T00:00:00.000Z`);
    await engines.store.transact(calendarStream, '', openMonth(month), by);
  }
  await close('2026-01');
});

afterAll(async () => {
  await projector.stop();
  await engines.stop();
});

/** The nightly command on the 8th of a month: it closes the month before. */
const close = (month: string) =>
  engines.store.transact(calendarStream, '', closeMonths(`${month}-08`), byTest(closing(month)));

const settled = () => caughtUp(engines, projector);

const publish = (planId: string, at: string) => engines.store.transact(planStream, planId, publishPlan, byTest(at));

async function planOf(planId: string, at = '2026-01-02T00:00:00.000Z'): Promise<SamplePlan> {
  const plan = new SamplePlan(engines.store, engines.identity, planId);
  plan.at = at;
  await plan.register(12);
  return plan;
}

interface StoredEdition {
  month: string;
  edition: number;
  members: number;
  by: string;
  closed: string;
  balance: number;
  consulted: number;
  contacted: number;
  version: number;
}

/** The visible editions: `plan_month`, with the rows of the version that it names. */
const editions = (planId: string) =>
  engines.rows<StoredEdition>(
    `SELECT substring(toString(month), 1, 7) AS month, edition, members, toString(recorded_by) AS by, toString(closed_at) AS closed,
  max(total_assets_owned_cents) / 100 AS balance, countIf(last_consultation_on > '1970-01-01') AS consulted,
  countIf(last_contact_on > '1970-01-01') AS contacted, version
FROM (SELECT * FROM plan_month FINAL WHERE plan_id = {plan:String}) AS named
LEFT JOIN member_edition AS of USING (plan_id, month, version)
GROUP BY month, edition, members, recorded_by, closed_at, version ORDER BY month`,
    { plan: planId },
  );

const activity = {
  effectiveDate: '2025-12-05',
  consultant: null,
  valid: null,
  outcome: null,
  amountCents: null,
  personal: { notes: null, fundName: null },
};
const consult = (memberId: string, at: string) =>
  engines.store.transact(
    memberStream,
    memberId,
    recordActivity('ConsultationPerformed', activity, at.slice(0, 10)),
    byTest(at),
  );

const announced = async (planId: string) =>
  (
    await engines.mongo
      .db('ops')
      .collection<{ planId: string; readModels: string[] }>('changes')
      .find({ planId, readModels: 'editions' })
      .toArray()
  ).length;

describe('a closed plan-month', () => {
  it('has an edition with the live rows at its closing, each member’s key and factored dollars', async () => {
    const plan = await planOf('PF.closed');
    await plan.month('2025-12', 90_000);
    await settled();
    expect(await editions(plan.planId)).toMatchObject([
      { month: '2025-12', edition: 1, members: 12, balance: 90_000, by: '2026-01-08 00:00:00.000' },
    ]);
    const shared = `* EXCEPT (version, is_deleted)`;
    const rows = await engines.rows<Record<string, unknown>>(
      `SELECT * EXCEPT (version, record_key, total_assets_owned_factored_cents, fees_factored_cents, retirement_income_factored_cents)
FROM member_edition WHERE plan_id = 'PF.closed' ORDER BY member_id`,
    );
    expect(rows).toHaveLength(12);
    expect(rows).toEqual(
      await engines.rows(
        `SELECT ${shared} FROM member_snapshot FINAL WHERE plan_id = 'PF.closed' AND month = '2025-12-01' ORDER BY member_id`,
      ),
    );
    const published = await engines.rows<Record<string, string | number>>(
      `SELECT member_id, toString(record_key) AS key, toInt64(total_assets_owned_factored_cents) AS balance,
  toInt64(fees_factored_cents) AS fees, toString(retirement_income_factored_cents) AS income, retirement_income_cents AS exact
FROM member_edition WHERE plan_id = 'PF.closed'`,
    );
    let sum = 0n;
    for (const { member_id: memberId, key, balance, fees, income, exact } of published) {
      const { recordKey, factorPpm } = memberKeys(engines.secret, String(memberId));
      expect({ key, balance, fees, income }).toEqual({
        key: String(recordKey),
        balance: Number(factored(9_000_000, factorPpm)),
        fees: Number(factored(1_500, factorPpm)),
        income: String(factored(Number(exact), factorPpm)),
      });
      sum += recordKey;
    }
    expect(
      await engines.rows(`SELECT toString(record_key) AS key FROM plan_month FINAL WHERE plan_id = 'PF.closed'`),
    ).toEqual([{ key: String(BigInt.asUintN(64, sum)) }]);
  });

  it('is never open or carried forward', async () => {
    const plan = await planOf('PF.open');
    await plan.month('2025-11', 10_000);
    await plan.month('2026-01', 20_000);
    await settled();
    expect((await editions(plan.planId)).map(({ month }) => month)).toEqual(['2025-11']);
  });

  it('counts an import that replaces another before the closing, and a late one from its completion on', async () => {
    const plan = await planOf('PF.before');
    await plan.month('2025-12', 10_000);
    plan.at = '2026-01-07T23:59:59.999Z';
    await plan.month('2025-12', 30_000, plan.memberIds.slice(0, 11));
    plan.at = '2026-01-20T00:00:00.000Z';
    await plan.month('2025-10', 5_000);
    await settled();
    expect(await editions(plan.planId)).toMatchObject([
      { month: '2025-10', edition: 1, closed: '2026-01-20 00:00:00.000', balance: 5_000 },
      { month: '2025-12', edition: 1, closed: '2026-01-08 00:00:00.000', balance: 30_000, members: 11 },
    ]);
  });

  it('is neither changed nor derived again by later records', async () => {
    const plan = await planOf('PF.later');
    await plan.month('2025-12', 40_000);
    await settled();
    const before = await editions(plan.planId);
    const told = await announced(plan.planId);
    const [memberId] = plan.memberIds as [string];
    const later = '2026-01-08T00:00:00.001Z';
    await consult(memberId, later);
    const asked = requestContact('2025-12-06T03:00:00.000Z', 'insurance', null);
    await engines.store.transact(memberStream, memberId, asked, byTest(later));
    const moved = recordMember({ ...plan.member(1), addressState: 'TAS' }, '2026-01-09');
    await engines.store.transact(memberStream, plan.member(1).memberId, moved, byTest(later));
    const doubled = referenceBenchmarks.map((row) => ({ ...row, amountCents: row.amountCents * 2 }));
    await engines.store.transact(benchmarksStream, '', publishBenchmarks(doubled), byTest(later));
    plan.at = later;
    await plan.month('2025-11', 1_000);
    await settled();
    const [ofNovember, ...others] = await editions(plan.planId);
    expect(others).toEqual(before);
    // November was imported after all of that.
    expect(ofNovember).toMatchObject({ month: '2025-11', edition: 1, members: 12 });
    expect(await announced(plan.planId)).toBe(told + 1);
    const [live] = await engines.rows<{ n: number; contacts: number; tas: number }>(
      `SELECT countIf(last_consultation_on > '1970-01-01') AS n, countIf(last_contact_on > '1970-01-01') AS contacts,
  countIf(address_state = 'TAS') AS tas
FROM member_snapshot FINAL WHERE plan_id = 'PF.later' AND month = '2025-12-01'`,
    );
    expect(live).toEqual({ n: 1, contacts: 1, tas: 1 });
  });

  it('keeps what its members held as recorded by then, at a quarter’s end, until it is republished', async () => {
    const plan = await planOf('PF.holding');
    const heldNow = () =>
      engines.rows<{ month: string; asset: string; members: number; cents: string }>(
        `SELECT formatDateTime(month, '%Y-%m') AS month, asset_code AS asset, asset_edition.members AS members,
  toString(total_factored_cents) AS cents
FROM asset_edition INNER JOIN (SELECT * FROM plan_month FINAL) AS of USING (plan_id, month, version)
WHERE plan_id = 'PF.holding' ORDER BY month, asset`,
      );
    const total = (memberIds: readonly string[], cents: number) => {
      const each = memberIds.map((memberId) => factored(cents, memberKeys(engines.secret, memberId).factorPpm));
      return String(each.reduce((sum, held) => sum + held, 0n));
    };
    const hold = async (month: string, cents: number) => {
      const rows = plan.memberIds.map((memberId, i) => [memberId, i < 4 ? 'BAL' : 'CASH', cents] as const);
      const importing = importAssetsOwned(
        { importId: `${month}-${cents}`, planId: plan.planId, month },
        rows,
        `${cents}`,
      );
      await engines.store.transact(assetsOwnedStream, planMonthId(plan.planId, month), importing, byTest(plan.at));
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
    await engines.store.transact(memberSnapshotsStream, stream, withdraw, byTest('2026-02-03T00:00:00.000Z'));
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
    await engines.store.transact(memberSnapshotsStream, stream, withdraw, byTest('2026-02-03T00:00:00.000Z'));
    await publish(plan.planId, '2026-02-05T00:00:00.000Z');
    await settled();
    expect(await editions(plan.planId)).toMatchObject([{ edition: 2, members: 0 }]);
  });

  it('keeps the trailing year as known at the time, even if one of its months is imported again', async () => {
    const plan = await planOf('PF.year');
    // Every fifth row of a month has contributions, so that members differ between November and December.
    await plan.month('2025-11', 20_000);
    await plan.month('2025-12', 40_000, [...plan.memberIds.slice(1), plan.memberIds[0]!]);
    plan.at = '2026-02-02T00:00:00.000Z';
    await plan.month('2025-11', 20_000, plan.memberIds.slice(2, 3));
    await settled();
    const [november, december] = await editions(plan.planId);
    expect([november, december]).toMatchObject([
      { month: '2025-11', edition: 2, members: 1 },
      { month: '2025-12', edition: 1, members: 12 },
    ]);
    const contributing = async (from: string) =>
      Number(
        (
          await engines.rows<{ n: number }>(
            `SELECT countIf(making_voluntary_contributions = 1) AS n FROM ${from} WHERE plan_id = 'PF.year' AND month = '2025-12-01'`,
          )
        )[0]!.n,
      );
    expect(await contributing('member_snapshot FINAL')).toBe(4);
    expect(await contributing(`(SELECT * FROM member_edition WHERE version = ${december!.version})`)).toBe(6);
    expect(await differences(engines)).toEqual([]);
  });

  it('counts a fact that was recorded in time but delivered late, regardless of earlier derivations', async () => {
    const plan = await planOf('PF.late');
    await plan.month('2025-12', 40_000);
    await settled();
    expect(await editions(plan.planId)).toMatchObject([{ edition: 1, consulted: 0 }]);
    await consult(plan.memberIds[0]!, closing('2026-01'));
    await settled();
    expect(await editions(plan.planId)).toMatchObject([{ edition: 1, consulted: 1 }]);
    expect(await differences(engines)).toEqual([]);
  });

  it('shows the previous edition while the next is written, and no row twice after a crash', async () => {
    const plan = await planOf('PF.crash');
    await plan.month('2025-12', 40_000);
    await settled();
    const before = await editions(plan.planId);
    const failing = new Proxy(engines.clickhouse, {
      get: (real, name) =>
        name === 'exec'
          ? (params: Parameters<ClickHouseClient['exec']>[0]) =>
              params.query.includes('INTO plan_month ') ? Promise.reject(new Error('cut off')) : real.exec(params)
          : (Reflect.get(real, name) as unknown),
    });
    const everything = { planId: plan.planId, ...allMonths, members: null, recordedFrom: '' };
    const cutOff = deriveInto(engines.derivation, new Target(engines.mongo.db('views'), failing));
    await expect(cutOff(everything)).rejects.toThrow('cut off');
    expect(await editions(plan.planId)).toEqual(before);
    // The change counter may be lost.
    await engines.target().derived().deleteMany({});
    await deriveInto(engines.derivation, engines.target())(everything);
    const [after] = await editions(plan.planId);
    expect({ ...after, version: 0 }).toEqual({ ...before[0], version: 0 });
    const [rows] = await engines.rows<{ n: number }>(
      `SELECT count() AS n FROM member_edition WHERE plan_id = 'PF.crash' AND version = ${after!.version}`,
    );
    expect(Number(rows?.n)).toBe(12);
  });

  it('closes with the next month if its closing was missed, and is the same in a rebuild', async () => {
    const plan = await planOf('PF.missed', '2026-03-02T00:00:00.000Z');
    await plan.month('2026-01', 10_000);
    await plan.month('2026-02', 20_000);
    await settled();
    expect(await editions(plan.planId)).toEqual([]);
    await close('2026-03');
    await settled();
    expect(await editions(plan.planId)).toMatchObject([
      { month: '2026-01', closed: '2026-03-08 00:00:00.000', balance: 10_000 },
      { month: '2026-02', closed: '2026-03-08 00:00:00.000', balance: 20_000 },
    ]);
    expect(await differences(engines)).toEqual([]);
  });
});
