import { Injectable } from '@nestjs/common';
import { csvLine } from '../platform/csv/csv-line.js';
import { guardFormula } from '../platform/csv/formula-guard.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { MadeFiles } from '../work/made-files.js';
import { contactRow, ExportRows } from './export-rows.js';
import {
  exportFiles,
  externalIdField,
  type ExportRow,
  type FileManifest,
  type FilePart,
  type FilePiece,
  type Shipment,
} from './export-files.js';

/** How large files are. */
@Injectable()
export class FileLimits {
  /** Of a file, which is a job: Salesforce takes 150 MB in base64, which is 112 MB of text. */
  readonly partBytes: number = 90 * 1024 ** 2;
  /** Of a file: bounds what is held in memory while a job's results are matched with its rows. */
  readonly partRows: number = 50_000;
  /** Of a piece of a file, as it is kept. */
  readonly pieceBytes: number = 2 * 1024 ** 2;
}

type Kept = [key: string, parentId: string | null, memberId: string | null, values: (string | null)[], crmId?: string];

export const filesGone = new Refusal(410, {
  message: 'The files of this batch are no longer kept. Please execute it again.',
});

/** A row within its file. */
export interface NumberedRow extends ExportRow {
  /** The heading is line 1. */
  line: number;
}

/** The files of batches, kept in pieces for 30 days, so that neither making nor reading one needs it whole in memory. */
@Injectable()
export class KeptFiles {
  constructor(
    private readonly files: MadeFiles,
    private readonly exportRows: ExportRows,
    private readonly limits: FileLimits,
  ) {}

  /** Keeps rows as files within the limits of a job. */
  async keep({ object }: Shipment, rows: AsyncIterable<readonly ExportRow[]>): Promise<FileManifest> {
    const { partBytes, partRows, pieceBytes } = this.limits;
    const parts: { rows: number; bytes: number; pieces: FilePiece[] }[] = [];
    let piece: string[] = [];
    let length = 0;
    const endPiece = async () => {
      if (piece.length === 0) return;
      const sha256 = await this.files.keep(Buffer.from(piece.join('\n')));
      parts.at(-1)!.pieces.push({ sha256, rows: piece.length });
      piece = [];
      length = 0;
    };
    for await (const some of rows)
      for (const row of some) {
        const bytes = Buffer.byteLength(csvLine([row.key, ...row.values.map((value) => value ?? '')]));
        const part = parts.at(-1);
        if (part === undefined || part.bytes + bytes > partBytes || part.rows >= partRows) {
          await endPiece();
          parts.push({ rows: 0, bytes: 0, pieces: [] });
        }
        parts.at(-1)!.rows += 1;
        parts.at(-1)!.bytes += bytes;
        const { key, parentId, memberId, crmId } = row;
        const kept: Kept = [key, parentId, memberId, object === 'contacts' ? [] : [...row.values]];
        piece.push(JSON.stringify(crmId === undefined ? kept : [...kept, crmId]));
        length += bytes;
        if (length >= pieceBytes) await endPiece();
      }
    await endPiece();
    return {
      rows: parts.reduce((sum, part) => sum + part.rows, 0),
      parts: parts.map(({ rows: count, pieces }) => ({ rows: count, pieces })),
    };
  }

  /** Rows of a file, without those of members erased since. Contacts are as they are now. Throws Refusal 410 once they are not kept. */
  async *rows(shipment: Shipment, part: FilePart): AsyncGenerator<NumberedRow[]> {
    for await (const rows of this.keptRows(part))
      yield shipment.operation === 'delete' ? rows : await this.present(rows, shipment.object === 'contacts');
  }

  /**
   * Rows of a file as it was made, also of members erased since, for what is known of each row by its place. Contacts have no values.
   * Throws Refusal 410 once they are not kept.
   */
  async *keptRows({ pieces }: FilePart): AsyncGenerator<NumberedRow[]> {
    let line = 1;
    for (const { sha256 } of pieces) {
      const kept = await this.files.read(sha256);
      if (kept === null) throw filesGone;
      const rows = kept
        .toString()
        .split('\n')
        .map((text) => JSON.parse(text) as Kept)
        .map(([key, parentId, memberId, values, crmId]): NumberedRow => ({
          key,
          parentId,
          memberId,
          values,
          ...(crmId !== undefined && { crmId }),
          line: (line += 1),
        }));
      yield rows;
    }
  }

  private async present(rows: readonly NumberedRow[], areContacts: boolean): Promise<NumberedRow[]> {
    const ids = rows.flatMap(({ memberId }) => memberId ?? []);
    if (ids.length === 0) return [...rows];
    const members = await this.exportRows.members(ids);
    return rows.flatMap((row) => {
      const member = members.get(row.memberId ?? '');
      return member === undefined ? [] : [areContacts ? { ...contactRow(member), line: row.line } : row];
    });
  }

  /**
   * A file for Salesforce: the rows of a part that `takes` takes, without the columns in `leaveOut`. `#N/A` empties a field; an empty one would
   * leave it as it was.
   */
  async *forCrm(
    shipment: Shipment,
    part: FilePart,
    { takes, leaveOut }: { takes: (row: ExportRow) => boolean; leaveOut: ReadonlySet<string> },
  ): AsyncGenerator<string> {
    const isDeletion = shipment.operation === 'delete';
    const { columns } = exportFiles[shipment.object];
    const isSent = columns.map((column) => !leaveOut.has(column));
    yield line(isDeletion ? ['Id'] : [externalIdField, ...columns.filter((_, at) => isSent[at])]);
    for await (const rows of this.rows(shipment, part))
      yield rows
        .filter(takes)
        .map(({ key, values, crmId }) =>
          line(
            isDeletion ? [crmId ?? ''] : [key, ...values.filter((_, at) => isSent[at]).map((value) => value ?? '#N/A')],
          ),
        )
        .join('');
  }

  /** A file for people, in which no cell is a formula. `onRows` hears of each row. */
  async *forPeople(
    shipment: Shipment,
    part: FilePart,
    onRows: (rows: readonly NumberedRow[]) => void,
  ): AsyncGenerator<string> {
    const columns = shipment.operation === 'delete' ? [] : exportFiles[shipment.object].columns;
    yield csvLine([externalIdField, ...columns]);
    for await (const rows of this.rows(shipment, part)) {
      onRows(rows);
      yield rows.map(({ key, values }) => csvLine([key, ...values.map((value) => guardFormula(value ?? ''))])).join('');
    }
  }
}

/** Salesforce is told that lines end with LF. */
const line = (cells: readonly string[]) => `${csvLine(cells).slice(0, -2)}\n`;
