import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from 'mongodb';

interface PauseDocument {
  _id: 'pause';
  /** Who asks, so that two rebuilds never mistake each other's pause. */
  by: string;
  /** A rebuild that died does not hold the projector for longer. */
  until: Date;
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

/**
 * The other side: asks the projector to stand still and answers where it does. Without a running projector the live read models
 * stand still by themselves: after `patienceMs` without an answer that is `null`.
 */
export async function pauseProjector(ops: Db, by: string, holdMs: number, patienceMs: number): Promise<string | null> {
  const until = new Date(Date.now() + holdMs);
  await collection(ops).replaceOne({ _id: 'pause' }, { by, until, pausedAt: null }, { upsert: true });
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const asked = await collection(ops).findOne({ _id: 'pause', by });
    if (asked?.pausedAt) return asked.pausedAt;
    await delay(100);
  }
  return null;
}

export async function resumeProjector(ops: Db, by: string): Promise<void> {
  await collection(ops).deleteOne({ _id: 'pause', by });
}
