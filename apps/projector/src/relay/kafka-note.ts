import { noteEngine } from '@superscope/event-store/processes/engine-notes';
import type { Db } from 'mongodb';
import { brokerRelease } from '../kafka/broker-release.js';
import { makeKafka, type KafkaLog } from '../kafka/kafka-client.js';
import type { KafkaSettings } from '../kafka/kafka-settings.js';

const everyMs = 5 * 60_000;
/** Does not wait long: it looks again anyway. */
const tries = 2;

/** Tells operators, in `ops`, which Kafka the relays use. The apis do not reach it. While Kafka or MongoDB is away nothing is noted. */
export class KafkaNote {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly ops: Db,
    private readonly settings: KafkaSettings,
    private readonly log: KafkaLog,
  ) {}

  start(): void {
    const look = () => void this.note().catch(() => undefined);
    look();
    this.timer = setInterval(look, everyMs).unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Notes the oldest release of the brokers, because a roll-out may be under way. */
  async note(): Promise<void> {
    const admin = makeKafka(this.settings, this.log, 'superscope-doctor', tries).admin();
    try {
      await admin.connect();
      const { brokers } = await admin.describeCluster();
      const releases = await Promise.all(brokers.map((broker) => brokerRelease(broker, this.settings.ssl)));
      const known = releases.filter((release) => release !== null).sort();
      const release = known.length < releases.length ? null : (known[0] ?? null);
      await noteEngine(this.ops, { _id: 'kafka', at: new Date(), brokers: brokers.length, release });
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }
}
