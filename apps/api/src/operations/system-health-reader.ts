import { Inject, Injectable } from '@nestjs/common';
import { type MailState, mailStates } from '@superscope/contracts/outbox';
import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { isShownAt } from '@superscope/domain/maintenance/maintenance';
import { directPartition, Progress, type ProjectionFeed } from '@superscope/event-store/reading/projection-feed';
import { Clock } from '../platform/time/clock.js';
import { ProjectedEvents } from '../changes/projected-events.js';
import { ENV, type Env } from '../env.js';
import { outboxOf } from '../mail/outbox.js';
import { Analytics, Engines, Ops, Views } from '../platform/engines.module.js';
import { expiringTokens } from '../users/applications.slice.js';
import { allOf } from '../platform/all-of.js';
import { answerTime } from './answer-time.js';
import { countRunningProjectors } from './count-projectors.js';
import { deadLetterCounts } from './dead-letters.slice.js';
import { eventsBehind } from './events-behind.js';
import { historyHealth } from './history-health.js';
import { lastRuns } from './last-runs.js';
import { MaintenanceNotices } from './maintenance-notices.js';
import { OutsideSystems } from './outside-systems.js';
import { rebuildHealth } from './rebuild-health.js';
import { signedHistoryHealth } from './signed-history-health.js';
import { UnknownProxies } from './unknown-proxies.js';

/**
 * How many events are examined. More counts as "far behind", and counting all of them would be expensive. A projector that follows the
 * whole log stores its position only once in a thousand events that do not concern it, so this must be more than a thousand.
 */
const mostCounted = 2_000;

/** Reads what runs, how far it is, and what waits for an operator. */
@Injectable()
export class SystemHealthReader {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly engines: Engines,
    private readonly views: Views,
    private readonly ops: Ops,
    private readonly projected: ProjectedEvents,
    private readonly analytics: Analytics,
    private readonly notices: MaintenanceNotices,
    private readonly proxies: UnknownProxies,
    private readonly clock: Clock,
    private readonly outside: OutsideSystems,
  ) {}

  /** Answers even while engines are unavailable, without their parts. */
  async read(): Promise<SystemHealth> {
    const { engines } = this;
    const asked = await allOf({
      eventStore: answerTime(() => engines.readsEventStore()),
      mongo: answerTime(() => engines.mongo.db('views').command({ ping: 1 })),
      clickhouse: answerTime(() => engines.pingsClickhouse()),
      vault:
        engines.vaultMongo === engines.mongo
          ? undefined
          : answerTime(() => engines.vaultMongo.db('vault').command({ ping: 1 })),
    });
    const answered = {
      engines: Object.entries(asked).flatMap(([name, answerMs]) =>
        answerMs === undefined ? [] : [{ name: name as keyof typeof asked, reachable: answerMs !== null, answerMs }],
      ),
    };
    if (asked.mongo !== null) return { ...answered, ...(await this.known(asked.eventStore !== null)) };
    const proof = await signedHistoryHealth(this.ops, this.env, this.clock.now(), false);
    return { ...answered, ...nothingKnown, proof };
  }

  /** How long the oldest event that the read models lack has waited; null if the event store or its readers cannot say. */
  async secondsBehind(): Promise<number | null> {
    const feed = await this.projected.feed();
    const lag = await this.lag(feed, new Progress(await this.checkpoints(feed)));
    if (lag === null) return null;
    return lag.since === null ? 0 : secondsBetween(lag.since, this.clock.now());
  }

  private async known(readsEvents: boolean): Promise<Omit<SystemHealth, 'engines'>> {
    const { ops, views } = this;
    const now = this.clock.now();
    const { feeds, notice, dirty, ...read } = await allOf({
      feeds: this.feeds(readsEvents, now),
      projectors: countRunningProjectors(ops),
      dirty: views.dirty.distinct('planId'),
      deadLetters: deadLetterCounts(ops),
      expiringTokens: expiringTokens(views, now.toISOString()),
      rebuild: rebuildHealth(ops, now),
      history: historyHealth(ops, this.analytics),
      jobs: lastRuns(views),
      outbox: this.mails(),
      notice: this.notices.announced(),
      proof: signedHistoryHealth(ops, this.env, now),
      unknownProxies: this.proxies.shown(),
      outside: this.outside.read(),
    });
    const maintenance =
      notice === null || notice.to <= now.toISOString()
        ? null
        : { ...notice, shown: isShownAt(notice, now.toISOString()) };
    return { ...read, ...feeds, stalePlans: dirty.length, maintenance };
  }

  /** The progress of the read models by partition, and of the relay that fills the topic. */
  private async feeds(readsEvents: boolean, now: Date) {
    const feed = await this.projected.feed();
    const checkpoints = await this.checkpoints(feed);
    const lag = readsEvents ? await this.lag(feed, new Progress(checkpoints)) : null;
    const since = (at: Date | null) => (at === null ? 0 : secondsBetween(at, now));
    return {
      feed: feed.kind,
      checkpoints: checkpoints.map(({ _id, position, at }) => {
        const own = lag?.byCheckpoint.get(_id) ?? { count: 0, since: null };
        return {
          partition: _id,
          position,
          at: at.toISOString(),
          eventsBehind: lag === null ? null : own.count,
          secondsBehind: lag === null ? null : since(own.since),
        };
      }),
      relay: feed.kind === 'kafka' ? await this.relay(feed.topic, readsEvents, since) : null,
      eventsBehind: lag === null ? null : { count: lag.count, orMore: lag.orMore },
      secondsBehind: lag === null ? null : since(lag.since),
    };
  }

  private async relay(
    topic: string,
    readsEvents: boolean,
    since: (at: Date | null) => number,
  ): Promise<SystemHealth['relay']> {
    const found = await this.ops.db.collection<RelayCheckpoint>('relay_checkpoint').findOne({ _id: topic });
    if (found === null) return null;
    const position = found.position ?? '';
    // The events that are not in the topic yet all come after one position, as for a projector that follows the log directly.
    const filled = new Progress([{ _id: directPartition, position }]);
    const lag = readsEvents ? await this.lag({ kind: 'direct' }, filled) : null;
    return {
      partition: topic,
      position,
      at: found.at.toISOString(),
      eventsBehind: lag?.count ?? null,
      secondsBehind: lag === null ? null : since(lag.since),
    };
  }

  private async mails(): Promise<SystemHealth['outbox']> {
    const outbox = outboxOf(this.ops);
    // Mails stored by an earlier release have no state.
    const count = (state: MailState) =>
      outbox.countDocuments(state === 'kept' ? { state: { $in: [state, null as never] } } : { state });
    return allOf(Object.fromEntries(mailStates.map((state) => [state, count(state)]))) as Promise<
      SystemHealth['outbox']
    >;
  }

  /** The feed's checkpoints, sorted by topic and number of partition. */
  private async checkpoints(feed: ProjectionFeed): Promise<CheckpointDocument[]> {
    const of = feed.kind === 'kafka' ? { _id: { $ne: 'all' } } : { _id: 'all' };
    const found = await this.views.checkpoints.find(of).toArray();
    return found.sort((a, b) => a._id.localeCompare(b._id, 'en', { numeric: true }));
  }

  private lag(feed: ProjectionFeed, progress: Progress) {
    return eventsBehind(this.engines.store.newest(mostCounted), feed, progress, mostCounted).catch(() => null);
  }
}

/** Never negative, because the clocks of two machines differ a little. */
const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));

/** The document in which the relay stores its position. */
interface RelayCheckpoint {
  _id: string;
  position: string | null;
  at: Date;
}

/** What is reported while MongoDB is unavailable. */
const nothingKnown: Omit<SystemHealth, 'engines' | 'proof'> = {
  outside: [],
  projectors: 0,
  feed: 'direct',
  checkpoints: [],
  relay: null,
  eventsBehind: null,
  secondsBehind: null,
  stalePlans: 0,
  deadLetters: { waiting: 0, retrying: 0, dropped: 0 },
  unknownProxies: [],
  expiringTokens: [],
  rebuild: null,
  jobs: [],
  outbox: { kept: 0, sending: 0, sent: 0, failed: 0 },
  maintenance: null,
  history: {
    waiting: 0,
    running: 0,
    ready: 0,
    failed: 0,
    bytes: null,
    mostBytes: null,
    pending: [],
    proofs: { waiting: 0, running: 0, differing: 0 },
    digests: null,
  },
};
