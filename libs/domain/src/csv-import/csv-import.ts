import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';

export interface AcceptedImport {
  importId: string;
  table: string;
  platformId: string | null;
  planId: string | null;
  /** The spool in the `files` database, content-addressed. */
  fileSha256: string;
  fileName: string;
  rows: number;
  /** User id of who started it; they see its progress. */
  startedBy: string;
}

/** The life of one import. Nothing exists before `ImportAccepted`; after it the import always rolls forward. */
export type CsvImportEvent =
  | DomainEvent<'ImportAccepted', AcceptedImport>
  | DomainEvent<'ImportProgressed', { importId: string; rows: number }>
  | DomainEvent<'ImportCompleted', { importId: string; rows: number; written: number; skipped: number }>
  | DomainEvent<'ImportFailed', { importId: string; message: string }>;

export interface CsvImport {
  accepted: AcceptedImport | null;
  ended: boolean;
}

export const csvImportStream: StreamDefinition<CsvImport, CsvImportEvent> = {
  category: 'import',
  initial: { accepted: null, ended: false },
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

/** Accepts a validated file: from here on its rows will be written. */
export const acceptImport =
  (accepted: AcceptedImport): ImportDecision =>
  (current) =>
    current.accepted === null ? [{ type: 'ImportAccepted', data: accepted }] : [];

const running = (current: CsvImport): AcceptedImport | null => {
  if (current.accepted === null) throw new RuleViolation('not-found', 'There is no such import.');
  return current.ended ? null : current.accepted;
};

/** Notes how many rows were handled so far. */
export const progressImport =
  (rows: number): ImportDecision =>
  (current) => {
    const accepted = running(current);
    return accepted === null ? [] : [{ type: 'ImportProgressed', data: { importId: accepted.importId, rows } }];
  };

/** Ends an import with what it did: rows that led to events, and rows equal to what stood. */
export const completeImport =
  (written: number, skipped: number): ImportDecision =>
  (current) => {
    const accepted = running(current);
    if (accepted === null) return [];
    return [{ type: 'ImportCompleted', data: { importId: accepted.importId, rows: accepted.rows, written, skipped } }];
  };

/** Ends an import that a rule refused midway; `message` is shown to who started it. */
export const failImport =
  (message: string): ImportDecision =>
  (current) => {
    const accepted = running(current);
    return accepted === null ? [] : [{ type: 'ImportFailed', data: { importId: accepted.importId, message } }];
  };
