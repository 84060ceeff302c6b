import type { KeyObject } from 'node:crypto';
import type { Line } from './chain.js';
import { followHeads, type Followed } from './follow-heads.js';
import { entriesOf } from './heads-folder.js';
import { HistoryCursor } from './history-cursor.js';

export interface Verified extends Followed {
  /** Events that came after the last head, of which nothing can be said yet. */
  beyond: number;
}

/** Holds a history against the heads in a folder or file, by the public key of who signed them. */
export async function verifyHistory(
  history: AsyncIterable<readonly Line[]>,
  heads: string,
  publicKey: KeyObject,
): Promise<Verified> {
  const cursor = new HistoryCursor(history);
  try {
    const followed = await followHeads(entriesOf(heads), cursor, publicKey);
    return { ...followed, beyond: followed.difference === null ? await cursor.countRest() : 0 };
  } finally {
    await cursor.close();
  }
}
