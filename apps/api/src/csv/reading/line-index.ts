const offset = 0x811c9dc5;

/**
 * Remembers the line of every key of a file. A slot takes 12 bytes (64 bits of hash and the line), and at most half of the slots are used.
 * The probability that two keys of a million share their hash is less than one in thirty million.
 */
export class LineIndex {
  private size = 0;
  private hashes = new Uint32Array(2 * 4096);
  private lines = new Uint32Array(4096);

  /** Returns the earlier line of this key. If there is none, remembers this line and returns null. */
  add(key: string, line: number): number | null {
    if (this.size * 2 >= this.lines.length) this.grow();
    const [high, low] = hashOf(key);
    const slot = this.slotOf(high, low);
    if (this.lines[slot] !== 0) return this.lines[slot]!;
    this.put(slot, high, low, line);
    this.size += 1;
    return null;
  }

  /** Counts a key, in an index that is used for counting only. Returns how often the key has come, this time included. */
  count(key: string): number {
    const before = this.add(key, 1);
    if (before === null) return 1;
    const [high, low] = hashOf(key);
    return (this.lines[this.slotOf(high, low)] = before + 1);
  }

  private put(slot: number, high: number, low: number, line: number): void {
    this.hashes[2 * slot] = high;
    this.hashes[2 * slot + 1] = low;
    this.lines[slot] = line;
  }

  /** The slot of this hash, or the free slot where it belongs. Lines begin at 1, so 0 marks a free slot. */
  private slotOf(high: number, low: number): number {
    const mask = this.lines.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask)
      if (this.lines[slot] === 0 || (this.hashes[2 * slot] === high && this.hashes[2 * slot + 1] === low)) return slot;
  }

  private grow(): void {
    const { hashes, lines } = this;
    this.hashes = new Uint32Array(hashes.length * 2);
    this.lines = new Uint32Array(lines.length * 2);
    for (let slot = 0; slot < lines.length; slot += 1)
      if (lines[slot] !== 0) {
        const [high, low] = [hashes[2 * slot]!, hashes[2 * slot + 1]!];
        this.put(this.slotOf(high, low), high, low, lines[slot]!);
      }
  }
}

/** Computes two 32-bit hashes in one pass (with the constants of FNV-1a and Murmur), mixed at the end so that every bit counts. */
function hashOf(key: string): [high: number, low: number] {
  let high = 0xdeadbeef;
  let low = offset;
  for (let i = 0; i < key.length; i += 1) {
    const code = key.charCodeAt(i);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x01000193);
  }
  return [mixed(high ^ (low >>> 15)), mixed(low ^ (high >>> 13))];
}

function mixed(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
