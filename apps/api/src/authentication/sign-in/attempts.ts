import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Identity } from '@superscope/event-store/identity';
import { Ops } from '../../platform/engines.module.js';
import { Refusal } from '../../platform/problem.filter.js';

interface AttemptDocument {
  _id: string;
  failures: number;
  blockedUntil: Date | null;
  at: Date;
}

/** Failures that cost nothing; an address is shared by an office, so it has more. */
const freeFailures = { account: 5, address: 20 };
const longestWaitSeconds = 15 * 60;
/** Failures are forgotten after this long without another. */
const memorySeconds = 60 * 60;

/**
 * Slows guessing down: after a few failures the account, and the address, must wait twice as long each time. Accounts are
 * counted by the HMAC of what was typed, whether or not they exist, so the answer says nothing about that.
 */
@Injectable()
export class SignInAttempts implements OnApplicationBootstrap {
  constructor(
    private readonly ops: Ops,
    private readonly identity: Identity,
  ) {}

  private get collection() {
    return this.ops.db.collection<AttemptDocument>('sign_in_attempts');
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.collection.createIndex({ at: 1 }, { expireAfterSeconds: memorySeconds });
  }

  /** Throws a 429 naming the wait while the account or the address is blocked. */
  async check(login: string, address: string): Promise<void> {
    const blocked = await this.collection
      .find({ _id: { $in: [this.accountKey(login), addressKey(address)] }, blockedUntil: { $gt: new Date() } })
      .toArray();
    const until = Math.max(0, ...blocked.map((b) => b.blockedUntil?.getTime() ?? 0));
    if (until === 0) return;
    const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
    const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
    throw new Refusal(429, { message: `Too many attempts. Please try again in ${wait}.` });
  }

  /** Counts a failure; answers how many the account has had. */
  async failed(login: string, address: string): Promise<number> {
    const [account] = await Promise.all([
      this.count(this.accountKey(login), freeFailures.account),
      this.count(addressKey(address), freeFailures.address),
    ]);
    return account;
  }

  async succeeded(login: string): Promise<void> {
    await this.collection.deleteOne({ _id: this.accountKey(login) });
  }

  private async count(key: string, free: number): Promise<number> {
    const now = new Date();
    const updated = await this.collection.findOneAndUpdate(
      { _id: key },
      { $inc: { failures: 1 }, $set: { at: now } },
      { upsert: true, returnDocument: 'after' },
    );
    const failures = updated?.failures ?? 1;
    if (failures >= free) {
      const seconds = Math.min(longestWaitSeconds, 2 ** (failures - free + 1));
      await this.collection.updateOne(
        { _id: key },
        { $set: { blockedUntil: new Date(now.getTime() + seconds * 1000) } },
      );
    }
    return failures;
  }

  private accountKey(login: string): string {
    return `account/${this.identity.loginId(login)}`;
  }
}

const addressKey = (address: string) => `address/${createHash('sha256').update(address).digest('base64url')}`;
