import { beforeAll, comparePositions, decodePosition } from '@superscope/event-store/events/position';
import { directPartition } from '@superscope/event-store/reading/projection-feed';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { makeKafka } from '../../kafka/kafka-client.js';
import type { KafkaSettings } from '../../kafka/kafka-settings.js';
import { Checkpoints, completeUpTo } from '../operations/checkpoints.js';
import type { Connections } from '../operations/connections.js';
import { useFeed } from './current-feed.js';
import { DirectFeed } from './direct-feed.js';
import type { Backlog, EventFeed } from './event-feed.js';
import { KafkaFeed } from './kafka-feed.js';
import type { Target } from '../writing/target.js';

/**
 * The feed for the given event types that the settings choose: Kafka where it is configured, otherwise the event
 * store itself. Records which one is live.
 */
export async function liveFeed(
  { store, codec, mongo }: Pick<Connections, 'store' | 'codec' | 'mongo'>,
  target: Target,
  types: readonly string[],
  settings: KafkaSettings | null,
  log: Logger,
  onEnded: () => void,
): Promise<EventFeed> {
  const checkpoints = new Checkpoints(target);
  if (settings === null) {
    await useFeed(mongo.db('ops'), checkpoints, { kind: 'direct' });
    const from = decodePosition(completeUpTo(await checkpoints.read(directPartition))) ?? beforeAll;
    return new DirectFeed(store, comparePositions(from, beforeAll) === 0 ? null : from, types, log, onEnded);
  }
  const { topic, partitions } = settings;
  await useFeed(mongo.db('ops'), checkpoints, { kind: 'kafka', topic, partitions });
  const kafka = makeKafka(settings, log, 'superscope-projector');
  return new KafkaFeed({ kafka, settings, codec, store, checkpoints, types, log, onEnded });
}

/** A feed that does not answer in this time reports no figures. */
const patienceMs = 2_000;

/**
 * Registers the metrics of how far the feed is behind. Through Kafka each projector reports its own partitions, and
 * together they report all of them.
 */
export function measureFeed(feed: EventFeed): void {
  const ask = async (): Promise<Backlog[]> => {
    const late = new Promise<Backlog[]>((resolve) => setTimeout(() => resolve([]), patienceMs).unref());
    return Promise.race([feed.backlog().catch(() => []), late]);
  };
  new Gauge({
    name: 'superscope_projector_lag_events',
    help: 'Events of a partition that Kafka holds and the read models lack',
    labelNames: ['partition'],
    async collect() {
      this.reset();
      for (const { partition, events } of await ask()) if (events !== undefined) this.set({ partition }, events);
    },
  });
  new Gauge({
    name: 'superscope_projector_behind_seconds',
    help: 'Age of the oldest event that the read models lack, where projectors follow the event store themselves',
    labelNames: ['partition'],
    async collect() {
      this.reset();
      for (const { partition, seconds } of await ask()) if (seconds !== undefined) this.set({ partition }, seconds);
    },
  });
}
