import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The objects of a stream in batches of at most `size`. A batch is full if many are waiting, and may hold a single item. The stream's own
 * buffer limits how much is read ahead of a slow consumer. An error of the stream is thrown after the items before it.
 */
export async function* batchesOf<Item>(stream: Readable, size: number): AsyncGenerator<Item[]> {
  let failure: { error: unknown } | undefined;
  let isOver = false;
  let wake = () => {};
  const over = (error?: unknown) => {
    if (error !== undefined) failure ??= { error };
    isOver = true;
    wake();
  };
  stream.on('readable', () => wake());
  stream.on('error', over);
  stream.on('end', () => over());
  stream.on('close', () => over());
  const takeInto = (batch: Item[]): void => {
    for (let item: Item | null; batch.length < size && (item = stream.read()) !== null;) batch.push(item);
  };
  for (;;) {
    const batch: Item[] = [];
    takeInto(batch);
    // Messages arrive one by one within a few turns of the event loop, and waiting for them makes larger batches.
    for (let before = 0; batch.length > before && batch.length < size && !isOver;) {
      before = batch.length;
      await nextTurn();
      takeInto(batch);
    }
    if (batch.length > 0) yield batch;
    else if (failure !== undefined) throw failure.error;
    else if (isOver) return;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}
