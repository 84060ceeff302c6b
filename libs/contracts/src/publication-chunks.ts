import { groupBy } from '@superscope/domain/group-by';

/** What every stored chunk of a published table says of its publication, as projectors keep it and the api reads it. */
export interface PublicationChunk {
  importId: string;
  index: number;
  /** How many the publication has. */
  chunks: number;
  /** Of the event, in the stream of the table's owner. */
  revision: number | bigint;
}

/**
 * Of the chunks of one table, owner and date those of the newest publication that has all of its own, in order; none where none
 * has. A chunk that was set aside must not leave a table of which half is another's.
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
