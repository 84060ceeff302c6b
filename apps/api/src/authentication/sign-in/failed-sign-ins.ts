import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { AccessLog } from '../../platform/access/access-log.js';
import { Clock } from '../../platform/time/clock.js';

export interface Lock {
  /** What is locked: a whole network, an account from one network, or an account from a device that it knows. */
  kind: 'network' | 'account' | 'device';
  /** HMAC of the entered login, which is the id of the login's stream; null for a network. */
  loginId: string | null;
  address: string;
  until: Date;
}

/** Whose attempt failed, and from where. */
export interface Tried {
  /** HMAC of the typed login, which may be nobody's. */
  loginId: string;
  /** The network of the address, as attempts are counted. */
  network: string;
}

const minuteMilliseconds = 60_000;
/** How many accounts and networks of a minute are named. */
const mostNamed = 10;
/** How many are counted at a time: an attack on ever new logins must not fill the memory. */
const mostCounted = 10_000;
const nobody = { userId: null, role: null, planId: null } as const;

/**
 * Reports failed sign-ins to the access log: their number in each minute, and every lock. Recording each failure would let an attacker fill
 * the log.
 */
@Injectable()
export class FailedSignIns implements BeforeApplicationShutdown {
  private minute: number | null = null;
  private counts = { wrong: 0, refused: 0 };
  private accounts = new Tally();
  private networks = new Tally();

  constructor(
    private readonly log: AccessLog,
    private readonly clock: Clock,
  ) {}

  /** Counts a `wrong` password or code, or an attempt that was `refused` unchecked. A sign-in elsewhere tells nobody's login. */
  count(how: 'wrong' | 'refused', tried?: Tried): void {
    const now = this.clock.now().getTime();
    const minute = Math.floor(now / minuteMilliseconds);
    if (this.minute !== minute) {
      this.tell();
      this.minute = minute;
      void this.clock.wait((minute + 1) * minuteMilliseconds - now).then(() => {
        if (this.minute === minute) this.tell();
      });
    }
    this.counts[how] += 1;
    if (tried === undefined) return;
    this.accounts.add(tried.loginId);
    this.networks.add(tried.network);
  }

  noteLock({ kind, loginId, address, until }: Lock): void {
    const filter = { by: kind, until: until.toISOString() };
    this.log.note(
      { ip: address },
      { ...nobody, action: 'locked sign-in', object: loginId, filter, rows: null, outcome: 'refused' },
    );
  }

  beforeApplicationShutdown(): void {
    this.tell();
  }

  private tell(): void {
    const { minute, counts, accounts, networks } = this;
    this.minute = null;
    this.counts = { wrong: 0, refused: 0 };
    this.accounts = new Tally();
    this.networks = new Tally();
    if (minute === null) return;
    const object = new Date(minute * minuteMilliseconds).toISOString();
    const filter = {
      wrong: String(counts.wrong),
      refused: String(counts.refused),
      ...(accounts.isEmpty ? {} : { accounts: accounts.most(mostNamed), networks: networks.most(mostNamed) }),
    };
    const rows = counts.wrong + counts.refused;
    this.log.note(
      { ip: undefined },
      { ...nobody, action: 'failed sign-ins', object, filter, rows, outcome: 'refused' },
    );
  }
}

/** Counts by name. Once it has too many names it forgets the rarest ones, so it stays right about those that are tried most. */
class Tally {
  private readonly counts = new Map<string, number>();

  get isEmpty(): boolean {
    return this.counts.size === 0;
  }

  add(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    if (this.counts.size <= mostCounted) return;
    const kept = this.inOrder().slice(0, mostCounted / 2);
    this.counts.clear();
    for (const [each, count] of kept) this.counts.set(each, count);
  }

  /** The names that were counted most, with their counts: `name 12, name 7`. */
  most(many: number): string {
    return this.inOrder()
      .slice(0, many)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  }

  private inOrder(): [string, number][] {
    return [...this.counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  }
}
