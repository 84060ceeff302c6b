import { benchmarksStream, publishBenchmarks } from '@superscope/domain/dated-figures/dated-figures';
import { memberStream, recordMember, requestContact } from '@superscope/domain/member/member';
import { factored, memberKeys } from '@superscope/domain/publishing/record-key';
import { referenceBenchmarks } from '@superscope/domain/scoring/reference-figures';
import { describe, expect, it } from 'vitest';
import { byTest } from '../harness/sample-plan.js';
import { differences } from '../harness/set-aside.js';

import { closedMonths, closing } from './editions.fixture.js';

const at = closedMonths();
const { close, settled, planOf, editions, consult, announced } = at;

describe('a closed plan-month', () => {
  it('has an edition with the live rows at its closing, each member’s key and factored dollars', async () => {
    const plan = await planOf('PF.closed');
    await plan.month('2025-12', 90_000);
    await settled();
    expect(await editions(plan.planId)).toMatchObject([
      { month: '2025-12', edition: 1, members: 12, balance: 90_000, by: '2026-01-08 00:00:00.000' },
    ]);
    const shared = `* EXCEPT (version, is_deleted)`;
    const rows = await at.engines.rows<Record<string, unknown>>(
      `SELECT * EXCEPT (version, record_key, total_assets_owned_factored_cents, fees_factored_cents, retirement_income_factored_cents)
FROM member_edition WHERE plan_id = 'PF.closed' ORDER BY member_id`,
    );
    expect(rows).toHaveLength(12);
    expect(rows).toEqual(
      await at.engines.rows(
        `SELECT ${shared} FROM member_snapshot FINAL WHERE plan_id = 'PF.closed' AND month = '2025-12-01' ORDER BY member_id`,
      ),
    );
    const published = await at.engines.rows<Record<string, string | number>>(
      `SELECT member_id, toString(record_key) AS key, toInt64(total_assets_owned_factored_cents) AS balance,
  toInt64(fees_factored_cents) AS fees, toString(retirement_income_factored_cents) AS income, retirement_income_cents AS exact
FROM member_edition WHERE plan_id = 'PF.closed'`,
    );
    let sum = 0n;
    for (const { member_id: memberId, key, balance, fees, income, exact } of published) {
      const { recordKey, factorPpm } = memberKeys(at.engines.secret, String(memberId));
      expect({ key, balance, fees, income }).toEqual({
        key: String(recordKey),
        balance: Number(factored(9_000_000, factorPpm)),
        fees: Number(factored(1_500, factorPpm)),
        income: String(factored(Number(exact), factorPpm)),
      });
      sum += recordKey;
    }
    expect(
      await at.engines.rows(`SELECT toString(record_key) AS key FROM plan_month FINAL WHERE plan_id = 'PF.closed'`),
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
    await at.engines.store.transact(memberStream, memberId, asked, byTest(later));
    const moved = recordMember({ ...plan.member(1), addressState: 'TAS' }, '2026-01-09');
    await at.engines.store.transact(memberStream, plan.member(1).memberId, moved, byTest(later));
    const doubled = referenceBenchmarks.map((row) => ({ ...row, amountCents: row.amountCents * 2 }));
    await at.engines.store.transact(benchmarksStream, '', publishBenchmarks(doubled), byTest(later));
    await settled();
    expect(await editions(plan.planId)).toEqual(before);
    expect(await announced(plan.planId)).toBe(told);
    plan.at = later;
    await plan.month('2025-11', 1_000);
    await settled();
    const [ofNovember, ...others] = await editions(plan.planId);
    expect(others).toEqual(before);
    // November was imported after these events.
    expect(ofNovember).toMatchObject({ month: '2025-11', edition: 1, members: 12 });
    expect(await announced(plan.planId)).toBe(told + 1);
    const [live] = await at.engines.rows<{ n: number; contacts: number; tas: number }>(
      `SELECT countIf(last_consultation_on > '1970-01-01') AS n, countIf(last_contact_on > '1970-01-01') AS contacts,
  countIf(address_state = 'TAS') AS tas
FROM member_snapshot FINAL WHERE plan_id = 'PF.later' AND month = '2025-12-01'`,
    );
    expect(live).toEqual({ n: 1, contacts: 1, tas: 1 });
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
          await at.engines.rows<{ n: number }>(
            `SELECT countIf(making_voluntary_contributions = 1) AS n FROM ${from} WHERE plan_id = 'PF.year' AND month = '2025-12-01'`,
          )
        )[0]!.n,
      );
    expect(await contributing('member_snapshot FINAL')).toBe(4);
    expect(await contributing(`(SELECT * FROM member_edition WHERE version = ${december!.version})`)).toBe(6);
    expect(await differences(at.engines)).toEqual([]);
  });

  it('counts a fact that was recorded in time but delivered late, regardless of earlier derivations', async () => {
    const plan = await planOf('PF.late');
    await plan.month('2025-12', 40_000);
    await settled();
    expect(await editions(plan.planId)).toMatchObject([{ edition: 1, consulted: 0 }]);
    await consult(plan.memberIds[0]!, closing('2026-01'));
    await settled();
    expect(await editions(plan.planId)).toMatchObject([{ edition: 1, consulted: 1 }]);
    expect(await differences(at.engines)).toEqual([]);
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
    expect(await differences(at.engines)).toEqual([]);
  });
});
