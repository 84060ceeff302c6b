import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Identity } from '@superscope/event-store/keys/identity';
import { Clock } from '../../platform/time/clock.js';
import { Refusal } from '../../platform/http/problem.filter.js';
import { networkOf } from './address-network.js';
import {
  failuresOf,
  isBlocked,
  oneLess,
  oneMore,
  slowdownMilliseconds,
  type AttemptCount,
  type AttemptLimit,
} from './attempt-count.js';
import { AttemptCounts, totalKey, type Counting } from './attempt-counts.js';
import { FailedSignIns, type Tried } from './failed-sign-ins.js';
import { KnownDevices } from './known-devices.js';
import { LimitByKey } from './limit-by-key.js';

/** Where an attempt comes from. */
export interface Origin {
  address: string;
  /** The token in the device's cookie; null without one. */
  device: string | null;
  /** Whether the sender forwards for others without being a named proxy, so that many people may share its address. */
  throughUnknownProxy: boolean;
}

/** One of the counts that an attempt adds to. */
interface Counter {
  kind: 'network' | 'account' | 'device';
  key: string;
  of: Counting;
  limit: AttemptLimit;
}

/** A count after the attempt was added, from which it can be taken back. */
type Counted = Counter & { count: AttemptCount };

const minutes = 60_000;
/**
 * Per network. An office shares a network, so it has more free attempts, and occasional mistakes of many people never add up to a block.
 */
const ofNetwork: AttemptLimit = { free: 20, halfLifeMilliseconds: 15 * minutes };
/** Per account and network, or per account and known device. */
const ofAccount: AttemptLimit = { free: 5 };
/** Per account, over all networks. It slows attempts and blocks none. */
const inAll: AttemptLimit = { free: 10, halfLifeMilliseconds: 15 * minutes };
/** How many failures on an account leave it open to attempts through an unknown proxy whose network is blocked. */
const freeBehindProxy = 2;
/** How many attempts of one network may be delayed at a time. */
const mostHeldUp = 20;

/** Refuses what may have been a guess, so the attempt stays counted. */
export class WrongGuess extends Refusal {}

/**
 * Slows down guessing. Attempts are counted by account and network together, and by network: after a few failures each failure doubles the
 * wait. A device that has signed in to the account before has only a count of its own, so guesses from elsewhere, or from another device on
 * its network, never lock it out. An account's total over all networks only delays each attempt by some seconds. Accounts are counted by
 * the HMAC of the typed login, whether or not they exist, so the response does not reveal that.
 *
 * Behind a proxy that the settings do not name, everybody shares one network, so its count alone stops nobody there: an account on which
 * hardly anything failed is still checked. Its wrong guesses get the same response as refused ones, so a guesser who pretends to be such a
 * proxy learns at most whether one or two guesses at each account were right.
 */
@Injectable()
export class SignInAttempts {
  private readonly oneAtATime = new LimitByKey(1);
  /** Queued attempts are not counted yet, so that an office whose staff all sign in at nine is not blocked. */
  private readonly fewAtATime = new LimitByKey(8);
  private readonly heldUp = new Map<string, number>();

  constructor(
    private readonly counts: AttemptCounts,
    private readonly devices: KnownDevices,
    private readonly identity: Identity,
    private readonly clock: Clock,
    private readonly failures: FailedSignIns,
  ) {}

  /**
   * Runs an attempt. It counts while it runs, so that of many concurrent attempts no more run than may fail, and stays counted after a
   * wrong guess. Throws a Refusal 429 naming the wait while the account from this network, the network, or the known device is blocked.
   */
  async attempt<Result>(login: string, origin: Origin, action: () => Promise<Result>): Promise<Result> {
    const loginId = this.identity.loginId(login);
    const { device } = origin;
    if (device !== null && (await this.devices.knows(device, loginId))) {
      const key = `device/${digestOf(device)}/${loginId}`;
      const own = { kind: 'device', key, of: { loginId }, limit: ofAccount } as const;
      return this.oneAtATime.run(own.key, () => this.counted(loginId, origin, [own], own, action));
    }
    const network = networkCounter(origin.address);
    const key = `account/${loginId}/${network.key}`;
    const own = { kind: 'account', key, of: { loginId }, limit: ofAccount } as const;
    await this.holdUp(totalKey(loginId), network, own, origin);
    try {
      // One at a time: if many correct attempts ran concurrently, each would count as a failure for the next.
      return await this.oneAtATime.run(own.key, () =>
        this.fewAtATime.run(network.key, () => this.counted(loginId, origin, [network, own], own, action)),
      );
    } catch (error) {
      if (error instanceof WrongGuess)
        await this.counts.change(totalKey(loginId), { loginId }, (before) => oneMore(before, inAll, this.clock.now()));
      throw error;
    }
  }

  /**
   * Counts a request for a mail to a login's owner (`reset`, `activation`), which is never taken back. Throws a Refusal 429 naming the wait
   * after too many. Like sign-ins, requests from elsewhere never stop the owner's.
   */
  async count(what: string, login: string, origin: Origin): Promise<void> {
    const loginId = this.identity.loginId(`${what} ${login}`);
    const { address, device } = origin;
    if (device !== null && (await this.devices.knows(device, this.identity.loginId(login)))) {
      const key = `device/${digestOf(device)}/${loginId}`;
      const own = { kind: 'device', key, of: { loginId }, limit: ofAccount } as const;
      this.noteLocks(loginId, address, await this.countAll([own], own, origin));
      return;
    }
    const network = networkCounter(address);
    const key = `account/${loginId}/${network.key}`;
    const own = { kind: 'account', key, of: { loginId }, limit: ofAccount } as const;
    this.noteLocks(loginId, address, await this.countAll([network, own], own, origin));
  }

  /**
   * Runs an attempt to guess `what` belongs to no account, such as the code of a report, within the limits of a network's sign-ins. It has a
   * count of its own: any page of the web can have a browser ask for codes, and must not lock that browser's office out of signing in. Throws a
   * Refusal 429 naming the wait while the network is blocked.
   */
  async guess<Result>(
    what: string,
    { address }: Pick<Origin, 'address'>,
    action: () => Promise<Result>,
  ): Promise<Result> {
    const ofSignIns = networkCounter(address);
    const network = { ...ofSignIns, key: `${what}/${ofSignIns.key}` };
    return this.fewAtATime.run(network.key, async () => {
      const count = await this.countUnlessBlocked(network);
      if (count === null)
        throw new Refusal(429, this.tooMany(await this.counts.blockedUntil([network.key], this.clock.now())));
      const counted = [{ ...network, count }];
      try {
        const result = await action();
        await this.takeBack(counted);
        return result;
      } catch (error) {
        if (!(error instanceof WrongGuess)) await this.takeBack(counted);
        throw error;
      }
    });
  }

  /**
   * Delays an attempt as its account's total requires. Throws a Refusal 429 if the attempt is blocked anyway, or if too many are delayed.
   */
  private async holdUp(total: string, network: Counter, own: Counter, origin: Origin): Promise<void> {
    const now = this.clock.now();
    const passes = await this.passesNetwork(own, origin);
    const until = await this.counts.blockedUntil(passes ? [own.key] : [network.key, own.key], now);
    if (until !== null) throw this.refusal(until, own, origin);
    const wait = slowdownMilliseconds(await this.counts.get(total), inAll, now);
    if (wait === 0) return;
    const held = this.heldUp.get(network.key) ?? 0;
    if (held >= mostHeldUp) throw this.refusal(new Date(now.getTime() + wait), own, origin);
    this.heldUp.set(network.key, held + 1);
    try {
      await this.clock.wait(wait);
    } finally {
      const left = this.heldUp.get(network.key)! - 1;
      if (left === 0) this.heldUp.delete(network.key);
      else this.heldUp.set(network.key, left);
    }
  }

  /** Whether the network's count does not stop attempts on this account. */
  private async passesNetwork(own: Counter, { throughUnknownProxy }: Origin): Promise<boolean> {
    if (!throughUnknownProxy) return false;
    const failures = failuresOf(await this.counts.get(own.key), own.limit, this.clock.now());
    return failures < freeBehindProxy;
  }

  /** Runs a counted action. If it succeeds, the failures of `own` are forgotten, and the other counts lose this attempt. */
  private async counted<Result>(
    loginId: string,
    origin: Origin,
    counters: readonly Counter[],
    own: Counter,
    action: () => Promise<Result>,
  ): Promise<Result> {
    const counted = await this.countAll(counters, own, origin);
    try {
      const result = await action();
      await this.takeBack(counted.filter((each) => each.key !== own.key));
      await this.counts.forget(own.key);
      return result;
    } catch (error) {
      if (error instanceof WrongGuess) {
        this.failures.count('wrong', triedBy(own, origin));
        this.noteLocks(loginId, origin.address, counted);
        if (counted.length < counters.length) throw await this.hidden(counters);
      } else await this.takeBack(counted);
      throw error;
    }
  }

  /** Adds to each count, except to a blocked network's that the attempt passes. */
  private async countAll(counters: readonly Counter[], own: Counter, origin: Origin): Promise<Counted[]> {
    const counted: Counted[] = [];
    for (const counter of counters) {
      const count = await this.countUnlessBlocked(counter);
      if (count !== null) {
        counted.push({ ...counter, count });
        continue;
      }
      if (counter.kind === 'network' && (await this.passesNetwork(own, origin))) continue;
      await this.takeBack(counted);
      const keys = counters.map(({ key }) => key);
      throw this.refusal(await this.counts.blockedUntil(keys, this.clock.now()), own, origin);
    }
    return counted;
  }

  private async countUnlessBlocked({ key, of, limit }: Counter): Promise<AttemptCount | null> {
    let counted: AttemptCount | null = null;
    await this.counts.change(key, of, (before) => {
      const now = this.clock.now();
      return (counted = isBlocked(before, now) ? null : oneMore(before, limit, now));
    });
    return counted;
  }

  private async takeBack(all: readonly Counted[]): Promise<void> {
    for (const { key, of, limit, count } of all)
      await this.counts.change(key, of, (now) => (now === null ? null : oneLess(now, count, limit)));
  }

  private noteLocks(loginId: string, address: string, counted: readonly Counted[]): void {
    for (const { kind, count } of counted)
      if (count.blockedUntil !== null)
        this.failures.noteLock({
          kind,
          loginId: kind === 'network' ? null : loginId,
          address,
          until: count.blockedUntil,
        });
  }

  private refusal(until: Date | null, own: Counter, origin: Origin): Refusal {
    this.failures.count('refused', triedBy(own, origin));
    return new Refusal(429, this.tooMany(until));
  }

  /** A wrong guess that looks like an attempt that was refused unchecked. */
  private async hidden(counters: readonly Counter[]): Promise<WrongGuess> {
    const keys = counters.map(({ key }) => key);
    return new WrongGuess(429, this.tooMany(await this.counts.blockedUntil(keys, this.clock.now())));
  }

  private tooMany(until: Date | null): { message: string } {
    const milliseconds = until === null ? 0 : until.getTime() - this.clock.now().getTime();
    const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
    const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
    return { message: `Too many attempts. Please try again in ${wait}.` };
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Whose attempt on an account it was, for the report of a minute. */
const triedBy = ({ of }: Counter, { address }: Origin): Tried => ({
  loginId: 'loginId' in of ? of.loginId : '',
  network: networkOf(address),
});

const networkCounter = (address: string): Counter => ({
  kind: 'network',
  key: `network/${digestOf(networkOf(address))}`,
  of: { network: networkOf(address) },
  limit: ofNetwork,
});
