import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Identity } from '@superscope/event-store/identity';
import { MongoServerError } from 'mongodb';
import { Ops } from '../../platform/engines.module.js';
import { Refusal } from '../../platform/problem.filter.js';
import { networkOf } from './address-network.js';
import { isBlocked, oneLess, oneMore, type AttemptCount, type AttemptLimit } from './attempt-count.js';
import { LimitByKey } from './limit-by-key.js';

type AttemptDocument = AttemptCount & { _id: string };

/** What was counted for an attempt, to take it back by. */
interface Counted {
  key: string;
  limit: AttemptLimit;
  count: AttemptCount;
}

const minutes = 60_000;
/** An address is shared by an office, so it has more, and single slips of many people never add up. */
const limits = {
  account: { free: 5 },
  address: { free: 20, halfLifeMilliseconds: 15 * minutes },
} satisfies Record<string, AttemptLimit>;
/** Failures are forgotten after this long without another. */
const memorySeconds = 60 * 60;
const duplicateKey = 11000;

/** A refusal of what may have been a guess: the attempt stays counted. */
export class WrongGuess extends Refusal {}

/**
 * Slows guessing down: after a few failures the account, and the address, must wait twice as long each time. Accounts are
 * counted by the HMAC of what was typed, whether or not they exist, so the answer says nothing about that.
 */
@Injectable()
export class SignInAttempts implements OnApplicationBootstrap {
  private readonly oneAtATime = new LimitByKey(1);
  /** Those who wait are not counted yet: an office that begins its day together blocks nobody. */
  private readonly fewAtATime = new LimitByKey(8);

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

  /** Makes an attempt that counts while it runs, so that of many at once no more pass than may fail, and after a wrong guess. */
  attempt<Result>(login: string, address: string, action: () => Promise<Result>): Promise<Result> {
    return this.fewAtATime.run(addressKey(address), () => this.attemptNow(login, address, action));
  }

  private async attemptNow<Result>(login: string, address: string, action: () => Promise<Result>): Promise<Result> {
    const counted = await this.count(login, address);
    try {
      const result = await action();
      await this.takeBack(counted);
      return result;
    } catch (error) {
      if (!(error instanceof WrongGuess)) await this.takeBack(counted);
      throw error;
    }
  }

  /** Counts an attempt; throws a 429 naming the wait while the account or the address is blocked. */
  async count(login: string, address: string): Promise<Counted[]> {
    const counted: Counted[] = [];
    const keys = { address: addressKey(address), account: this.accountKey(login) };
    for (const kind of ['address', 'account'] as const) {
      const [key, limit] = [keys[kind], limits[kind]];
      const count = await this.countUnlessBlocked(key, limit);
      if (count === null) {
        await this.takeBack(counted);
        throw await this.refusal(Object.values(keys));
      }
      counted.push({ key, limit, count });
    }
    return counted;
  }

  async succeeded(login: string): Promise<void> {
    await this.collection.deleteOne({ _id: this.accountKey(login) });
  }

  private async countUnlessBlocked(key: string, limit: AttemptLimit): Promise<AttemptCount | null> {
    let counted: AttemptCount | null = null;
    await this.change(key, (before) => {
      const now = new Date();
      return (counted = isBlocked(before, now) ? null : oneMore(before, limit, now));
    });
    return counted;
  }

  private async takeBack(all: readonly Counted[]): Promise<void> {
    for (const { key, limit, count } of all)
      await this.change(key, (now) => (now === null ? null : oneLess(now, count, limit)));
  }

  /** Changes a count as one step, whichever process counts beside this one; null leaves it as it is. */
  private change(key: string, next: (before: AttemptCount | null) => AttemptCount | null): Promise<void> {
    return this.oneAtATime.run(key, async () => {
      for (let done = false; !done;) {
        const before = await this.collection.findOne({ _id: key });
        const after = next(before);
        done = after === null || (await this.replace(key, before, after));
      }
    });
  }

  /** Whether it was still what it had been. */
  private async replace(key: string, before: AttemptDocument | null, after: AttemptCount): Promise<boolean> {
    const { failures, blockedUntil, at } = after;
    const fresh = { failures, blockedUntil, at };
    if (before !== null) return (await this.collection.replaceOne(before, fresh)).matchedCount === 1;
    try {
      await this.collection.insertOne({ _id: key, ...fresh });
      return true;
    } catch (error) {
      if (error instanceof MongoServerError && error.code === duplicateKey) return false;
      throw error;
    }
  }

  private async refusal(keys: string[]): Promise<Refusal> {
    const now = new Date();
    const blocked = await this.collection.find({ _id: { $in: keys }, blockedUntil: { $gt: now } }).toArray();
    const until = Math.max(...blocked.map((b) => b.blockedUntil!.getTime()), now.getTime());
    const seconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
    const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
    return new Refusal(429, { message: `Too many attempts. Please try again in ${wait}.` });
  }

  private accountKey(login: string): string {
    return `account/${this.identity.loginId(login)}`;
  }
}

const addressKey = (address: string) =>
  `address/${createHash('sha256').update(networkOf(address)).digest('base64url')}`;
