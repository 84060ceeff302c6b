import { setTimeout as delay } from 'node:timers/promises';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { Refusal } from '../platform/http/problem.filter.js';
import { CrmBusy, CrmRefused } from './crm.js';

const firstWaitSeconds = 5;
const longestWaitSeconds = 10 * 60;
/** How often a call is tried before the work's own later tries. */
const mostTries = 12;

interface Waiting {
  signal: AbortSignal;
  isStopping: () => Promise<boolean>;
  /** Tells people what is waited for, and until when. */
  tell: (message: string, until: Date) => Promise<void>;
}

/** The work is to stop while Salesforce is waited for. */
export class Stopping extends Error {}

/**
 * Repeats a call while Salesforce is away, slow or throttling. Throws `Stopping`, Refusal 503 once it was waited for long enough, and
 * RuleViolation for what no later try can change; `CrmRefused` of a job that is gone is the caller's.
 */
export async function patiently<T>(call: () => Promise<T>, { signal, isStopping, tell }: Waiting): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (error instanceof CrmRefused && !error.jobIsGone) throw new RuleViolation('conflict', error.message);
      if (!(error instanceof CrmBusy)) throw error;
      if (tried === mostTries) throw new Refusal(503, { message: error.message });
      const own = firstWaitSeconds * 2 ** (tried - 1);
      const seconds = Math.min(longestWaitSeconds, Math.max(own, error.retryAfterSeconds ?? 0));
      const until = new Date(Date.now() + seconds * 1000);
      await tell(error.message, until);
      await waitUntil(until, signal, isStopping);
    }
  }
}

const lookMilliseconds = 2_000;

/** Waits, and looks in between whether the work is to stop. Throws `Stopping`, and the signal's reason. */
export async function waitUntil(until: Date, signal: AbortSignal, isStopping: () => Promise<boolean>): Promise<void> {
  for (;;) {
    if (await isStopping()) throw new Stopping();
    const left = until.getTime() - Date.now();
    if (left <= 0) return;
    await delay(Math.min(left, lookMilliseconds), undefined, { signal });
  }
}
