import type { AsOfDocument } from '@superscope/contracts/as-of-views';
import type { Collection, Db, Filter, MatchKeysAndValues } from 'mongodb';
import type { Logger } from 'pino';
import type { Held } from '@superscope/event-store/leases/lease';
import { safeError } from '../runtime/writing/failures.js';
import type { AsOfParts } from './as-of-derivation.js';
import type { AsOfStorage } from './as-of-storage.js';
import { StreamsNotListed } from './plan-streams.js';

export interface AsOfContext {
  parts: AsOfParts;
  ops: Db;
  views: Collection<AsOfDocument>;
  storage: AsOfStorage;
  log: Logger;
  held: Held;
  signal: AbortSignal;
}

/** All requests were withdrawn, or another process has taken the job over. */
class Ended extends Error {}

/** A failure whose message is shown to the caller unchanged. */
export class Refused extends Error {}

/** Progress is written at most this often. */
const noteEveryMs = 150;

const notListed =
  'The list of this plan’s events is not complete yet. Please ask your administrator to run npm run rebuild -- --accept.';

/** A job that at least one user waits for. It reports its progress and ends once all requests were withdrawn. */
export abstract class AsOfJob {
  private notedAt = -Infinity;
  private phase: string | null = null;

  constructor(protected readonly context: AsOfContext) {}

  /** Records progress. Throws if the job has to end. */
  protected async note(
    id: string,
    wanted: Filter<AsOfDocument>,
    phase: string,
    set: MatchKeysAndValues<AsOfDocument>,
  ): Promise<void> {
    const { held, signal, views } = this.context;
    if (!held.isSafe() || signal.aborted) throw new Ended();
    if (phase === this.phase && performance.now() - this.notedAt < noteEveryMs) return;
    this.phase = phase;
    this.notedAt = performance.now();
    if ((await views.updateOne({ _id: id, ...wanted }, { $set: set })).matchedCount === 0) throw new Ended();
    await this.makeRoom(id);
  }

  protected async makeRoom(id: string, isMade = false): Promise<void> {
    if (!(await this.context.storage.makeRoom(id, isMade)))
      throw new Refused('This plan needs more room than views of the past may take. Please ask your administrator.');
  }

  /**
   * The outcome of a job that threw: `lost` if another process has taken it over, `again` if another process, or this process after a
   * restart, has to repeat it.
   */
  protected outcomeOf(
    error: unknown,
    failure: string,
    about: { planId: string; view: string },
  ): 'lost' | 'again' | { state: 'cancelled' | 'failed'; problem: string | null } {
    const { held, signal, log } = this.context;
    if (!held.isSafe()) return 'lost';
    if (signal.aborted) return 'again';
    if (error instanceof Ended) return { state: 'cancelled', problem: null };
    log.warn({ ...about, ...safeError(error) }, 'an as-of view or its proof failed');
    if (error instanceof StreamsNotListed) return { state: 'failed', problem: notListed };
    return { state: 'failed', problem: error instanceof Refused ? error.message : failure };
  }
}
