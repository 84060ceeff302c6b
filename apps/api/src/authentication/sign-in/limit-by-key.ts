import pLimit, { type LimitFunction } from 'p-limit';

/** Runs at most `most` actions with the same key at a time. The others wait in the order in which they came. */
export class LimitByKey {
  private readonly limits = new Map<string, LimitFunction>();

  constructor(private readonly most: number) {}

  async run<Result>(key: string, action: () => Promise<Result>): Promise<Result> {
    const limit = this.limits.get(key) ?? pLimit(this.most);
    this.limits.set(key, limit);
    try {
      return await limit(action);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.limits.delete(key);
    }
  }
}
