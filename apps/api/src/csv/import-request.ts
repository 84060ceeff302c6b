import type { CsvTable } from '@superscope/contracts/csv-tables';
import type { Confirmed } from './confirmed.js';
import type { DroppedRows } from './validate/dropped-rows.js';
import type { ValidLine } from './validate/validation.js';

/** A file to check or to import. */
export interface ImportRequest {
  fileName: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Null: derived from the header. */
  table: CsvTable | null;
  /** As the fund's files write it. */
  platformId: string | null;
  planId: string | null;
  /** The data date of lines that name none, in a file of investment options (yyyy-MM-dd). No line may name another one. */
  dataDate?: string;
  dryRun: boolean;
  /** Who has confirmed what is asked first, if anybody has. */
  confirmed?: Confirmed | null;
  /** `asOf` of the dry run that was looked at before; undefined if none was. */
  asOf?: number | undefined;
  /** For a dry run: called with the members of whom values are shown. */
  onShown?: (memberIds: readonly string[]) => void;
  /** Called with the valid lines, batch by batch. */
  onValid?: (lines: readonly ValidLine[]) => void;
  /** For a dry run: rows that count as known, to which the valid rows of this file are added. */
  dropped?: DroppedRows;
}

/** The same without the file, whose lines are read already. */
export type CheckRequest = Omit<ImportRequest, 'bytes'>;
