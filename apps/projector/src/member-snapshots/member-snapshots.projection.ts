import { columnsOf, type AnalyticsTable } from '@superscope/contracts/read-models/analytics-table';
import {
  assetsOwnedRawTable,
  planMonthImportTable,
  snapshotRawTable,
} from '@superscope/contracts/read-models/plan-months';
import { assetsOwnedStream } from '@superscope/domain/assets-owned/assets-owned';
import { memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import type { TableName } from '@superscope/contracts/read-models/read-models';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { recordedAt } from '../runtime/writing/instants.js';
import { rowWrite, type Projected } from '../runtime/writing/projection.js';
import { projectionOf } from '../runtime/writing/stream-projection.js';

interface OfImport {
  importId: string;
  planId: string;
  month: string;
}

interface Step extends OfImport {
  rows?: number;
  digest?: string;
}

const stepWrite = (
  content: 'snapshots' | 'assets',
  step: 'completed' | 'withdrawn',
  event: RecordedEvent<Step>,
): Projected => {
  const { importId, planId, month, rows = 0, digest = '' } = event.data;
  const row = rowWrite(planMonthImportTable, {
    content,
    plan_id: planId,
    month: `${month}-01`,
    revision: Number(event.revision),
    step,
    import_id: importId,
    rows,
    digest,
    recorded_at: recordedAt(event),
  });
  return { rows: [row], planId };
};

/**
 * Rows of a chunk as events store them: the values that the whole chunk shares come first, then each row's own, in the order of the table's
 * columns.
 */
function chunkWrite(
  table: AnalyticsTable<TableName>,
  { importId, planId, month, rows }: OfImport & { rows: readonly (readonly unknown[])[] },
): Projected {
  const columns = columnsOf(table);
  const first = `${month}-01`;
  return { rows: rows.map((row) => ({ table: table.table, columns, values: [planId, first, importId, ...row] })) };
}

/** Chunks are stored as they arrive. Only a completed import makes a plan-month stale, and the month is visible once derived. */
export const memberSnapshots = projectionOf(
  memberSnapshotsStream,
  { readModel: snapshotRawTable.announces, ignores: ['MemberSnapshotsBegun'] },
  {
    MemberSnapshotsChunkImported: ({ data }) => chunkWrite(snapshotRawTable, data),
    MemberSnapshotsCompleted: (event) => stepWrite('snapshots', 'completed', event),
    SnapshotImportWithdrawn: (event) => stepWrite('snapshots', 'withdrawn', event),
  },
);

export const assetsOwned = projectionOf(
  assetsOwnedStream,
  { readModel: assetsOwnedRawTable.announces, ignores: ['AssetsOwnedBegun'] },
  {
    AssetsOwnedChunkImported: ({ data }) => chunkWrite(assetsOwnedRawTable, data),
    AssetsOwnedCompleted: (event) => stepWrite('assets', 'completed', event),
    AssetsOwnedImportWithdrawn: (event) => stepWrite('assets', 'withdrawn', event),
  },
);
