/**
 * A seeded stream of pseudo-random numbers (sfc32, public domain, by Chris Doty-Humphrey). Each plan has its own stream, so that changing
 * one plan does not change the others.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;
  private spareNormal: number | undefined;

  constructor(...labels: (string | number)[]) {
    const text = labels.join('/');
    this.a = hash(text, 0x9e3779b9);
    this.b = hash(text, 0x243f6a88);
    this.c = hash(text, 0xb7e15162);
    for (let i = 0; i < 12; i++) this.next();
  }

  /** Uniform in [0, 1). */
  next(): number {
    const t = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + t) | 0;
    return (t >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** A whole number from low to high, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Standard normal (Box-Muller). */
  normal(): number {
    if (this.spareNormal !== undefined) {
      const spare = this.spareNormal;
      this.spareNormal = undefined;
      return spare;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    const angle = 2 * Math.PI * this.next();
    this.spareNormal = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)]!;
  }

  weighted<T>(items: readonly (readonly [T, number])[]): T {
    let total = 0;
    for (const [, weight] of items) total += weight;
    let rest = this.next() * total;
    for (const [item, weight] of items) {
      rest -= weight;
      if (rest < 0) return item;
    }
    return items[items.length - 1]![0];
  }

  /** A whole number with the mean `mean`, rounded up with the probability of its fraction. */
  rounded(mean: number): number {
    const floor = Math.floor(mean);
    return floor + (this.next() < mean - floor ? 1 : 0);
  }
}

const hash = (text: string, start: number): number => {
  let h = start;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h ^= h >>> 15;
  }
  return h | 0;
};
