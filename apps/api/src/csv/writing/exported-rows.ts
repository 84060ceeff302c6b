import type { CellValue } from '../../platform/csv/csv-cell.js';

/** The scope of an export: null means all. */
export interface ExportScope {
  platformId: string | null;
  /** Inner id. */
  planId: string | null;
}

/** A row by column, and the platform that its ids belong to ('' if the table has none). */
export interface ExportedRow {
  platformId: string;
  values: Readonly<Record<string, CellValue | undefined>>;
}

export type ExportedRows = AsyncGenerator<ExportedRow>;
