import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

const take = (stream: Readable, into: unknown[], size: number): void => {
  for (let item; into.length < size && (item = stream.read()) !== null;) into.push(item);
};

/**
 * What a stream of objects holds, in batches of at most `size`: a full one when much is waiting, a single item when not.
 * The stream's own buffer bounds what is read ahead of a slow consumer. Throws the stream's error, after what came before it.
 */
export async function* batchesOf<Item>(stream: Readable, size: number): AsyncGenerator<Item[]> {
  let failure: { error: unknown } | undefined;
  const ended = new AbortController();
  const end = () => ended.abort();
  stream.on('error', (error) => {
    failure ??= { error };
    end();
  });
  stream.on('end', end);
  stream.on('close', end);
  for (;;) {
    const batch: Item[] = [];
    take(stream, batch, size);
    // Messages arrive one by one within a few turns of the loop; a batch is worth waiting for them.
    for (let before = 0; batch.length > before && batch.length < size;) {
      before = batch.length;
      await nextTurn();
      take(stream, batch, size);
    }
    if (batch.length > 0) yield batch;
    else if (failure !== undefined) throw failure.error;
    else if (ended.signal.aborted) return;
    else await once(stream, 'readable', { signal: ended.signal }).catch(() => undefined);
  }
}
