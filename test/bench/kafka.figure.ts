import type { RawEvent } from '@superscope/event-store/events/codec';
import { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import { messageOf } from '@superscope/projector/kafka/record';
import { checkTopic } from '@superscope/projector/relay/topics';
import { Partitioners, type Admin, type Message } from 'kafkajs';
import { pino } from 'pino';
import { perSecondText, rate, shown, whole, type Figure } from './figure.js';
import type { KafkaPortal } from './kafka-portal.js';
import { timed, until } from './measure.js';
import { RawEventStore } from './raw-engines.js';
import { FundByEvents } from './scaling/fund-by-events.js';
import type { Sizes } from './sizes.js';

const quiet = pino({ level: 'silent' });
const patience = { withinSeconds: 300, everyMs: 50 };
/** Records of one request to the broker: what the relay sends at once. */
const recordsAtOnce = 2_000;

type Records = (Message & { partition: number })[];

/** Members, one event each, and the relay and the projectors at work on them. */
export class EventsThroughKafka {
  private constructor(
    private readonly portal: KafkaPortal,
    private readonly members: number,
    private readonly records: Records,
    private readonly say: (text: string) => void,
  ) {}

  /** Writes the events; not timed. */
  static async write(portal: KafkaPortal, { members, plans }: Sizes['kafka'], say: (text: string) => void) {
    const fund = await FundByEvents.open(portal.environment);
    const each = Math.round(members / plans);
    const { seconds } = await timed(() => fund.members(plans, each)).finally(() => fund.close());
    const { partitions } = portal.useNewTopic();
    const records = (await everyEvent(portal)).map((event) => messageOf(event, partitions));
    say(`${whole(records.length)} events, straight into the event store, in ${seconds.toFixed(0)} s`);
    return new EventsThroughKafka(portal, each * plans, records, say);
  }

  /** A relay that finds a full event store and an empty topic, from its first acknowledged records to its last. */
  async relayed(): Promise<Figure> {
    const { portal, records } = this;
    const produced = await this.produce();
    const store = new RawEventStore(portal.environment['EVENTSTORE_URL']!);
    const read = await store.readRate(records.length).finally(() => store.close());
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

  /** Projectors that wait for their partitions' records, from the first document to the last. */
  async projected(projectors: number, beside: string): Promise<Figure> {
    const { portal, members } = this;
    await portal.stopApps();
    await portal.forgetReadModels();
    portal.useNewTopic();
    await this.makeTopic();
    await portal.projectors(projectors);
    this.say(`${projectors} projector${projectors === 1 ? '' : 's'} at work on them`);
    const documents = portal.mongo.db('views').collection('members');
    const [perSecond] = await Promise.all([
      growthOf('Every member’s document', members, () => documents.estimatedDocumentCount(), this.inClickhouse),
      this.send(),
    ]);
    await portal.stopApps();
    const name = `projection through Kafka, ${projectors} process${projectors === 1 ? '' : 'es'}`;
    return shown(name, perSecondText(perSecond), beside);
  }

  /** Records a second that a consumer alone reads, from when it has its partitions to the last record. */
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

  /** Records a second that the client alone brings to the broker, acknowledged like the relay's. */
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
    return use(admin).finally(() => admin.disconnect());
  }

  private readonly inClickhouse = async (): Promise<boolean> => {
    const query = 'SELECT uniqExact(member_id) AS n FROM member_fact';
    const [row] = await (
      await this.portal.clickhouse.query({ query, format: 'JSONEachRow' })
    ).json<{ n: number | string }>();
    return Number(row?.n ?? 0) >= this.members;
  };
}

/** As they are stored: nothing is opened. */
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

/** How fast a count grows to its end, a second: from when it was first seen above nothing, so that no start-up is in it. */
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
  // All of it came within one look: too fast to say.
  if (first >= all) return Infinity;
  return (all - first) / ((performance.now() - at) / 1000);
}
