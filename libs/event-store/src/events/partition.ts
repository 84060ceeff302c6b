const utf8 = new TextEncoder();

/**
 * The Kafka partition, counted from 0, that keeps a stream's events in order. Relay, api and consumers must agree on it as long as a topic
 * exists. Kafka's own clients choose the same partition for the stream's name as key.
 */
export const partitionOf = (stream: string, partitions: number): number => {
  if (!Number.isInteger(partitions) || partitions < 1)
    throw new RangeError(`${partitions} is not a number of partitions.`);
  return (murmur2(utf8.encode(stream)) & 0x7fffffff) % partitions;
};

/** 32-bit MurmurHash2 with Kafka's seed. */
const murmur2 = (bytes: Uint8Array): number => {
  const m = 0x5bd1e995;
  const { length } = bytes;
  const whole = length & ~3;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  let hash = 0x9747b28c ^ length;
  for (let at = 0; at < whole; at += 4) {
    let k = Math.imul(view.getInt32(at, true), m);
    k = Math.imul(k ^ (k >>> 24), m);
    hash = Math.imul(hash, m) ^ k;
  }
  if (whole < length) {
    for (let at = length - 1; at >= whole; at -= 1) hash ^= bytes[at]! << (8 * (at - whole));
    hash = Math.imul(hash, m);
  }
  hash = Math.imul(hash ^ (hash >>> 13), m);
  return hash ^ (hash >>> 15);
};
