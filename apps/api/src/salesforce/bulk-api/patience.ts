import { CallFailed } from './call-failed.js';

export interface Waiting {
  /** How long the tries of one call may wait altogether. */
  mostMilliseconds: number;
  wait: (milliseconds: number) => Promise<void>;
}

const longestPause = 20_000;

/** The waits between the tries of one call. */
export class Patience {
  private waited = 0;
  private tries = 0;

  constructor(private readonly waiting: Waiting) {}

  /**
   * Waits before the next try: as long as the server asks for, else longer each time and never the same as another caller. Throws CrmBusy or
   * CrmRefused if there is to be no other try, and errors of other kinds as they are.
   */
  async after(error: unknown): Promise<void> {
    if (!(error instanceof CallFailed)) throw error;
    const own = Math.min(longestPause, 1000 * 2 ** this.tries) * (0.5 + Math.random() / 2);
    // A server that asks for no wait at all, each time, would be asked for ever.
    const asked = error.retryAfterSeconds;
    const pause = asked === undefined || asked === 0 ? own : asked * 1000;
    if ((error.kind !== 'passing' && error.kind !== 'unclear') || this.waited + pause > this.waiting.mostMilliseconds)
      throw error.toCrm();
    this.tries += 1;
    this.waited += pause;
    await this.waiting.wait(pause);
  }
}
