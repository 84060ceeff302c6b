import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { Refusal } from '../platform/http/problem.filter.js';
import { CrmBusy, CrmRefused, CrmUnclear } from './crm.js';

const firstWaitSeconds = 5;
const longestWaitSeconds = 10 * 60;
/** How often a call is tried before the work's own later tries. */
const mostTries = 12;
/** The same for an answer that does not add up, which another try seldom mends. */
const mostUnclear = 4;

export interface Waiting {
  signal: AbortSignal;
  isStopping: () => Promise<boolean>;
  /** Tells people what is waited for, and until when. */
  tell: (message: string, until: Date) => Promise<void>;
  waits: Waits;
}

/** The work is to stop while Salesforce is waited for. */
export class Stopping extends Error {}

/** Salesforce was waited for long enough. */
export class GivenUp extends Refusal {
  constructor(readonly busy: CrmBusy) {
    super(503, { message: busy.message });
  }
}

const lookMilliseconds = 2_000;

/** How exports wait for Salesforce. */
@Injectable()
export class Waits {
  /** Waits, and looks in between whether the work is to stop. Throws `Stopping`, and the signal's reason. */
  async until(until: Date, signal: AbortSignal, isStopping: () => Promise<boolean>): Promise<void> {
    for (;;) {
      if (await isStopping()) throw new Stopping();
      const left = until.getTime() - Date.now();
      if (left <= 0) return;
      await delay(Math.min(left, lookMilliseconds), undefined, { signal });
    }
  }
}

/**
 * Repeats a call while Salesforce is away, slow or throttling: after as long as it asks for, else longer each time. Throws `Stopping`,
 * `GivenUp` once it was waited for long enough, and RuleViolation for what no later try can change; `CrmRefused` of a job that is gone is the
 * caller's. A call that is under way when the work is to stop is not waited for.
 */
export async function patiently<T>(call: () => Promise<T>, waiting: Waiting): Promise<T> {
  const { signal, isStopping, tell, waits } = waiting;
  for (let tried = 1; ; tried += 1) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (error instanceof CrmRefused && !error.jobIsGone) throw new RuleViolation('conflict', error.message);
      if (!(error instanceof CrmBusy)) throw error;
      const asked = error.retryAfterSeconds ?? 0;
      // A server that asked for longer than that is waited for, however often it does.
      const isEnough = tried >= (error instanceof CrmUnclear ? mostUnclear : mostTries);
      if (isEnough && asked <= longestWaitSeconds) throw new GivenUp(error);
      const own = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** (tried - 1));
      const until = new Date(Date.now() + Math.max(asked, own) * 1000);
      await tell(error.message, until);
      await waits.until(until, signal, isStopping);
    }
  }
}

/** Items until the work is to stop, although the next one may never come. Throws `Stopping`. */
export async function* untilStopping<T>(
  items: AsyncIterable<T>,
  isStopping: () => Promise<boolean>,
): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  for (;;) {
    const next = iterator.next();
    next.catch(() => undefined);
    let taken: IteratorResult<T> | null = null;
    while (taken === null) {
      const look = new AbortController();
      taken = await Promise.race([next, delay(lookMilliseconds, null, { signal: look.signal }).catch(() => null)]);
      look.abort();
      if (taken === null && (await isStopping())) throw new Stopping();
    }
    if (taken.done === true) return;
    yield taken.value;
  }
}
