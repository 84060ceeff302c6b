import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { count, id, listOf, optional, orNull, record, text } from '../shape.js';

export interface AcceptedImport {
  importId: string;
  table: string;
  platformId: string | null;
  planId: string | null;
  /** The spool in the `files` database, content-addressed. */
  fileSha256: string;
  fileName: string;
  rows: number;
  /** Rows of the file that were left out because they are of erased members. Imports of earlier releases had none. */
  erasedRows?: number;
  /** Number of rows that are kept and count in no figure, by what was known of their members then. Only files of plan-months have them. */
  uncountedRows?: number;
  uncounted?: UncountedLines;
  /** Id of the user who started the import and sees its progress. */
  startedBy: string;
  /** How many changes were asked about before, and the id of the user who confirmed them. Only imports with such changes have them. */
  confirmed?: number;
  confirmedBy?: string;
  /** Only imports of files that were mended in the portal have it. */
  mended?: MendedCells;
}

/**
 * The cells of a file that somebody corrected before its import. The values stand in the file, which is kept encrypted; what was typed is
 * in the rows' own events.
 */
export interface MendedCells {
  /** Id of the user who corrected them. */
  by: string;
  cells: readonly { line: number; column: string }[];
  /** Number of rows that were left out, and the first 1,000 of their lines. */
  left: number;
  leftLines: readonly number[];
}

/** Lines whose members do not count in the line's month: the first 20,000 of both kinds together. */
export interface UncountedLines {
  /** They had left before the month's last day. */
  left: readonly number[];
  /** They joined after it. */
  notJoined: readonly number[];
}

/** The life of one import. Nothing exists before `ImportAccepted`; after it the import always rolls forward. */
export type CsvImportEvent =
  | DomainEvent<'ImportAccepted', AcceptedImport>
  | DomainEvent<'ImportProgressed', { importId: string; rows: number } & Events>
  | DomainEvent<'ImportCompleted', { importId: string; rows: number } & Outcome>
  | DomainEvent<'ImportFailed', { importId: string; message: string } & Outcome>;

interface Events {
  /** Number of events written for the rows so far. Imports of earlier releases did not count them. */
  events?: number;
}

/** The result of an import: rows written as events, rows without a change, and rows refused. */
export interface Outcome extends Events {
  written: number;
  skipped: number;
  refused: number;
  /** The first 1,000 refused rows. */
  errors: readonly RefusedRow[];
}

/** A validated row that a rule refused, because other data was written meanwhile. Never quotes the row's values. */
export interface RefusedRow {
  /** Null when a whole plan-month or table was refused. */
  line: number | null;
  column: string | null;
  message: string;
}

const outcomeShapes = {
  written: count,
  skipped: count,
  refused: count,
  errors: listOf(record({ line: orNull(count), column: orNull(text), message: text })),
  events: optional(count),
};
const shapes: EventShapes<CsvImportEvent> = {
  ImportAccepted: {
    importId: id,
    table: text,
    platformId: orNull(id),
    planId: orNull(id),
    fileSha256: text,
    fileName: text,
    rows: count,
    erasedRows: optional(count),
    uncountedRows: optional(count),
    uncounted: optional(record<UncountedLines>({ left: listOf(count), notJoined: listOf(count) })),
    startedBy: text,
    confirmed: optional(count),
    confirmedBy: optional(text),
    mended: optional(
      record<MendedCells>({
        by: text,
        cells: listOf(record({ line: count, column: text })),
        left: count,
        leftLines: listOf(count),
      }),
    ),
  },
  ImportProgressed: { importId: id, rows: count, events: optional(count) },
  ImportCompleted: { importId: id, rows: count, ...outcomeShapes },
  ImportFailed: { importId: id, message: text, ...outcomeShapes },
};

export interface CsvImport {
  accepted: AcceptedImport | null;
  ended: boolean;
}

export const csvImportStream: StreamDefinition<CsvImport, CsvImportEvent> = {
  category: 'import',
  initial: { accepted: null, ended: false },
  shapes,
  idOf: ({ importId }) => importId,
  evolve: (current, event) => {
    switch (event.type) {
      case 'ImportAccepted':
        return { accepted: event.data, ended: false };
      case 'ImportCompleted':
      case 'ImportFailed':
        return { ...current, ended: true };
      default:
        return current;
    }
  },
};

type ImportDecision = Decision<CsvImport, CsvImportEvent>;

/** Accepts a validated file, whose rows will then be written. */
export const acceptImport =
  (accepted: AcceptedImport): ImportDecision =>
  (current) =>
    current.accepted === null ? [{ type: 'ImportAccepted', data: accepted }] : [];

const running = (current: CsvImport): AcceptedImport | null => {
  if (current.accepted === null) throw new RuleViolation('not-found', 'There is no such import.');
  return current.ended ? null : current.accepted;
};

/** Records how many rows have been handled so far, and how many events they became. */
export const progressImport =
  (rows: number, events: number): ImportDecision =>
  (current) => {
    const accepted = running(current);
    return accepted === null ? [] : [{ type: 'ImportProgressed', data: { importId: accepted.importId, rows, events } }];
  };

/** Ends an import with its outcome. Refused rows do not prevent the others from being written. */
export const completeImport =
  (outcome: Outcome): ImportDecision =>
  (current) => {
    const accepted = running(current);
    if (accepted === null) return [];
    return [{ type: 'ImportCompleted', data: { importId: accepted.importId, rows: accepted.rows, ...outcome } }];
  };

/** Ends an import that cannot continue, with its outcome so far. `message` is shown to the user who started it. */
export const failImport =
  (message: string, outcome: Outcome): ImportDecision =>
  (current) => {
    const accepted = running(current);
    if (accepted === null) return [];
    return [{ type: 'ImportFailed', data: { importId: accepted.importId, message, ...outcome } }];
  };
