import { shiftMonth } from '@superscope/domain/calendar-dates';
import type { MonthlyFlows } from '@superscope/domain/scoring/contributions';

/** A row of `snapshot_raw` as ClickHouse answers it. Money is integer cents. */
export interface SnapshotRawRow {
  month: string;
  member_id: string;
  salary_cents: number | null;
  total_assets_owned_cents: number | null;
  employer_contributions_cents: number | null;
  salary_sacrifice_cents: number | null;
  personal_contributions_cents: number | null;
  fees_cents: number | null;
  insurance_premium_cents: number | null;
  death_cover_cents: number | null;
  tpd_cover_cents: number | null;
  sci_cover_cents: number | null;
  risk_profile_name: string | null;
  growth_exposure_percent: number | null;
  lifecycle_investment: 0 | 1 | null;
  beneficiary_nomination_type: string | null;
  nomination_date: string | null;
  nomination_lapsing: 0 | 1 | null;
  last_login: string | null;
}

/** The columns that a derivation reads, in the order it asks for them. */
export const snapshotPositionColumns = [
  'month',
  'member_id',
  'salary_cents',
  'total_assets_owned_cents',
  'employer_contributions_cents',
  'salary_sacrifice_cents',
  'personal_contributions_cents',
  'fees_cents',
  'insurance_premium_cents',
  'death_cover_cents',
  'tpd_cover_cents',
  'sci_cover_cents',
  'risk_profile_name',
  'growth_exposure_percent',
  'lifecycle_investment',
  'beneficiary_nomination_type',
  'nomination_date',
  'nomination_lapsing',
  'last_login',
] as const satisfies readonly (keyof SnapshotRawRow)[];

export const snapshotFromValues = (values: readonly unknown[]): SnapshotRawRow => {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < snapshotPositionColumns.length; i += 1) row[snapshotPositionColumns[i]!] = values[i];
  row['month'] = String(row['month']).slice(0, 7);
  return row as unknown as SnapshotRawRow;
};

/** What one snapshot of a member says to the year after it. */
export interface SnapshotMonth extends MonthlyFlows {
  /** The member's newest sign-in when the file was made, which may be after the month. */
  lastLogin: string | null;
}

/**
 * Each member's snapshots in a plan in the twelve months up to their newest. Months, not rows: a member who was away for some
 * has the same ones wherever the window began.
 */
export class SnapshotWindow {
  private readonly months = new Map<string, SnapshotMonth[]>();

  add(row: SnapshotRawRow): void {
    const added = {
      month: row.month,
      employerContributionsCents: row.employer_contributions_cents,
      salarySacrificeCents: row.salary_sacrifice_cents,
      personalContributionsCents: row.personal_contributions_cents,
      feesCents: row.fees_cents,
      lastLogin: row.last_login,
    };
    const known = this.months.get(row.member_id);
    if (known === undefined) {
      this.months.set(row.member_id, [added]);
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
