import { shiftMonth } from '@superscope/domain/calendar-dates';
import type { AssetOwnedRow } from '@superscope/domain/assets-owned/assets-owned';
import type { SnapshotRow } from '@superscope/domain/member-snapshots/member-snapshots.events';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import {
  recordedAt,
  type Dirty,
  type Projected,
  type Projection,
  type RowWrite,
} from '../runtime/writing/projection.js';

export const snapshotRawColumns = [
  'plan_id',
  'month',
  'import_id',
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
  'death_premium_cents',
  'tpd_premium_cents',
  'sci_premium_cents',
  'risk_profile_name',
  'growth_exposure_percent',
  'lifecycle_investment',
  'beneficiary_nomination_type',
  'nomination_date',
  'nomination_lapsing',
  'last_login',
] as const;

const assetsOwnedRawColumns = ['plan_id', 'month', 'import_id', 'member_id', 'asset_code', 'balance_cents'] as const;

const importColumns = [
  'content',
  'plan_id',
  'month',
  'revision',
  'step',
  'import_id',
  'rows',
  'digest',
  'recorded_at',
] as const;

interface OfImport {
  importId: string;
  planId: string;
  month: string;
  rows?: number;
  digest?: string;
}

/** Contributions count for a year, so an import makes its own month and the twelve after it stale, and months carried forward. */
const staleFrom = (planId: string, month: string): Dirty => ({
  plans: { planId },
  fromMonth: month,
  toMonth: shiftMonth(month, 12),
  memberId: null,
});

const step = (content: string, name: 'completed' | 'withdrawn', event: RecordedEvent): Projected => {
  const { importId, planId, month, rows, digest } = event.data as OfImport;
  const row: RowWrite = {
    table: 'plan_month_import',
    columns: importColumns,
    values: [
      ...[content, planId, `${month}-01`, Number(event.revision), name, importId, rows ?? 0, digest ?? ''],
      recordedAt(event),
    ],
  };
  return { rows: [row], dirty: [staleFrom(planId, month)], planId };
};

/** Chunks are kept as they come; only a completed import makes a plan-month stale and so, once derived, visible. */
export const memberSnapshots: Projection = {
  readModel: 'memberSnapshots',
  handles: ['MemberSnapshotsChunkImported', 'MemberSnapshotsCompleted', 'SnapshotImportWithdrawn'],
  project: (event) => {
    if (event.type === 'MemberSnapshotsCompleted') return step('snapshots', 'completed', event);
    if (event.type === 'SnapshotImportWithdrawn') return step('snapshots', 'withdrawn', event);
    const { importId, planId, month, rows } = event.data as {
      importId: string;
      planId: string;
      month: string;
      rows: readonly SnapshotRow[];
    };
    const first = `${month}-01`;
    return {
      rows: rows.map((row) => ({
        table: 'snapshot_raw',
        columns: snapshotRawColumns,
        values: [planId, first, importId, ...row],
      })),
    };
  },
};

export const assetsOwned: Projection = {
  readModel: 'memberSnapshots',
  handles: ['AssetsOwnedChunkImported', 'AssetsOwnedCompleted', 'AssetsOwnedImportWithdrawn'],
  project: (event) => {
    if (event.type === 'AssetsOwnedCompleted') return step('assets', 'completed', event);
    if (event.type === 'AssetsOwnedImportWithdrawn') return step('assets', 'withdrawn', event);
    const { importId, planId, month, rows } = event.data as {
      importId: string;
      planId: string;
      month: string;
      rows: readonly AssetOwnedRow[];
    };
    const first = `${month}-01`;
    return {
      rows: rows.map((row) => ({
        table: 'assets_owned_raw',
        columns: assetsOwnedRawColumns,
        values: [planId, first, importId, ...row],
      })),
    };
  },
};
