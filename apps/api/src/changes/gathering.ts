/**
 * Passes on what comes in bursts: the first after a rest at once, with whatever comes in the same moment, and what follows at
 * most once in `apartMilliseconds`.
 */
export class Gathering<Item> {
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

  /** What still waits is dropped. */
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
