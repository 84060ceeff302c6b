import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { EventStore } from '@superscope/event-store/event-store';
import { ENV, type Env } from '../../env.js';
import { Ops } from '../../platform/engines.module.js';
import { proofSettings } from '../../platform/settings/proof-settings.js';
import { isOutage, proofs, proveAndSign } from './history-proof.js';

const minutes = 60_000;
/** Delayed, because the event store has more urgent work when the api starts. */
const firstLookAfter = minutes;
const lookEvery = 10 * minutes;

/**
 * Proves and signs the history once a day (Sydney). A difference is logged as an error on every such day, and is shown on System health.
 */
@Injectable()
export class NightlyProof implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('HistoryProof');
  private timers: NodeJS.Timeout[] = [];
  private isRunning = false;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly store: EventStore,
    private readonly ops: Ops,
  ) {}

  onApplicationBootstrap(): void {
    if (proofSettings(this.env) === null) return;
    const look = () => void this.look();
    this.timers = [setTimeout(look, firstLookAfter), setInterval(look, lookEvery)];
    for (const timer of this.timers) timer.unref();
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** Proves and signs, unless that was already done today or is in progress. */
  async look(): Promise<void> {
    const settings = proofSettings(this.env);
    if (settings === null || this.isRunning) return;
    this.isRunning = true;
    try {
      const last = await proofs(this.ops.db).findOne({ _id: 'last' });
      if (last !== null && sydneyDate(last.at) === sydneyDate(new Date())) return;
      const signed = await proveAndSign(this.store, this.ops.db, settings);
      if (signed === null) return;
      const { events, heads, difference } = signed;
      if (difference === null) this.log.log({ msg: 'the history equals its signed heads', events, heads });
      else this.log.error({ msg: 'the history differs from a signed head', ...difference });
    } catch (error) {
      // The next run tries again after any failure, but only an outage resolves itself.
      const { name, code } = error as NodeJS.ErrnoException;
      const told = { msg: 'the history could not be proven', cause: code ?? name };
      if (isOutage(error)) this.log.warn(told);
      else this.log.error({ ...told, err: error });
    } finally {
      this.isRunning = false;
    }
  }
}
