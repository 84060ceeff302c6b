import type { KeyObject } from 'node:crypto';
import type { Line } from './chain.js';
import { followHeads, type Followed } from './follow-heads.js';
import { entriesOf } from './heads-folder.js';
import { HistoryCursor } from './history-cursor.js';

export interface Verified extends Followed {
  /** Events after the last head, which cannot be verified yet. */
  beyond: number;
}

/** Compares a history with the heads in a folder or file, using the signer's public key. */
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
