import type { Decision, StreamDefinition } from '../event.js';
import {
  foldImports,
  importToWithdraw,
  isCurrent,
  noImports,
  planMonthId,
  type PlanMonthImports,
} from '../plan-month-import.js';
import { memberSnapshotsShapes, type MemberSnapshotsEvent } from './member-snapshots.events.js';
import type { SnapshotRow } from './snapshot-columns.js';

/** Rows of one chunk event: about 60 KiB, well below an event's limit of 256 KiB. */
export const snapshotRowsPerChunk = 400;

export const memberSnapshotsStream: StreamDefinition<PlanMonthImports, MemberSnapshotsEvent> = {
  category: 'memberSnapshots',
  initial: noImports,
  shapes: memberSnapshotsShapes,
  idOf: ({ planId, month }) => planMonthId(planId, month),
  evolve: (imports, event) => {
    switch (event.type) {
      case 'MemberSnapshotsBegun':
        return foldImports(imports, { type: 'begun', data: event.data });
      case 'MemberSnapshotsChunkImported':
        return foldImports(imports, { type: 'chunk', data: event.data });
      case 'MemberSnapshotsCompleted':
        return foldImports(imports, { type: 'completed', data: event.data });
      case 'SnapshotImportWithdrawn':
        return foldImports(imports, { type: 'withdrawn', data: event.data });
      default:
        return imports;
    }
  },
};

/** Replaces a plan-month's rows with these; writes nothing when they are already current. All rows belong to one plan and month. */
export const importSnapshots =
  (
    of: { importId: string; planId: string; month: string },
    rows: readonly SnapshotRow[],
    digest: string,
  ): Decision<PlanMonthImports, MemberSnapshotsEvent> =>
  (imports) => {
    if (isCurrent(imports, digest)) return [];
    const events: MemberSnapshotsEvent[] = [{ type: 'MemberSnapshotsBegun', data: { ...of, rows: rows.length } }];
    let index = 0;
    for (let from = 0; from < rows.length; from += snapshotRowsPerChunk, index += 1)
      events.push({
        type: 'MemberSnapshotsChunkImported',
        data: { ...of, index, rows: rows.slice(from, from + snapshotRowsPerChunk) },
      });
    events.push({ type: 'MemberSnapshotsCompleted', data: { ...of, rows: rows.length, chunks: index, digest } });
    return events;
  };

/** Withdraws a completed import of this plan-month, by default the newest. The previous import becomes current again. */
export const withdrawSnapshots =
  (planId: string, month: string, importId: string | null): Decision<PlanMonthImports, MemberSnapshotsEvent> =>
  (imports) => [
    { type: 'SnapshotImportWithdrawn', data: { importId: importToWithdraw(imports, importId), planId, month } },
  ];
