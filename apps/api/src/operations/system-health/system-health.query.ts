import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { Progress, type ProjectionFeed } from '@superscope/event-store/reading/projection-feed';
import { ProjectedEvents } from '../../changes/projected-events.js';
import { ENV, type Env } from '../../env.js';
import { proofs, proofSettings } from '../../history/proof/history-proof.js';
import { Engines, Ops, Views } from '../../platform/engines.module.js';
import { answerTime } from '../health/answer-time.js';
import { expiringTokens } from '../../users/applications/applications.query.js';
import { deadLetterCounts } from '../dead-letters/dead-letters.query.js';
import { eventsBehind } from './events-behind.js';
import { countRunningProjectors } from './count-projectors.js';

export class CurrentSystemHealth extends Query<SystemHealth> {}

/**
 * Events that are looked at: more is "far behind", and counting all of them would cost much. A projector that follows everything
 * notes its place once in a thousand events that are nothing to it, so it takes more than these to call it behind.
 */
const mostCounted = 2_000;

@QueryHandler(CurrentSystemHealth)
@Injectable()
export class CurrentSystemHealthHandler implements IQueryHandler<CurrentSystemHealth> {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly engines: Engines,
    private readonly views: Views,
    private readonly ops: Ops,
    private readonly projected: ProjectedEvents,
  ) {}

  /** Answers also while engines are away: what they would have said is left empty then. */
  async execute(): Promise<SystemHealth> {
    const { engines } = this;
    const [eventStore, mongo, clickhouse] = await Promise.all([
      answerTime(() => engines.readsEventStore()),
      answerTime(() => engines.mongo.db('views').command({ ping: 1 })),
      answerTime(() => engines.pingsClickhouse()),
    ]);
    const named = { eventStore, mongo, clickhouse };
    const feed: ProjectionFeed = mongo === null ? { kind: 'direct' } : await this.projected.feed();
    const checkpoints = mongo === null ? [] : await this.checkpoints(feed);
    return {
      engines: Object.entries(named).map(([name, answerMs]) => ({
        name: name as keyof typeof named,
        reachable: answerMs !== null,
        answerMs,
      })),
      projectors: mongo === null ? 0 : await countRunningProjectors(this.ops),
      feed: feed.kind,
      checkpoints: checkpoints.map(({ _id, position, at }) => ({ partition: _id, position, at: at.toISOString() })),
      eventsBehind: eventStore === null || mongo === null ? null : await this.eventsBehind(feed, checkpoints),
      stalePlans: mongo === null ? 0 : (await this.views.dirty.distinct('planId')).length,
      deadLetters: mongo === null ? { waiting: 0, retrying: 0, dropped: 0 } : await deadLetterCounts(this.ops),
      proof: await this.proof(mongo !== null),
      expiringTokens: mongo === null ? [] : await expiringTokens(this.views, new Date().toISOString()),
    };
  }

  /** By topic and number of partition. */
  private async checkpoints(feed: ProjectionFeed): Promise<CheckpointDocument[]> {
    const of = feed.kind === 'kafka' ? { _id: { $ne: 'all' } } : { _id: 'all' };
    const found = await this.views.checkpoints.find(of).toArray();
    return found.sort((a, b) => a._id.localeCompare(b._id, 'en', { numeric: true }));
  }

  private async proof(isKnown: boolean): Promise<SystemHealth['proof']> {
    const found = isKnown ? await proofs(this.ops.db).findOne({ _id: 'last' }) : null;
    if (found === null) return { signs: proofSettings(this.env) !== null, last: null };
    const { at, events, heads, difference } = found;
    const daysAgo = Math.floor((Date.now() - at.getTime()) / 86_400_000);
    return {
      signs: proofSettings(this.env) !== null,
      last: { at: at.toISOString(), daysAgo, events, heads, difference },
    };
  }

  private eventsBehind(
    feed: ProjectionFeed,
    checkpoints: readonly CheckpointDocument[],
  ): Promise<SystemHealth['eventsBehind']> {
    const newest = this.engines.store.newest(mostCounted);
    return eventsBehind(newest, feed, new Progress(checkpoints), mostCounted).catch(() => null);
  }
}
