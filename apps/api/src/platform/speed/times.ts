import { Injectable } from '@nestjs/common';
import type { WaitedFor } from '@superscope/contracts/speed';
import { mostMs, stepOf } from './histogram.js';

/** What is timed: a screen until it is drawn, a call, a job, its wait for its turn, and how far read models are behind. */
export const timedKinds = ['screen', 'call', 'job', 'wait', 'lag'] as const;
export type TimedKind = (typeof timedKinds)[number];

export interface SlowCall {
  ms: number;
  id: string;
  /** Empty if it is not known. */
  waited: readonly WaitedFor[];
}

/** What was timed of one kind and name within a minute. */
export interface Timed {
  /** The minute's first millisecond. */
  minute: number;
  kind: TimedKind;
  name: string;
  count: number;
  /** How many by the step of the histogram. */
  steps: Map<number, number>;
  slowest: SlowCall[];
}

export const minuteMs = 60_000;
/** Names come from closed lists and are far fewer. This bounds memory in any case. */
const mostKept = 4_000;
/** With so many of each batch, the slowest ten of any time are among those that are kept. */
export const mostSlowest = 10;
/** Callers may choose their correlation id, and might put a name into it. A UUID holds none. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Gathers times in memory until they are written. Noting one takes no engine and never fails. */
@Injectable()
export class Times {
  private gathered = new Map<string, Timed>();
  private slowest: (SlowCall & { of: Timed })[] = [];

  /** `name` is from a closed list: the template of a route, never an address. Only of a slow call it is asked what it `waited` for. */
  note(
    kind: TimedKind,
    name: string,
    ms: number,
    correlationId = '',
    at = Date.now(),
    waited: () => readonly WaitedFor[] = () => [],
  ): void {
    if (!Number.isFinite(ms)) return;
    const minute = Math.floor(at / minuteMs) * minuteMs;
    const key = `${minute} ${kind} ${name}`;
    let timed = this.gathered.get(key);
    if (timed === undefined) {
      if (this.gathered.size >= mostKept) return;
      timed = { minute, kind, name, count: 0, steps: new Map(), slowest: [] };
      this.gathered.set(key, timed);
    }
    const step = stepOf(ms);
    timed.count += 1;
    timed.steps.set(step, (timed.steps.get(step) ?? 0) + 1);
    if (kind === 'call' && uuid.test(correlationId))
      this.keepIfSlow(Math.min(mostMs, Math.round(ms)), correlationId, timed, waited);
  }

  /** What was gathered since the last call. */
  take(): Timed[] {
    for (const { of, ...slow } of this.slowest) of.slowest.push(slow);
    const taken = [...this.gathered.values()];
    this.gathered = new Map();
    this.slowest = [];
    return taken;
  }

  private keepIfSlow(ms: number, id: string, of: Timed, waited: () => readonly WaitedFor[]): void {
    if (this.slowest.length === mostSlowest && this.slowest.at(-1)!.ms >= ms) return;
    this.slowest.push({ ms, id, waited: waited(), of });
    this.slowest.sort((a, b) => b.ms - a.ms);
    this.slowest.length = Math.min(this.slowest.length, mostSlowest);
  }
}
