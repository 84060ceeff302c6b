import { groupBy } from '@superscope/domain/group-by';

/** Fields of every stored chunk of a published table. They identify its publication, and projectors and the api share them. */
export interface PublicationChunk {
  importId: string;
  index: number;
  /** Number of chunks of the publication. */
  chunks: number;
  /** Revision of the event in the stream of the table's owner. */
  revision: number | bigint;
}

/**
 * The chunks of the newest complete publication of one table, owner and date, in order; empty if no publication is complete. A chunk that
 * was set aside must not leave a table that mixes two publications.
 */
export function newestWhole<Chunk extends PublicationChunk>(chunks: readonly Chunk[]): Chunk[] {
  let newest: Chunk[] = [];
  for (const own of groupBy(chunks, ({ importId }) => importId).values()) {
    const byIndex = new Map(own.map((chunk) => [chunk.index, chunk]));
    const inOrder = Array.from({ length: own[0]!.chunks }, (_, index) => byIndex.get(index));
    if (inOrder.every((chunk) => chunk !== undefined) && isNewer(inOrder, newest)) newest = inOrder;
  }
  return newest;
}

const isNewer = (a: readonly PublicationChunk[], b: readonly PublicationChunk[]): boolean =>
  Number(a.at(-1)?.revision ?? -1) > Number(b.at(-1)?.revision ?? -1);
