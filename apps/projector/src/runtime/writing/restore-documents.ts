import { isDuplicateKey } from '@superscope/event-store/connection/duplicate-key';
import { Long } from 'mongodb';
import { WriteFailure } from './failures.js';
import { foldDocument } from './fold-document.js';
import type { DocumentWrite } from './projection.js';
import type { Target } from './target.js';

type Place = Pick<DocumentWrite, 'collection' | 'id'>;
/** All writes of one stream to some documents, oldest first, by `documentKey`. */
export type WritesByDocument = ReadonlyMap<string, readonly DocumentWrite[]>;

export const documentKey = ({ collection, id }: Place): string => `${collection} ${id}`;

/**
 * Rebuilds documents from all writes of their stream, up to the live documents' revision, and at least to the
 * revision `least`. If a document is written in the meantime, that write stays and the document is rebuilt once more
 * with it.
 */
export async function restoreDocuments(
  target: Target,
  places: readonly Place[],
  readWrites: () => Promise<WritesByDocument>,
  least: bigint | null,
): Promise<void> {
  for (let due = places; due.length > 0;) {
    // Read before the stream, because a document must not be newer than the writes from which it is rebuilt.
    const reached = new Map<Place, bigint | null>();
    for (const place of due) reached.set(place, await revisionOf(target, place));
    const writes = await readWrites();
    const moved: Place[] = [];
    for (const place of due) {
      const live = reached.get(place) ?? null;
      const to = live !== null && (least === null || live > least) ? live : least;
      if (to === null) continue;
      const told = (writes.get(documentKey(place)) ?? []).filter((write) => write.revision <= to);
      if (!(await replace(target, place, live, foldDocument(told)))) moved.push(place);
    }
    due = moved;
  }
}

async function revisionOf(target: Target, { collection, id }: Place): Promise<bigint | null> {
  const live = await target.view(collection).findOne({ _id: id }, { projection: { revision: 1 } });
  return live === null ? null : BigInt(live.revision);
}

/** False if another process has written the document since it was read at revision `reached` (null: it did not exist). */
async function replace(
  target: Target,
  { collection, id }: Place,
  reached: bigint | null,
  folded: ReturnType<typeof foldDocument>,
): Promise<boolean> {
  const view = target.view(collection);
  const asRead = { _id: id, revision: Long.fromBigInt(reached ?? -1n) } as never;
  try {
    if (folded === null) return reached === null || (await view.deleteOne(asRead)).deletedCount === 1;
    const document = { ...folded, revision: Long.fromBigInt(folded.revision) };
    if (reached !== null) return (await view.replaceOne(asRead, document)).matchedCount === 1;
    await view.insertOne({ _id: id, ...document } as never);
    return true;
  } catch (error) {
    if (reached === null && isDuplicateKey(error)) return false;
    throw new WriteFailure(collection, [], error);
  }
}
