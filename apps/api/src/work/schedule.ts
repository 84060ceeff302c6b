import { Injectable } from '@nestjs/common';
import { Lease } from '@superscope/event-store/leases/lease';
import { Ops } from '../platform/engines.module.js';
import { Repeated } from '../platform/repeated.js';
import { lastDue, nextDue, timesInWords, type ClockTimes } from './clock-times.js';

/** When a run that failed is tried again, unless the next one is due before. */
const againAfterMs = 10 * 60_000;

/** How a run ended, and what it did in a short sentence that people read. */
export interface ClockOutcome {
  isDone: boolean;
  said: string;
}

/** Something that runs by the clock. */
export interface Clock {
  /** Names its runs in `ops`. */
  key: string;
  /** What it does: 'Files past their days are deleted'. */
  name: string;
  times: ClockTimes;
  /** Runs for a time by the clock. It may run twice after a process was killed, so running twice must do no harm. */
  run(due: Date): Promise<ClockOutcome>;
}

/** The newest run of a clock. */
interface ClockRun {
  _id: string;
  /** The time by the clock for which it ran. */
  due: Date;
  startedAt: Date;
  /** Null while it runs, and if its process was killed. */
  endedAt: Date | null;
  outcome: 'done' | 'failed' | null;
  said: string | null;
}

export interface ScheduledClock {
  name: string;
  /** In words. */
  times: string;
  next: Date;
  run: Omit<ClockRun, '_id'> | null;
}

const unexpected = 'Something went wrong. It is tried again within ten minutes.';

/**
 * Everything that runs by the clock (Australia/Sydney). One api at a time runs it, under a lease. Runs that were missed are caught up once,
 * however many there were; a run that failed or was cut off is run again. Losing the newest runs with `ops` runs each clock once more.
 */
@Injectable()
export class Schedule extends Repeated {
  private readonly clocks: Clock[] = [];

  constructor(private readonly ops: Ops) {
    super({
      log: 'Schedule',
      firstAfterMs: 60_000,
      everyMs: 15_000,
      failed: 'what is due by the clock could not be run',
    });
  }

  private get runs() {
    return this.ops.db.collection<ClockRun>('clock_runs');
  }

  add(clock: Clock): void {
    this.clocks.push(clock);
  }

  /** The clocks by name, each with its next time and its newest run. */
  async list(now = new Date()): Promise<ScheduledClock[]> {
    const known = await this.newestRuns();
    return this.clocks
      .map(({ key, name, times }) => ({
        name,
        times: timesInWords(times),
        next: nextDue(times, now),
        run: known.get(key) ?? null,
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Runs what is due, one after the other, unless another process does. */
  async turn(now = new Date()): Promise<void> {
    if ((await this.dueAt(now)).length === 0) return;
    const held = await new Lease(this.ops.db, 'schedule').take();
    if (held === null) return;
    try {
      // Asked again: another process may have run some before this one had the lease.
      for (const clock of await this.dueAt(now)) {
        if (this.stopped || !held.isSafe()) return;
        await this.run(clock, lastDue(clock.times, now));
      }
    } finally {
      await held.release().catch(() => undefined);
    }
  }

  protected look(): Promise<void> {
    return this.turn();
  }

  private async newestRuns(): Promise<Map<string, ClockRun>> {
    const found = await this.runs.find({}).toArray();
    return new Map(found.map((run) => [run._id, run]));
  }

  private async dueAt(now: Date): Promise<Clock[]> {
    const known = await this.newestRuns();
    return this.clocks.filter(({ key, times }) => {
      const newest = known.get(key);
      if (newest === undefined || newest.due < lastDue(times, now)) return true;
      // Cut off by the end of its process; or it runs now, and the lease says so.
      if (newest.endedAt === null) return true;
      return newest.outcome === 'failed' && newest.endedAt.getTime() + againAfterMs <= now.getTime();
    });
  }

  private async run({ key, run }: Clock, due: Date): Promise<void> {
    const begun = { due, startedAt: new Date(), endedAt: null, outcome: null, said: null };
    await this.runs.replaceOne({ _id: key }, begun, { upsert: true });
    const { isDone, said } = await run(due).catch((err: unknown): ClockOutcome => {
      this.log.error({ msg: 'a run by the clock failed', clock: key, err });
      return { isDone: false, said: unexpected };
    });
    const ended = { endedAt: new Date(), outcome: isDone ? ('done' as const) : ('failed' as const), said };
    await this.runs.updateOne({ _id: key, due }, { $set: ended });
  }
}
