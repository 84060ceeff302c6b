import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { EventStore } from '@superscope/event-store/event-store';
import { ENV, type Env } from '../../env.js';
import { Ops } from '../../platform/engines.module.js';
import { proofSettings } from '../../platform/settings/proof-settings.js';
import { Schedule, type ClockOutcome } from '../../work/schedule.js';
import { isOutage, proofs, proveAndSign } from './history-proof.js';

/**
 * Proves and signs the history once a day (Sydney). A difference is logged as an error on every such day, and is shown on System health.
 */
@Injectable()
export class NightlyProof implements OnModuleInit {
  private readonly log = new Logger('HistoryProof');

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly store: EventStore,
    private readonly ops: Ops,
    private readonly schedule: Schedule,
  ) {}

  onModuleInit(): void {
    if (proofSettings(this.env) === null) return;
    this.schedule.add({
      key: 'historyProof',
      name: 'The history is compared with its signed heads',
      times: { every: 'day', at: '01:00' },
      run: () => this.look(),
    });
  }

  /** Proves and signs, unless that was already done today or another process is at it. */
  async look(): Promise<ClockOutcome> {
    const settings = proofSettings(this.env);
    if (settings === null) return done('Nothing is signed here');
    try {
      const last = await proofs(this.ops.db).findOne({ _id: 'last' });
      if (last !== null && sydneyDate(last.at) === sydneyDate(new Date()))
        return done('It was done before on this day');
      const signed = await proveAndSign(this.store, this.ops.db, settings);
      if (signed === null) return done('Another process was at it');
      const { events, heads, difference } = signed;
      if (difference === null) {
        this.log.log({ msg: 'the history equals its signed heads', events, heads });
        return done('They are equal');
      }
      this.log.error({ msg: 'the history differs from a signed head', ...difference });
      return done('They differ: see System health');
    } catch (error) {
      // The next run tries again after any failure, but only an outage resolves itself.
      const { name, code } = error as NodeJS.ErrnoException;
      const told = { msg: 'the history could not be proven', cause: code ?? name };
      if (isOutage(error)) this.log.warn(told);
      else this.log.error({ ...told, err: error });
      return { isDone: false, said: 'The comparison was not completed. It is tried again within ten minutes.' };
    }
  }
}

const done = (said: string): ClockOutcome => ({ isDone: true, said });
