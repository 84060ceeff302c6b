import type { ClickHouseClient } from '@clickhouse/client';
import { memberKeys } from '@superscope/domain/publishing/record-key';
import { testSecret } from '@superscope/domain/publishing/test-secret.fixture';
import { heldByAsset } from '@superscope/projector/editions/held-by-asset';
import { insertRows, memberMonth } from './sample-members.js';

export interface SampleHoldings {
  planId: string;
  /** yyyy-MM */
  month: string;
  importId?: string;
  /** Revision of the import's event in its stream. */
  revision?: number;
  /** Number of rows that the import announces. An import with fewer stored rows is incomplete. */
  rows?: number;
  withdrawn?: true;
}

/** Dollars that a member holds, by asset. */
export type HeldBy = (member: number) => Readonly<Record<string, number>>;

/** Inserts an import of members' holdings. The newest complete import counts. */
export async function importHoldings(
  client: ClickHouseClient,
  { planId, month, importId = 'first', revision = 1, rows, withdrawn }: SampleHoldings,
  members: readonly number[],
  held: HeldBy,
): Promise<void> {
  const stored = members.flatMap((member) =>
    Object.entries(held(member)).map(([code, dollars]) => ({
      plan_id: planId,
      month: `${month}-01`,
      import_id: importId,
      member_id: memberMonth(planId, month, member).member_id,
      asset_code: code,
      balance_cents: 100 * dollars,
    })),
  );
  await insertRows(client, 'assets_owned_raw', stored);
  const step = (name: string, at: number) => ({
    content: 'assets',
    plan_id: planId,
    month: `${month}-01`,
    revision: at,
    step: name,
    import_id: importId,
    rows: rows ?? stored.length,
    digest: importId,
    recorded_at: '2026-01-01 00:00:00.000',
  });
  const steps = [step('completed', revision), ...(withdrawn ? [step('withdrawn', revision + 1)] : [])];
  await insertRows(client, 'plan_month_import', steps);
}

/** Inserts the holdings of a closed month's edition, as the projector does. */
export async function closeHoldings(
  client: ClickHouseClient,
  { planId, month }: SampleHoldings,
  members: readonly number[],
  held: HeldBy,
  edition = 1,
): Promise<void> {
  const idOf = (member: number) => memberMonth(planId, month, member).member_id;
  const holdings = members.flatMap((member) =>
    Object.entries(held(member)).map(([assetCode, dollars]) => ({
      memberId: idOf(member),
      assetCode,
      balanceCents: 100 * dollars,
    })),
  );
  const factorOf = (memberId: string) => memberKeys(testSecret, memberId).factorPpm;
  const rows = heldByAsset(holdings, new Set(members.map(idOf)), factorOf).map((row) => ({
    plan_id: planId,
    month: `${month}-01`,
    version: String(edition),
    ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
  }));
  await insertRows(client, 'asset_edition', rows);
}
