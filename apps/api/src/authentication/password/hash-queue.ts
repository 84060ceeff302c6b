import pLimit, { type LimitFunction } from 'p-limit';
import { Refusal } from '../../platform/http/problem.filter.js';

export const busyMessage = 'Too many passwords are being checked right now. Please try again in a moment.';

/** Runs a few actions at a time and queues a limited number. Refuses the rest at once, because they would wait too long. */
export class HashQueue {
  private readonly limit: LimitFunction;

  constructor(
    atOnce: number,
    private readonly mostInside: number,
  ) {
    this.limit = pLimit(atOnce);
  }

  async run<Result>(action: () => Promise<Result>): Promise<Result> {
    if (this.limit.activeCount + this.limit.pendingCount >= this.mostInside)
      throw new Refusal(503, { message: busyMessage });
    return this.limit(action);
  }
}
