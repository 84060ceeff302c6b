import pLimit, { type Limit } from 'p-limit';
import { Refusal } from '../../platform/problem.filter.js';

export const busyMessage = 'Too many passwords are being checked right now. Please try again in a moment.';

/** Runs a few actions at a time and lets so many wait; refuses the rest at once, as they would wait for too long. */
export class HashQueue {
  private readonly limit: Limit;
  private inside = 0;

  constructor(
    atOnce: number,
    private readonly mostInside: number,
  ) {
    this.limit = pLimit(atOnce);
  }

  async run<Result>(action: () => Promise<Result>): Promise<Result> {
    if (this.inside >= this.mostInside) throw new Refusal(503, { message: busyMessage });
    this.inside += 1;
    try {
      return await this.limit(action);
    } finally {
      this.inside -= 1;
    }
  }
}
