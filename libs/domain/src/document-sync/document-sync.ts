import { count, text } from '../shape.js';
import { workOf } from '../work/work.js';

export interface DocumentSyncRequest {
  /** The host that gets the documents. */
  host: string;
}

export interface DocumentSyncResult {
  documents: number;
  /** Lists of employers. */
  lists: number;
  /** SHA-256 in hex of what was sent. */
  sha256: string;
}

/** Sending the documents of microsites and the lists of employers to the host for acceptance tests: `documentSync-{id}`. */
export const documentSync = workOf({
  category: 'documentSync',
  noun: 'DocumentSync',
  made: 'DocumentsSynced',
  request: { host: text },
  result: { documents: count, lists: count, sha256: text },
});

export const documentSyncStream = documentSync.stream;
