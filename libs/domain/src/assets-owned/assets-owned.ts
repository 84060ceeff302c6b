import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import {
  foldImports,
  importShapes,
  importToWithdraw,
  isCurrent,
  noImports,
  planMonthId,
  type PlanMonthImports,
} from '../plan-month-import.js';
import { count, id, integer, listOf, row, text } from '../shape.js';

/** A member's balance in one asset at a month's end. Positional storage format: append columns at the end only. */
export type AssetOwnedRow = readonly [memberId: string, assetCode: string, balanceCents: number];

interface OfImport {
  importId: string;
  planId: string;
  /** yyyy-MM */
  month: string;
}

export type AssetsOwnedEvent =
  | DomainEvent<'AssetsOwnedBegun', OfImport & { rows: number }>
  | DomainEvent<'AssetsOwnedChunkImported', OfImport & { index: number; rows: readonly AssetOwnedRow[] }>
  | DomainEvent<'AssetsOwnedCompleted', OfImport & { rows: number; chunks: number; digest: string }>
  | DomainEvent<'AssetsOwnedImportWithdrawn', OfImport>;

const shapes: EventShapes<AssetsOwnedEvent> = {
  AssetsOwnedBegun: { ...importShapes, rows: count },
  AssetsOwnedChunkImported: { ...importShapes, index: count, rows: listOf(row(id, text, integer)) },
  AssetsOwnedCompleted: { ...importShapes, rows: count, chunks: count, digest: text },
  AssetsOwnedImportWithdrawn: importShapes,
};

/** Rows of one chunk event: about 70 KiB. */
export const assetsOwnedRowsPerChunk = 1000;

export const assetsOwnedStream: StreamDefinition<PlanMonthImports, AssetsOwnedEvent> = {
  category: 'assetsOwned',
  initial: noImports,
  shapes,
  idOf: ({ planId, month }) => planMonthId(planId, month),
  evolve: (imports, event) => {
    switch (event.type) {
      case 'AssetsOwnedBegun':
        return foldImports(imports, { type: 'begun', data: event.data });
      case 'AssetsOwnedChunkImported':
        return foldImports(imports, { type: 'chunk', data: event.data });
      case 'AssetsOwnedCompleted':
        return foldImports(imports, { type: 'completed', data: event.data });
      case 'AssetsOwnedImportWithdrawn':
        return foldImports(imports, { type: 'withdrawn', data: event.data });
      default:
        return imports;
    }
  },
};

/** Replaces a plan-month's holdings with these rows; writes nothing when they are already current. */
export const importAssetsOwned =
  (
    of: { importId: string; planId: string; month: string },
    rows: readonly AssetOwnedRow[],
    digest: string,
  ): Decision<PlanMonthImports, AssetsOwnedEvent> =>
  (imports) => {
    if (isCurrent(imports, digest)) return [];
    const events: AssetsOwnedEvent[] = [{ type: 'AssetsOwnedBegun', data: { ...of, rows: rows.length } }];
    let index = 0;
    for (let from = 0; from < rows.length; from += assetsOwnedRowsPerChunk, index += 1)
      events.push({
        type: 'AssetsOwnedChunkImported',
        data: { ...of, index, rows: rows.slice(from, from + assetsOwnedRowsPerChunk) },
      });
    events.push({ type: 'AssetsOwnedCompleted', data: { ...of, rows: rows.length, chunks: index, digest } });
    return events;
  };

/** Withdraws a completed import of this plan-month, by default the newest. */
export const withdrawAssetsOwned =
  (planId: string, month: string, importId: string | null): Decision<PlanMonthImports, AssetsOwnedEvent> =>
  (imports) => [
    { type: 'AssetsOwnedImportWithdrawn', data: { importId: importToWithdraw(imports, importId), planId, month } },
  ];
