import pLimit, { type Limit } from 'p-limit';

/** Runs at most `most` actions of the same key at a time; the others wait in the order they came. */
export class LimitByKey {
  private readonly limits = new Map<string, { limit: Limit; inside: number }>();

  constructor(private readonly most: number) {}

  async run<Result>(key: string, action: () => Promise<Result>): Promise<Result> {
    const of = this.limits.get(key) ?? { limit: pLimit(this.most), inside: 0 };
    this.limits.set(key, of);
    of.inside += 1;
    try {
      return await of.limit(action);
    } finally {
      of.inside -= 1;
      if (of.inside === 0) this.limits.delete(key);
    }
  }
}
