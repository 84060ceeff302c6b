import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { watchesView } from '@superscope/contracts/read-models/watches';
import { awaitsEvaluation, evaluateWatches, watchStream } from '@superscope/domain/watch/watch';
import { EventStore } from '@superscope/event-store/event-store';
import { AnalyticsService } from '../../analytics/load/analytics-service.js';
import { RequestPrincipalResolver } from '../../authentication/session/request-principal-resolver.js';
import { ChangeCounters } from '../../changes/change-counters.js';
import { systemContext } from '../../platform/commands/command-context.js';
import { Views } from '../../platform/engines.module.js';
import { Repeated } from '../../platform/repeated.js';
import { mayWatch, NoticeMails } from './notice-mails.js';
import { WatchedFigures } from './watched-figures.js';

/**
 * How often all watches are checked without a change, to retry failed mails and to find months that closed while the api was not running.
 */
const anywayMilliseconds = 10 * 60_000;

/**
 * Compares each month that closes with readers' watches, and mails them. It works from the current state instead of the change, so it also
 * finds a month that closed while no api ran, and a repeated change leaves nothing to do. Several apis may run it at once, because a
 * reader's stream accepts each month only once.
 */
@Injectable()
export class WatchReactor extends Repeated {
  private seen = '';
  private anywayAt = 0;

  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly counters: ChangeCounters,
    private readonly analytics: AnalyticsService,
    private readonly resolver: RequestPrincipalResolver,
    private readonly figures: WatchedFigures,
    private readonly mails: NoticeMails,
  ) {
    super({ log: 'Watch', firstAfterMs: 5_000, everyMs: 5_000, failed: 'watches could not be checked' });
  }

  protected async look(): Promise<void> {
    const version = this.counters.of(null, ['editions', 'watches']);
    if (version === this.seen && performance.now() < this.anywayAt) return;
    await this.turn();
    this.seen = version;
    this.anywayAt = performance.now() + anywayMilliseconds;
  }

  /** Checks every reader's watches once. */
  async turn(): Promise<void> {
    const readers = await this.views.of(watchesView).find({}).toArray();
    const planIds = new Set(
      readers.flatMap(({ watches = {} }) => Object.values(watches).flatMap((w) => w?.planId ?? [])),
    );
    if (planIds.size === 0) return;
    const closed = await this.analytics.closedMonths([...planIds].sort());
    for (const { _id: userId, notices = {} } of readers) {
      if (this.stopped) return;
      const mailsDue = Object.values(notices).some(({ outcome }) => outcome === null);
      try {
        if ((await this.evaluate(userId, closed)) || mailsDue) await this.mails.mailTo(userId);
      } catch (err) {
        // A failure for one reader must not keep others from getting their mail.
        this.log.warn({ msg: 'the watches of a reader could not be checked', userId, err });
      }
    }
  }

  /** Compares the newest closed month of each plan with a reader's watches; true if events were written. */
  private async evaluate(
    userId: string,
    closed: Awaited<ReturnType<AnalyticsService['closedMonths']>>,
  ): Promise<boolean> {
    const { state } = await this.store.load(watchStream, userId);
    const watches = Object.values(state.watches);
    let evaluated = false;
    for (const planId of new Set(watches.map((watch) => watch.planId))) {
      const month = closed.get(planId)?.at(-1)?.month;
      if (month === undefined) continue;
      const waiting = watches.filter((watch) => awaitsEvaluation(watch, planId, month));
      if (waiting.length === 0) continue;
      const principal = await this.resolver.principalOf(userId);
      const keys = new Set(waiting.flatMap(({ metric }) => metric ?? []));
      const figures = mayWatch(principal, planId) ? await this.figures.read(planId, month, keys, principal) : null;
      const by = systemContext(`watches/${randomUUID()}`);
      const decision = evaluateWatches(userId, { planId, month, figures }, randomUUID(), by.at);
      const { events } = await this.store.transact(watchStream, userId, decision, by);
      evaluated ||= events > 0;
    }
    return evaluated;
  }
}
