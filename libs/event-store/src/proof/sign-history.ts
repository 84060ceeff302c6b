import { digestOf, linkAfter, tagsOf, type Line } from './chain.js';
import { headsDiffer, number } from './difference.js';
import { followHeads, type Followed } from './follow-heads.js';
import { HeadFile, entriesOf, folderOfKey } from './heads-folder.js';
import { isHead, isSignedBy, signedHead, type Head } from './heads.js';
import { HistoryCursor } from './history-cursor.js';
import type { SigningKey } from './signing-key.js';

export interface SignRequest {
  /** Lines of the history from its first event. */
  history: AsyncIterable<readonly Line[]>;
  /** Folder of the heads, which has one folder for each key. */
  folder: string;
  key: SigningKey;
  /** Instant, UTC. */
  at: string;
  /** The known number of heads. If fewer are found, some were removed. */
  leastHeads?: number;
}

export interface Signed extends Pick<Followed, 'events' | 'heads' | 'difference'> {
  /** Whether this run signed a new head, which it does if there are events that no head covers. */
  signed: boolean;
}

/**
 * Compares the history with every head of the key, and signs the events after the last one. Runs share no state but the heads, so nothing
 * else can be lost or wrong. A head is never signed over a history that differs from an earlier head.
 */
export async function signHistory({ history, folder, key, at, leastHeads = 0 }: SignRequest): Promise<Signed> {
  const own = folderOfKey(folder, key);
  const cursor = new HistoryCursor(history);
  try {
    const known = await followHeads(entriesOf(own), cursor, key.publicKey);
    if (known.difference === null && known.heads < leastHeads)
      known.difference = headsDiffer(
        `${number(leastHeads)} heads were signed before, and the folder holds ${number(known.heads)}.`,
      );
    if (known.difference !== null) return { ...known, signed: false };
    return await extend(known, cursor, own, key, at);
  } finally {
    await cursor.close();
  }
}

async function extend(
  known: Followed,
  history: HistoryCursor,
  folder: string,
  key: SigningKey,
  at: string,
): Promise<Signed> {
  let lines = await history.takeBlock();
  if (lines.length === 0) return { ...known, signed: false };
  const head = known.heads + 1;
  const file = await HeadFile.begin(folder, head, key);
  try {
    let { events, blocks, link } = known;
    for (; lines.length > 0; lines = await history.takeBlock()) {
      const digests = lines.map(digestOf);
      link = linkAfter(link, digests);
      events += lines.length;
      blocks += 1;
      await file.add({
        block: blocks,
        events: lines.length,
        link: link.toString('hex'),
        tags: tagsOf(digests).join(''),
      });
    }
    await file.add(signedHead({ head, events, link: link.toString('hex'), at }, key));
    const signed = await file.publish();
    // Another process signed first. Its head counts if it covers the same events; otherwise the next run compares it.
    if (!signed && !(await isCovered(folder, { head, events, link: link.toString('hex') }, key)))
      return { ...known, signed };
    return { events, heads: head, difference: null, signed };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** Whether a folder holds a head of the same number over the same events. */
async function isCovered(folder: string, wanted: Pick<Head, 'head' | 'events' | 'link'>, key: SigningKey) {
  for await (const entry of entriesOf(folder))
    if (entry !== null && isHead(entry) && entry.head === wanted.head)
      return entry.events === wanted.events && entry.link === wanted.link && isSignedBy(entry, key.publicKey);
  return false;
}
