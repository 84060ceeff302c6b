import { shiftMonth } from '@superscope/domain/calendar-dates';
import {
  snapshotColumnNames,
  snapshotColumns,
  snapshotField,
  storedColumn,
  type SnapshotFields,
} from '@superscope/domain/member-snapshots/snapshot-columns';
import type { MonthlyFlows } from '@superscope/domain/scoring/contributions';

/** A row of `snapshot_raw`, with the field names that the rules use. */
export interface StoredSnapshot extends SnapshotFields {
  /** yyyy-MM */
  month: string;
  memberId: string;
}

/** The columns that a derivation reads, in the order of its queries. */
export const snapshotPositionColumns = ['month', 'member_id', ...snapshotColumnNames.map(storedColumn)] as const;

const fields = snapshotColumnNames.map((name) => [snapshotField(name), snapshotColumns[name].kind === 'flag'] as const);

/** The snapshot with these columns' values, as ClickHouse returns them. */
export function snapshotFromValues(values: readonly unknown[]): StoredSnapshot {
  const snapshot: Record<string, unknown> = { month: String(values[0]).slice(0, 7), memberId: values[1] };
  for (const [at, [field, isFlag]] of fields.entries()) {
    const value = values[at + 2] ?? null;
    snapshot[field] = isFlag && value !== null ? value === 1 : value;
  }
  return snapshot as unknown as StoredSnapshot;
}

/** What one snapshot of a member contributes to the following year. */
export interface SnapshotMonth extends MonthlyFlows {
  /** The member's newest sign-in when the file was made, which may be after the month. */
  lastLogin: string | null;
}

/**
 * Each member's snapshots in a plan in the twelve months up to the newest one. The window counts months and not rows, so that a member with
 * missing months has the same snapshots wherever reading began.
 */
export class SnapshotWindow {
  private readonly months = new Map<string, SnapshotMonth[]>();

  add(row: StoredSnapshot): void {
    const added = {
      month: row.month,
      employerContributionsCents: row.employerContributionsCents,
      salarySacrificeCents: row.salarySacrificeCents,
      personalContributionsCents: row.personalContributionsCents,
      feesCents: row.feesCents,
      lastLogin: row.lastLogin,
    };
    const known = this.months.get(row.memberId);
    if (known === undefined) {
      this.months.set(row.memberId, [added]);
      return;
    }
    known.push(added);
    const first = shiftMonth(row.month, -11);
    while (known[0]!.month < first) known.shift();
  }

  of(memberId: string): readonly SnapshotMonth[] {
    return this.months.get(memberId) ?? [];
  }
}
