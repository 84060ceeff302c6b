import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { decodePosition } from '@superscope/event-store/position';
import { Engines, Ops, Views } from '../../platform/engines.module.js';
import { answerTime } from '../health/answer-time.js';
import { deadLetterCounts } from '../dead-letters/dead-letters.query.js';
import { runningProjectors } from './running-projectors.js';

export class CurrentSystemHealth extends Query<SystemHealth> {}

interface Checkpoint {
  _id: string;
  position: string;
  at: Date;
}

/** Events behind are counted up to here: more is "far behind", and counting all of them would cost much. */
const mostCounted = 1_000;
/** Who looked and who signed in: no read model handles them, and they never end. */
const notProjected = ['access-', 'login-'];

@QueryHandler(CurrentSystemHealth)
@Injectable()
export class CurrentSystemHealthHandler implements IQueryHandler<CurrentSystemHealth> {
  constructor(
    private readonly engines: Engines,
    private readonly views: Views,
    private readonly ops: Ops,
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
    const feed = mongo === null ? 'direct' : await this.feed();
    const checkpoints = mongo === null ? [] : await this.checkpoints(feed);
    return {
      engines: Object.entries(named).map(([name, answerMs]) => ({
        name: name as keyof typeof named,
        reachable: answerMs !== null,
        answerMs,
      })),
      projectors: mongo === null ? 0 : await runningProjectors(this.ops),
      feed,
      checkpoints: checkpoints.map(({ _id, position, at }) => ({ partition: _id, position, at: at.toISOString() })),
      eventsBehind: eventStore === null || feed === 'kafka' ? null : await this.eventsBehind(checkpoints[0]),
      stalePlans: mongo === null ? 0 : (await this.views.db.collection('dirty').distinct('planId')).length,
      deadLetters: mongo === null ? { waiting: 0, retrying: 0, dropped: 0 } : await deadLetterCounts(this.ops),
    };
  }

  private async feed(): Promise<SystemHealth['feed']> {
    const known = await this.ops.db.collection<{ _id: string; kind?: string }>('control').findOne({ _id: 'feed' });
    return known?.kind === 'kafka' ? 'kafka' : 'direct';
  }

  /** By topic and number of partition. */
  private async checkpoints(feed: SystemHealth['feed']): Promise<Checkpoint[]> {
    const of = feed === 'kafka' ? { _id: { $ne: 'all' } } : { _id: 'all' };
    const found = await this.views.db.collection<Checkpoint>('checkpoints').find(of).toArray();
    return found.sort((a, b) => a._id.localeCompare(b._id, 'en', { numeric: true }));
  }

  private async eventsBehind(checkpoint: Checkpoint | undefined): Promise<SystemHealth['eventsBehind']> {
    const from = checkpoint ? decodePosition(checkpoint.position) : null;
    const count = await this.engines.store.countAfter(from, mostCounted, notProjected).catch(() => null);
    return count === null ? null : { count, orMore: count >= mostCounted };
  }
}
