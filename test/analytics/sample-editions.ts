import type { ClickHouseClient } from '@clickhouse/client';
import type { PublishingVault } from '@superscope/api/analytics/load/publishing-keys';
import type { MemberMonthRow } from '@superscope/contracts/read-models/member-snapshots';
import { newestRules, type PublishingRules } from '@superscope/domain/publishing/publishing-rules';
import { factored, memberKeys } from '@superscope/domain/publishing/record-key';
import { testSecret } from '@superscope/domain/publishing/test-secret.fixture';
import { insertRows } from './sample-members.js';

export const testVault: PublishingVault = () => Promise.resolve({ secret: testSecret, madeAt: new Date(0) });

const times = (cents: number | null, factorPpm: bigint): string | null =>
  cents === null ? null : String(factored(cents, factorPpm));

/** Inserts these rows as live rows and as a closed edition of each plan-month. */
export async function closeMonths(
  client: ClickHouseClient,
  rows: readonly MemberMonthRow[],
  edition = 1,
  recordedBy = '2026-06-08 00:00:00.000',
  onePayroll = true,
  rules: PublishingRules = newestRules,
): Promise<void> {
  await insertRows(client, 'member_snapshot', rows);
  const months = new Map<string, { members: number; key: bigint; of: MemberMonthRow }>();
  const published = rows.map(({ is_deleted: _, ...row }) => {
    const { recordKey, factorPpm } = memberKeys(testSecret, row.member_id);
    const id = `${row.plan_id} ${row.month}`;
    const month = months.get(id) ?? { members: 0, key: 0n, of: { ...row, is_deleted: 0 } };
    months.set(id, month);
    month.members += 1;
    month.key = BigInt.asUintN(64, month.key + recordKey);
    return {
      ...row,
      version: String(edition),
      record_key: String(recordKey),
      total_assets_owned_factored_cents: times(row.total_assets_owned_cents, factorPpm),
      fees_factored_cents: times(row.fees_cents, factorPpm),
      retirement_income_factored_cents: times(row.retirement_income_cents, factorPpm),
    };
  });
  await insertRows(client, 'member_edition', published);
  await insertRows(
    client,
    'plan_month',
    [...months.values()].map(({ members, key, of }) => ({
      plan_id: of.plan_id,
      month: of.month,
      edition,
      version: String(edition),
      members,
      record_key: String(key),
      recorded_by: recordedBy,
      closed_at: recordedBy,
      rules,
      payroll: onePayroll ? 'one' : 'several',
      one_payroll: onePayroll ? 1 : 0,
    })),
  );
}
