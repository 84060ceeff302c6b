import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** A lease as it is stored: the right of one process at a time to do something, until it ends or is not renewed. */
export interface LeaseDocument {
  _id: string;
  /** The holder; null once a process of an earlier version has released the lease. */
  holder: string | null;
  /** Grows with each renewal. */
  beat: number;
  /** Time of the last renewal, for operators. */
  at: Date;
  /** Free from then on for processes that do not wait for it. */
  expiresAt: Date;
}

/** A name for a process, or for one holding of a lease by it. The process's id stands before the last slash. */
export const newHolder = (): string => `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;

/** What a holder writes into a lease that it takes. */
export const takenBy = (holder: string, lastsMs: number): Omit<LeaseDocument, '_id'> => ({
  holder,
  beat: 0,
  at: new Date(),
  expiresAt: new Date(Date.now() + lastsMs),
});

/** How a holder renews a lease. */
export const renewedFor = (lastsMs: number) => ({
  $inc: { beat: 1 },
  $set: { at: new Date(), expiresAt: new Date(Date.now() + lastsMs) },
});

/** Matches leases whose holder did not renew them in time, by the clocks of both processes. */
export const expired = () => ({ expiresAt: { $lte: new Date() } });
