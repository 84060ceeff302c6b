/** A bounded map whose entries live for a bounded time: the oldest used makes room. */
export class ExpiringCache<Value> {
  private readonly entries = new Map<string, { value: Value; until: number }>();

  constructor(
    private readonly maxEntries: number,
    private readonly lifeMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get(id: string): Value | undefined {
    const entry = this.entries.get(id);
    if (entry === undefined) return undefined;
    this.entries.delete(id);
    if (entry.until <= this.now()) return undefined;
    this.entries.set(id, entry);
    return entry.value;
  }

  set(id: string, value: Value): void {
    this.entries.delete(id);
    this.entries.set(id, { value, until: this.now() + this.lifeMs });
    if (this.entries.size > this.maxEntries) this.entries.delete(this.entries.keys().next().value!);
  }

  delete(id: string): void {
    this.entries.delete(id);
  }

  clear(): void {
    this.entries.clear();
  }
}
