import { Logger } from '@nestjs/common';
import { Lease, type Held } from '@superscope/event-store/leases/lease';
import type { Ops } from '../platform/engines.module.js';

interface LoopTerms {
  /** Names the lease, so that one process at a time does it. */
  lease: string;
  everyMilliseconds: () => number;
  turn: (signal: AbortSignal) => Promise<void>;
}

/** Does something again and again in one process of all. A turn that fails is done again at the next time. */
export class LeasedLoop {
  private readonly log = new Logger('OneCentral');
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private turning: Promise<void> = Promise.resolve();
  private held: { lease: Held; signal: AbortSignal } | null = null;

  constructor(
    private readonly ops: Ops,
    private readonly terms: LoopTerms,
  ) {}

  /** Whether this process is ending, as opposed to another one having taken over. */
  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  start(): void {
    if (this.isStopping) return;
    this.timer = setTimeout(() => void this.look().finally(() => this.start()), this.terms.everyMilliseconds());
    this.timer.unref();
  }

  /** A turn at once. */
  look(): Promise<void> {
    this.turning = this.turning
      .then(() => this.turn())
      .catch((err: unknown) => this.log.warn({ msg: 'files of OneCentral could not be looked at', err }));
    return this.turning;
  }

  async stop(): Promise<void> {
    this.stopping.abort(new Error('This process is ending.'));
    if (this.timer) clearTimeout(this.timer);
    await this.turning;
    await this.held?.lease.release().catch(() => undefined);
  }

  /** The lease is kept between turns, because what one process has seen is not known to another one. */
  private async turn(): Promise<void> {
    if (this.isStopping) return;
    if (this.held === null || !this.held.lease.isSafe()) this.held = await this.take();
    if (this.held !== null) await this.terms.turn(this.held.signal);
  }

  private async take(): Promise<typeof this.held> {
    const lease = await new Lease(this.ops.db, this.terms.lease).take();
    if (lease === null) return null;
    const lost = new AbortController();
    void lease.lost.then(() => lost.abort(new Error('Another process carries on.')));
    return { lease, signal: AbortSignal.any([this.stopping.signal, lost.signal]) };
  }
}
