/**
 * Throttles bursts into batches. The first item after a pause is passed on at once, together with the other items of the same turn of the
 * event loop. Later items are passed on at most once every `apartMilliseconds`.
 */
export class ThrottledBatches<Item> {
  private waiting: Item[] = [];
  private timer: NodeJS.Timeout | null = null;
  private passedAt = -Infinity;

  constructor(
    private readonly apartMilliseconds: number,
    private readonly pass: (items: Item[]) => void,
  ) {}

  add(item: Item): void {
    this.waiting.push(item);
    const rest = this.passedAt + this.apartMilliseconds - performance.now();
    this.timer ??= setTimeout(() => this.passOn(), Math.max(0, rest));
  }

  /** Drops the waiting items. */
  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.waiting = [];
  }

  private passOn(): void {
    this.timer = null;
    this.passedAt = performance.now();
    this.pass(this.waiting.splice(0));
  }
}
