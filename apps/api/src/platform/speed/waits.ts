import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpeedWait, WaitedFor } from '@superscope/contracts/speed';

/** Times in which at least one of some things was waited for. Those that overlap count once, so no list of them is needed. */
class Stretch {
  private open = 0;
  private since = 0;
  private ms = 0;

  begin(now: number): void {
    if (this.open === 0) this.since = now;
    this.open += 1;
  }

  end(now: number): void {
    this.open -= 1;
    if (this.open === 0) this.ms += now - this.since;
  }

  get isOpen(): boolean {
    return this.open > 0;
  }

  until(now: number): number {
    return this.ms + (this.open === 0 ? 0 : now - this.since);
  }
}

/** What one call has waited for so far. Its size does not depend on how often the call waits. */
export class Waits {
  private readonly of = new Map<SpeedWait, Stretch>();
  private readonly any = new Stretch();

  begin(on: SpeedWait, now = performance.now()): void {
    let stretch = this.of.get(on);
    if (stretch === undefined) this.of.set(on, (stretch = new Stretch()));
    stretch.begin(now);
    this.any.begin(now);
  }

  /** Ends one wait that was begun; nothing if none is open. */
  end(on: SpeedWait, now = performance.now()): void {
    const stretch = this.of.get(on);
    if (!stretch?.isOpen) return;
    stretch.end(now);
    this.any.end(now);
  }

  /** Whole milliseconds of a call that took `ms`, the longest first. What still lasts counts until now, and nothing for longer than the call. */
  told(ms: number, now = performance.now()): WaitedFor[] {
    const whole = (of: number) => Math.round(Math.min(ms, Math.max(0, of)));
    return [
      ...[...this.of].map(([on, stretch]) => ({ on, ms: whole(stretch.until(now)) })),
      { on: 'rest' as const, ms: whole(ms - this.any.until(now)) },
    ]
      .filter(({ ms }) => ms > 0)
      .toSorted((a, b) => b.ms - a.ms);
  }
}

const current = new AsyncLocalStorage<Waits | undefined>();

export const withWaits = <Value>(waits: Waits | undefined, run: () => Value): Value => current.run(waits, run);

/** The waits of the current call; undefined outside of calls, and within what is waited for as a whole. */
export const currentWaits = (): Waits | undefined => current.getStore();

const nothing = () => {};

/** Begins a wait of the current call. What is returned ends it, once. */
export function beginWait(on: SpeedWait): () => void {
  const waits = currentWaits();
  if (waits === undefined) return nothing;
  waits.begin(on);
  let isOpen = true;
  return () => {
    if (isOpen) waits.end(on);
    isOpen = false;
  };
}

/** Runs what the current call waits for. What this waits for itself, such as its questions to an engine, is not counted again. */
export async function waitedFor<Value>(on: SpeedWait, run: () => Promise<Value>): Promise<Value> {
  if (currentWaits() === undefined) return run();
  const end = beginWait(on);
  try {
    return await withWaits(undefined, run);
  } finally {
    end();
  }
}
