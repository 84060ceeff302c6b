import type { Message } from 'kafkajs';

export type RelayMessage = Message & { partition: number };

/** Upper bound of the bytes that a record's headers, key and framing take in addition to its value. */
const overheadBytes = 4_096;
/** Limits the memory of one request, here and at the broker. */
const maxRunBytes = 8 * 1024 * 1024;

export const bytesOf = ({ value }: Message): number => (value === null ? 0 : Buffer.byteLength(value)) + overheadBytes;

/**
 * Cuts messages into runs that are sent one after another. In each run the records of one partition, which are sent as one batch, stay
 * below the partition's size limit. A larger record is sent alone.
 */
export function* runsOf<Item extends { message: RelayMessage }>(
  items: Iterable<Item>,
  maxBatchBytes: number,
): Generator<Item[]> {
  let run: Item[] = [];
  let total = 0;
  let perPartition = new Map<number, number>();
  for (const item of items) {
    const { partition } = item.message;
    const bytes = bytesOf(item.message);
    const filled = (perPartition.get(partition) ?? 0) + bytes;
    if (run.length > 0 && (filled > maxBatchBytes || total + bytes > maxRunBytes)) {
      yield run;
      run = [];
      total = 0;
      perPartition = new Map();
    }
    run.push(item);
    total += bytes;
    perPartition.set(partition, (perPartition.get(partition) ?? 0) + bytes);
  }
  if (run.length > 0) yield run;
}
