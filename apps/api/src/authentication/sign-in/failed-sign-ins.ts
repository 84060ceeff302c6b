import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { AccessLog } from '../../platform/access/access-log.js';
import { Clock } from './clock.js';

export interface Lock {
  /** What is locked: a whole network, an account from one network, or an account from a device that it knows. */
  kind: 'network' | 'account' | 'device';
  /** HMAC of the entered login, which is the id of the login's stream; null for a network. */
  loginId: string | null;
  address: string;
  until: Date;
}

const minuteMilliseconds = 60_000;
const nobody = { userId: null, role: null, planId: null } as const;

/**
 * Reports failed sign-ins to the access log: their number in each minute, and every lock. Recording each failure would let an attacker fill
 * the log.
 */
@Injectable()
export class FailedSignIns implements BeforeApplicationShutdown {
  private minute: number | null = null;
  private counts = { wrong: 0, refused: 0 };

  constructor(
    private readonly log: AccessLog,
    private readonly clock: Clock,
  ) {}

  /** Counts a `wrong` password or code, or an attempt that was `refused` unchecked. */
  count(how: 'wrong' | 'refused'): void {
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
    const { minute, counts } = this;
    this.minute = null;
    this.counts = { wrong: 0, refused: 0 };
    if (minute === null) return;
    const object = new Date(minute * minuteMilliseconds).toISOString();
    const filter = { wrong: String(counts.wrong), refused: String(counts.refused) };
    const rows = counts.wrong + counts.refused;
    this.log.note(
      { ip: undefined },
      { ...nobody, action: 'failed sign-ins', object, filter, rows, outcome: 'refused' },
    );
  }
}
