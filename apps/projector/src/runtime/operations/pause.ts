import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { ProjectorRegistry } from './projector-registry.js';

interface PauseDocument {
  _id: 'pause';
  /** Id of the pause, so that two rebuilds never confuse theirs. */
  by: string;
  /** When the pause ends by itself, so that a dead rebuild does not hold the projectors. A running rebuild extends its pause. */
  until: Date;
}

const lookEveryMilliseconds = 200;
/** How long the last look at the pause is valid. A process that was suspended for longer looks again before it writes. */
const lookLastsMilliseconds = 1_000;

const collection = (ops: Db) => ops.collection<PauseDocument>('control');

const held = (by?: string) => ({ _id: 'pause' as const, ...(by !== undefined && { by }), until: { $gt: new Date() } });

/** A projector's side: it writes nothing while the read models are compared or switched. */
export class PauseSwitch {
  private readonly id = randomUUID();
  private readonly projectors: ProjectorRegistry;
  private readonly running = new Set<Promise<unknown>>();
  private stopped = false;
  private loops: Promise<unknown> = Promise.resolve();
  private isHeld = false;
  private lookedAt = -Infinity;

  constructor(private readonly ops: Db) {
    this.projectors = new ProjectorRegistry(ops);
  }

  /**
   * From now on a rebuild waits for this projector. `standStill` finishes the work that follows from the writes in
   * progress.
   */
  async watch(standStill: () => Promise<void>): Promise<void> {
    await this.projectors.note(this.id);
    // The projector also counts as running while it finishes its work.
    const noting = this.repeat(() => this.projectors.note(this.id));
    this.loops = Promise.all([noting, this.repeat(() => this.look(standStill))]);
  }

  /** Runs a write outside every pause: now, or when the pause is over. Throws once the projector stops. */
  async during<Result>(write: () => Promise<Result>): Promise<Result> {
    while (this.isHeld || performance.now() - this.lookedAt > lookLastsMilliseconds) {
      if (this.stopped) break;
      await delay(lookEveryMilliseconds / 8);
    }
    if (this.stopped) throw new Error('The projector stops.');
    // Nothing is awaited between the check and this line, so a pause that is seen later waits for the write.
    const writing = write();
    this.running.add(writing);
    try {
      return await writing;
    } finally {
      this.running.delete(writing);
    }
  }

  /** Until the work has ended, a rebuild waits for this projector. */
  async stop(work: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.stopped = true;
    await Promise.allSettled([work, this.loops]);
    await this.projectors.forget(this.id).catch(() => undefined);
  }

  private async repeat(action: () => Promise<void>): Promise<void> {
    while (!this.stopped) {
      // An unreachable engine causes no pause. The next poll tries again.
      await action().catch(() => undefined);
      await delay(lookEveryMilliseconds);
    }
  }

  private async look(standStill: () => Promise<void>): Promise<void> {
    const asked = await collection(this.ops).findOne(held());
    this.isHeld = asked !== null;
    this.lookedAt = performance.now();
    if (asked === null) return;
    try {
      await Promise.allSettled(this.running);
      await standStill();
      await this.projectors.stand(this.id, asked.by);
      while (!this.stopped && (await collection(this.ops).findOne(held(asked.by))) !== null)
        await delay(lookEveryMilliseconds);
    } finally {
      // The next poll sees whether another pause has begun.
      this.lookedAt = -Infinity;
      this.isHeld = false;
    }
  }
}

/** A hold on all projectors, for comparing or switching the read models. */
export interface Pause {
  /** Throws if the hold was lost, because a projector may write again. */
  assertHeld: () => Promise<void>;
  end: () => Promise<void>;
}

const holdMilliseconds = 30_000;
const renewEveryMilliseconds = 5_000;

/**
 * Asks every running projector to stand still, and holds them until `end`. A projector that died is waited for as
 * long as it may still be running, a busy one until it has finished. Throws while another process holds them.
 */
export async function pauseProjectors(ops: Db): Promise<Pause> {
  const by = randomUUID();
  const until = () => new Date(Date.now() + holdMilliseconds);
  if (await collection(ops).findOne(held()))
    throw new Error('Another rebuild holds the projectors. Please wait until it has ended.');
  await collection(ops).replaceOne({ _id: 'pause' }, { by, until: until() }, { upsert: true });
  const renew = async () =>
    (await collection(ops).updateOne(held(by), { $set: { until: until() } })).matchedCount === 1;
  // A later extension may still be in time; `assertHeld` checks that.
  const renewal = setInterval(() => void renew().catch(() => undefined), renewEveryMilliseconds);
  const assertHeld = async () => {
    if (!(await renew())) throw new Error('The projectors were not held still for long enough. Please try again.');
  };
  const end = async () => {
    clearInterval(renewal);
    await collection(ops).deleteOne({ _id: 'pause', by });
  };
  try {
    const projectors = new ProjectorRegistry(ops);
    while (!(await projectors.allStand(by))) {
      await delay(lookEveryMilliseconds / 2);
      await assertHeld();
    }
    return { assertHeld, end };
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
}
