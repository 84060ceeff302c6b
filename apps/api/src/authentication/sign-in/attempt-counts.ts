import { Injectable } from '@nestjs/common';
import { unlessDuplicate } from '@superscope/event-store/connection/duplicate-key';
import { Ops } from '../../platform/engines.module.js';
import { memoryMilliseconds, type AttemptCount } from './attempt-count.js';
import { LimitByKey } from './limit-by-key.js';

/** What a count is about, so that an Admin can find it: a login (by its HMAC) or a network. */
export type Counting = { loginId: string } | { network: string };

type AttemptDocument = AttemptCount & { _id: string } & Partial<{ loginId: string; network: string }>;

const totalPrefix = 'total/';
/** The key of a login's total over all networks. */
export const totalKey = (loginId: string): string => `${totalPrefix}${loginId}`;

/** Counts of attempts by key, in `ops`, shared by all api processes. Losing them only forgives failed attempts. */
@Injectable()
export class AttemptCounts {
  private readonly oneAtATime = new LimitByKey(1);

  constructor(private readonly ops: Ops) {}

  private get collection() {
    return this.ops.db.collection<AttemptDocument>('sign_in_attempts');
  }

  /** Changes a count atomically, also across processes. If `next` returns null, the count stays unchanged. */
  change(key: string, of: Counting, next: (before: AttemptCount | null) => AttemptCount | null): Promise<void> {
    return this.oneAtATime.run(key, async () => {
      for (let done = false; !done;) {
        const before = await this.collection.findOne({ _id: key });
        const after = next(before);
        done = after === null || (await this.replace(key, of, before, after));
      }
    });
  }

  get(key: string): Promise<AttemptCount | null> {
    return this.collection.findOne({ _id: key });
  }

  async forget(key: string): Promise<void> {
    await this.collection.deleteOne({ _id: key });
  }

  /** When the last of these keys stops being blocked; null if none is blocked. */
  async blockedUntil(keys: readonly string[], now: Date): Promise<Date | null> {
    const blocked = await this.collection.find({ _id: { $in: [...keys] }, blockedUntil: { $gt: now } }).toArray();
    const latest = Math.max(...blocked.map(({ blockedUntil }) => blockedUntil!.getTime()));
    return blocked.length === 0 ? null : new Date(latest);
  }

  /** The current counts of these logins, without their totals over all networks. */
  async ofLogins(loginIds: readonly string[], now: Date): Promise<(AttemptCount & { loginId: string })[]> {
    const since = { $gt: new Date(now.getTime() - memoryMilliseconds) };
    const found = await this.collection.find({ loginId: { $in: [...loginIds] }, at: since }).toArray();
    return found.filter(({ _id }) => !_id.startsWith(totalPrefix)).map((each) => ({ ...each, loginId: each.loginId! }));
  }

  /** Blocked networks; the one whose block ends last comes first. */
  async blockedNetworks(now: Date): Promise<{ network: string; failures: number; until: Date }[]> {
    const found = await this.collection.find({ network: { $exists: true }, blockedUntil: { $gt: now } }).toArray();
    return found
      .map(({ network, failures, blockedUntil }) => ({ network: network!, failures, until: blockedUntil! }))
      .sort((a, b) => b.until.getTime() - a.until.getTime());
  }

  /** Deletes every count of these logins, or of a network. */
  async forgetAll(of: { loginIds: readonly string[] } | { network: string }): Promise<void> {
    await this.collection.deleteMany('network' in of ? of : { loginId: { $in: [...of.loginIds] } });
  }

  /** Replaces a count; false if it was changed in between. */
  private async replace(
    key: string,
    of: Counting,
    before: AttemptDocument | null,
    after: AttemptCount,
  ): Promise<boolean> {
    const { failures, blockedUntil, at } = after;
    const fresh = { ...of, failures, blockedUntil, at };
    if (before !== null) return (await this.collection.replaceOne(before, fresh)).matchedCount === 1;
    return unlessDuplicate(this.collection.insertOne({ _id: key, ...fresh }));
  }
}
