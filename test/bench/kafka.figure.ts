import type { RawEvent } from '@superscope/event-store/events/codec';
import { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import { messageOf } from '@superscope/projector/kafka/record';
import { checkTopic } from '@superscope/projector/kafka/topics';
import { Partitioners, type Admin, type Message } from 'kafkajs';
import { pino } from 'pino';
import { perSecondText, rate, shown, whole, type Figure } from './figure.js';
import type { KafkaPortal } from './kafka-portal.js';
import { closing, timed, until } from './measure.js';
import { RawEventStore } from './raw-engines.js';
import { FundByEvents } from './scaling/fund-by-events.js';
import type { Sizes } from './sizes.js';

const quiet = pino({ level: 'silent' });
const patience = { withinSeconds: 300, everyMs: 50 };
/** Records per request to the broker, as in the relay. */
const recordsAtOnce = 2_000;

type Records = (Message & { partition: number })[];

/** Measures relay and projectors on members' events, one each. */
export class EventsThroughKafka {
  private constructor(
    private readonly portal: KafkaPortal,
    private readonly members: number,
    private readonly records: Records,
    private readonly say: (text: string) => void,
  ) {}

  /** Writes the events. Not timed. */
  static async write(portal: KafkaPortal, { members, plans }: Sizes['kafka'], say: (text: string) => void) {
    const fund = await FundByEvents.open(portal.environment);
    const each = Math.round(members / plans);
    const { seconds } = await timed(() => closing(fund, () => fund.members(plans, each)));
    const { partitions } = portal.useNewTopic();
    const records = (await everyEvent(portal)).map((event) => messageOf(event, partitions));
    say(`${whole(records.length)} events, straight into the event store, in ${seconds.toFixed(0)} s`);
    return new EventsThroughKafka(portal, each * plans, records, say);
  }

  /** Measures a relay with a full event store and an empty topic, from its first acknowledged records to its last. */
  async relayed(): Promise<Figure> {
    const { portal, records } = this;
    const produced = await this.produce();
    const store = new RawEventStore(portal.environment['EVENTSTORE_URL']!);
    const read = await closing(store, () => store.readRate(records.length));
    this.say('relaying them');
    const { topic } = portal.useNewTopic();
    const relay = await portal.relay();
    const perSecond = await this.onAdmin((admin) =>
      growthOf('Every event in the topic', records.length, async () => {
        const partitions = await admin.fetchTopicOffsets(topic).catch(() => []);
        return partitions.reduce((sum, { high }) => sum + Number(high), 0);
      }),
    );
    await relay.stop();
    const beside = `${perSecondText(read)} read`;
    return rate('relay, events', perSecond, 0.6, { perSecond: produced, done: 'produced', beside });
  }

  /** Measures projectors that wait for records, from the first document to the last. */
  async projected(projectors: number, beside: string): Promise<Figure> {
    const { portal, members } = this;
    await portal.stopApps();
    await portal.forgetReadModels();
    portal.useNewTopic();
    await this.makeTopic();
    await portal.projectors(projectors);
    this.say(`${projectors} projector${projectors === 1 ? '' : 's'} projecting them`);
    const documents = portal.mongo.db('views').collection('members');
    const [perSecond] = await Promise.all([
      growthOf('Every member’s document', members, () => documents.estimatedDocumentCount(), this.inClickhouse),
      this.send(),
    ]);
    await portal.stopApps();
    const name = `projection through Kafka, ${projectors} process${projectors === 1 ? '' : 'es'}`;
    return shown(name, perSecondText(perSecond), beside);
  }

  /** Records per second read by a plain consumer, from its assignment to the last record. */
  async consumed(): Promise<number> {
    const { portal, records } = this;
    portal.useNewTopic();
    await this.makeTopic();
    await this.send();
    const consumer = portal.kafka().consumer({ groupId: `${portal.environment['KAFKA_GROUP']}-raw` });
    let [began, read] = [0, 0];
    consumer.on(consumer.events.GROUP_JOIN, () => (began = performance.now()));
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [portal.environment['KAFKA_TOPIC']!], fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatch: ({ batch }) => {
          read += batch.messages.length;
          return Promise.resolve();
        },
      });
      const isAll = () => Promise.resolve(read >= records.length);
      await until('Every record', isAll, { ...patience, everyMs: 5 });
      return read / ((performance.now() - began) / 1000);
    } finally {
      await consumer.disconnect();
    }
  }

  /** Records per second sent by a plain producer, acknowledged like the relay's. */
  private async produce(): Promise<number> {
    this.portal.useNewTopic();
    await this.makeTopic();
    const { seconds } = await timed(() => this.send());
    return this.records.length / seconds;
  }

  private async send(): Promise<void> {
    const { portal, records } = this;
    const producer = portal.kafka().producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    try {
      for (let from = 0; from < records.length; from += recordsAtOnce)
        await producer.send({
          topic: portal.environment['KAFKA_TOPIC']!,
          messages: records.slice(from, from + recordsAtOnce),
          acks: -1,
        });
    } finally {
      await producer.disconnect();
    }
  }

  private makeTopic(): Promise<unknown> {
    return this.onAdmin((admin) => checkTopic(admin, this.portal.settings, quiet));
  }

  private async onAdmin<Result>(use: (admin: Admin) => Promise<Result>): Promise<Result> {
    const admin = this.portal.kafka().admin();
    await admin.connect();
    try {
      return await use(admin);
    } finally {
      await admin.disconnect();
    }
  }

  private readonly inClickhouse = async (): Promise<boolean> => {
    const query = 'SELECT uniqExact(member_id) AS n FROM member_fact';
    const [row] = await (
      await this.portal.clickhouse.query({ query, format: 'JSONEachRow' })
    ).json<{ n: number | string }>();
    return Number(row?.n ?? 0) >= this.members;
  };
}

/** All events as stored, without decryption. */
async function everyEvent({ environment }: KafkaPortal): Promise<RawEvent[]> {
  const log = new RawEventLog(environment['EVENTSTORE_URL']!);
  const events: RawEvent[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const onEvents = (batch: readonly RawEvent[]) => Promise.resolve(void events.push(...batch));
      log.follow({ from: null, onEvents, onCaughtUp: resolve }).done.catch(reject);
    });
  } finally {
    await log.close();
  }
  return events;
}

/** The growth of a count per second, from its first value above zero to its end, which excludes start-up. */
async function growthOf(
  what: string,
  all: number,
  count: () => Promise<number>,
  isAll: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<number> {
  const began: { at: number; count: number }[] = [];
  const reachesAll = async () => {
    const now = await count();
    if (began.length === 0 && now > 0) began.push({ at: performance.now(), count: now });
    return now >= all && (await isAll());
  };
  await until(what, reachesAll, patience);
  const { at, count: first } = began[0]!;
  // Everything arrived within one poll, which is too fast to measure.
  if (first >= all) return Infinity;
  return (all - first) / ((performance.now() - at) / 1000);
}
