import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from 'mongodb';

interface PauseDocument {
  _id: 'pause';
  /** Who asks, so that two rebuilds never mistake each other's pause. */
  by: string;
  /** A rebuild that died does not hold the projector for longer; one that lives puts it off. */
  until: Date;
  /** A projector runs and will stand still once it has finished what it is at. */
  seen: boolean;
  /** Encoded position at which the projector stands still, everything before it derived; null until it does. */
  pausedAt: string | null;
}

const lookEveryMilliseconds = 200;

const collection = (ops: Db) => ops.collection<PauseDocument>('control');

/** The projector's side: stands still between two batches while somebody compares or switches its read models. */
export class PauseSwitch {
  private stopped = false;
  private loop: Promise<void> | null = null;
  private gate: Promise<void> | null = null;

  constructor(private readonly ops: Db) {}

  /** `standStill` finishes what is in progress and answers the position reached. */
  watch(standStill: () => Promise<string>): void {
    this.loop = (async () => {
      while (!this.stopped) {
        // An engine that is away pauses nothing; the next look finds it back.
        await this.look(standStill).catch(() => undefined);
        await delay(lookEveryMilliseconds);
      }
    })();
  }

  /** Resolves at once, or when the pause is over. */
  async passed(): Promise<void> {
    await this.gate;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.loop;
  }

  private async look(standStill: () => Promise<string>): Promise<void> {
    const asked = await collection(this.ops).findOne({ _id: 'pause', until: { $gt: new Date() } });
    if (asked === null) return;
    let open = () => {};
    this.gate = new Promise((resolve) => (open = resolve));
    try {
      await collection(this.ops).updateOne({ _id: 'pause', by: asked.by }, { $set: { seen: true } });
      const position = await standStill();
      await collection(this.ops).updateOne({ _id: 'pause', by: asked.by }, { $set: { pausedAt: position } });
      while (!this.stopped && (await this.holds(asked.by))) await delay(lookEveryMilliseconds);
    } finally {
      this.gate = null;
      open();
    }
  }

  private async holds(by: string): Promise<boolean> {
    return (await collection(this.ops).findOne({ _id: 'pause', by, until: { $gt: new Date() } })) !== null;
  }
}

/** The projector held still, by who compares or switches its read models. */
export interface Pause {
  /** Encoded position at which it stands; null where none runs, so that the live read models stand still by themselves. */
  position: string | null;
  /** Throws where the hold was lost: the projector may write again. */
  assertHeld: () => Promise<void>;
  end: () => Promise<void>;
}

const holdMilliseconds = 30_000;
const renewEveryMilliseconds = 5_000;

/**
 * Asks the projector to stand still, and holds it until `end`. One that has not noticed after `patienceMs` does not run; one that
 * has is waited for. Throws while somebody else holds it.
 */
export async function pauseProjector(ops: Db, patienceMs: number): Promise<Pause> {
  const by = randomUUID();
  const until = () => new Date(Date.now() + holdMilliseconds);
  if (await collection(ops).findOne({ _id: 'pause', until: { $gt: new Date() } }))
    throw new Error('Another rebuild holds the projector. Please wait until it has ended.');
  const asking = { by, until: until(), seen: false, pausedAt: null };
  await collection(ops).replaceOne({ _id: 'pause' }, asking, { upsert: true });
  const renew = async () => {
    const held = { _id: 'pause' as const, by, until: { $gt: new Date() } };
    return (await collection(ops).updateOne(held, { $set: { until: until() } })).matchedCount === 1;
  };
  // One that fails may be followed by one in time; `assertHeld` tells.
  const renewal = setInterval(() => void renew().catch(() => undefined), renewEveryMilliseconds);
  const assertHeld = async () => {
    if (!(await renew())) throw new Error('The projector was not held still for long enough. Please try again.');
  };
  const end = async () => {
    clearInterval(renewal);
    await collection(ops).deleteOne({ _id: 'pause', by });
  };
  try {
    return { position: await standingAt(ops, by, patienceMs), assertHeld, end };
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
}

async function standingAt(ops: Db, by: string, patienceMs: number): Promise<string | null> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const asked = await collection(ops).findOne({ _id: 'pause', by });
    if (asked === null) throw new Error('Another rebuild took the projector over. Please try again.');
    if (asked.pausedAt !== null) return asked.pausedAt;
    if (!asked.seen && performance.now() > deadline) return null;
    await delay(100);
  }
}
