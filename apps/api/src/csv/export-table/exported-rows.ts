import type { CellValue } from '../reading/cell.js';

/** The scope of an export: null means all. */
export interface ExportScope {
  platformId: string | null;
  /** Inner id. */
  planId: string | null;
}

/** A row of the table by column, and the platform that its ids are of ('' where the table has none). */
export interface ExportedRow {
  platformId: string;
  values: Readonly<Record<string, CellValue | undefined>>;
}

export type ExportedRows = AsyncGenerator<ExportedRow>;
