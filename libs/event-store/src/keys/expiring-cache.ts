/**
 * A bounded map whose entries are removed soon after their lifetime, even if nothing reads them, because they hold people's keys. When the
 * map is full, a new entry replaces the least recently used one. One timer serves all entries, whereas lru-cache needs one for each entry.
 */
export class ExpiringCache<Value> {
  private readonly entries = new Map<string, { value: Value; until: number }>();
  private sweeper: NodeJS.Timeout | null = null;

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
    this.sweeper ??= setTimeout(() => this.sweep(), this.lifeMs / 10).unref();
  }

  /** Without this, entries that are never read again would stay in memory. */
  private sweep(): void {
    const now = this.now();
    for (const [id, { until }] of this.entries) if (until <= now) this.entries.delete(id);
    this.sweeper = this.entries.size === 0 ? null : setTimeout(() => this.sweep(), this.lifeMs / 10).unref();
  }

  get size(): number {
    return this.entries.size;
  }

  delete(id: string): void {
    this.entries.delete(id);
  }

  clear(): void {
    this.entries.clear();
  }
}
