import { keptSeconds } from '@superscope/contracts/stored-indexes';
/** Counts attempts that failed or are still undecided: from one network, on one account, or both together. */
export interface AttemptCount {
  failures: number;
  blockedUntil: Date | null;
  at: Date;
}

export interface AttemptLimit {
  /** Failures without any delay. */
  free: number;
  /** The count halves over this time. Without it, failures are forgotten all at once. */
  halfLifeMilliseconds?: number;
}

/** All failures are forgotten after this long without another. */
export const memoryMilliseconds = keptSeconds.signInAttempts * 1000;
const longestWaitSeconds = 15 * 60;
const longestSlowdownMilliseconds = 20_000;

export const isBlocked = (count: AttemptCount | null, now: Date): boolean =>
  count !== null && count.blockedUntil !== null && count.blockedUntil > now;

/** Counts one more failure. From the limit on, each failure doubles the wait before the next attempt. */
export function oneMore(before: AttemptCount | null, limit: AttemptLimit, now: Date): AttemptCount {
  const failures = remembered(before, limit, now) + 1;
  const over = beyondFree(failures, limit);
  if (over < 0) return { failures, blockedUntil: null, at: now };
  const seconds = Math.min(longestWaitSeconds, 2 ** (over + 1));
  return { failures, blockedUntil: new Date(now.getTime() + seconds * 1000), at: now };
}

/** How many failures a count still remembers. */
export const failuresOf = (count: AttemptCount | null, limit: AttemptLimit, now: Date): number =>
  Math.round(remembered(count, limit, now));

/** Takes back an attempt that did not fail, and the wait that it alone caused. */
export function oneLess(count: AttemptCount, taken: AttemptCount, limit: AttemptLimit): AttemptCount {
  const failures = Math.max(0, count.failures - 1);
  const itsOwn = count.blockedUntil?.getTime() === taken.blockedUntil?.getTime();
  return { ...count, failures, blockedUntil: itsOwn || beyondFree(failures, limit) < 0 ? null : count.blockedUntil };
}

/**
 * The delay of the next attempt under a count that slows attempts but never blocks them: a second from the limit on, doubling each time, at
 * most 20 seconds. Attempts are delayed in parallel, so one user's delay does not depend on the others.
 */
export function slowdownMilliseconds(count: AttemptCount | null, limit: AttemptLimit, now: Date): number {
  const over = beyondFree(remembered(count, limit, now), limit);
  return over < 0 ? 0 : Math.min(longestSlowdownMilliseconds, 1000 * 2 ** over);
}

/** Rounded, because the count decays continuously, and what decays within a second must not allow a further guess. */
const beyondFree = (failures: number, { free }: AttemptLimit): number => Math.round(failures) - free;

function remembered(count: AttemptCount | null, { halfLifeMilliseconds }: AttemptLimit, now: Date): number {
  if (count === null) return 0;
  // The clocks of two processes may differ. A time in the future must not increase the count.
  const since = Math.max(0, now.getTime() - count.at.getTime());
  if (since > memoryMilliseconds) return 0;
  return halfLifeMilliseconds === undefined ? count.failures : count.failures * 2 ** (-since / halfLifeMilliseconds);
}
