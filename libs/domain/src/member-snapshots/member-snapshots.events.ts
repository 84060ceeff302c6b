import type { DomainEvent, EventShapes } from '../event.js';
import { count, listOf, text } from '../shape.js';
import { importShapes } from '../plan-month-import.js';
import { storedSnapshotRow, type SnapshotRow } from './snapshot-columns.js';

interface OfImport {
  importId: string;
  planId: string;
  /** yyyy-MM */
  month: string;
}

/** An import replaces a whole plan-month: its rows count once `MemberSnapshotsCompleted` is stored. */
export type MemberSnapshotsEvent =
  | DomainEvent<'MemberSnapshotsBegun', OfImport & { rows: number }>
  | DomainEvent<'MemberSnapshotsChunkImported', OfImport & { index: number; rows: readonly SnapshotRow[] }>
  | DomainEvent<
      'MemberSnapshotsCompleted',
      OfImport & { rows: number; chunks: number; /** SHA-256 of the rows in member order. */ digest: string }
    >
  | DomainEvent<'SnapshotImportWithdrawn', OfImport>;

export const memberSnapshotsShapes: EventShapes<MemberSnapshotsEvent> = {
  MemberSnapshotsBegun: { ...importShapes, rows: count },
  MemberSnapshotsChunkImported: { ...importShapes, index: count, rows: listOf(storedSnapshotRow) },
  MemberSnapshotsCompleted: { ...importShapes, rows: count, chunks: count, digest: text },
  SnapshotImportWithdrawn: importShapes,
};
