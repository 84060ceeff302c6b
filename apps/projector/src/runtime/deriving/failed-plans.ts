import { mayPass, safeReason } from '../writing/failures.js';

const firstPauseMilliseconds = 2_000;
/** While an engine is unavailable, a plan is retried about as soon as the engine is back. After other failures the pauses grow. */
const longestPauseAwayMilliseconds = 10_000;
const longestPauseMilliseconds = 5 * 60_000;
/** A first failure may be accidental. */
const failuresOfSetAside = 2;

interface Failed {
  failures: number;
  away: boolean;
  retryAt: number;
  reason: string;
}

/** Plans whose derivation failed: when each is retried, and which are set aside in the meantime. */
export class FailedPlans {
  private readonly plans = new Map<string, Failed>();

  /** Notes a failure. Returns the reason if the plan counts as set aside, null if the failure may pass. */
  note(planId: string, error: unknown, now = performance.now()): string | null {
    const away = mayPass(error);
    const known = this.plans.get(planId);
    const failures = (known?.away === away ? known.failures : 0) + 1;
    const longest = away ? longestPauseAwayMilliseconds : longestPauseMilliseconds;
    const pause = Math.min(longest, firstPauseMilliseconds * 2 ** (failures - 1));
    this.plans.set(planId, { failures, away, retryAt: now + pause, reason: safeReason(error) });
    return isSetAside({ away, failures }) ? safeReason(error) : null;
  }

  /** Retries a plan at once, at an operator's request. */
  hurry(planId: string): void {
    const known = this.plans.get(planId);
    if (known) this.plans.set(planId, { ...known, retryAt: 0 });
  }

  /** Forgets the failures of a plan that was derived. */
  forget(planId: string): void {
    this.plans.delete(planId);
  }

  rests(planId: string, now = performance.now()): boolean {
    return now < (this.plans.get(planId)?.retryAt ?? 0);
  }

  has(planId: string): boolean {
    return this.plans.has(planId);
  }

  /** Plans that are set aside, with the reason. */
  setAside(): Map<string, string> {
    return new Map([...this.plans].filter(([, plan]) => isSetAside(plan)).map(([id, { reason }]) => [id, reason]));
  }
}

const isSetAside = ({ away, failures }: Pick<Failed, 'away' | 'failures'>) => !away && failures >= failuresOfSetAside;
