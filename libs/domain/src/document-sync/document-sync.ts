import { count, optional, text } from '../shape.js';
import { workOf } from '../work/work.js';

export interface DocumentSyncRequest {
  /** The host that gets the documents. */
  host: string;
}

export interface DocumentSyncResult {
  documents: number;
  /** Lists of employers. */
  lists: number;
  /** How many of both the other host left out, because it has no such platform, plan or employer. Syncs before 26/11/2026 do not say. */
  leftOut: number | undefined;
  /** SHA-256 in hex of what was sent. */
  sha256: string;
}

/** Sending the documents of microsites and the lists of employers to the host for acceptance tests: `documentSync-{id}`. */
export const documentSync = workOf({
  category: 'documentSync',
  noun: 'DocumentSync',
  made: 'DocumentsSynced',
  request: { host: text },
  result: { documents: count, lists: count, leftOut: optional(count), sha256: text },
});

export const documentSyncStream = documentSync.stream;
