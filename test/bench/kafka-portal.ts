import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { startEngineProcess, type EngineKind } from '@superscope/embedded/supervisor/engine-process';
import { runToEnd } from '@superscope/embedded/supervisor/run-to-end';
import { startSupervised, type Supervised } from '@superscope/embedded/supervisor/supervisor';
import { masterKeySetting } from '@superscope/local/master-key';
import { analyticsTables } from '@superscope/contracts/read-models/read-models';
import { makeKafka } from '@superscope/projector/kafka/kafka-client';
import { kafkaSettings, kafkaShape, type KafkaSettings } from '@superscope/projector/kafka/kafka-settings';
import type { Kafka } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { pino } from 'pino';
import { z } from 'zod';
import { freePort } from '../harness/free-port.js';
import { benchPassword, sessionOf } from './bench-portal.js';
import { until } from './measure.js';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const modules = {
  schema: 'apps/projector/dist/schema/schema.main.js',
  relay: 'apps/projector/dist/relay/relay.main.js',
  projector: 'apps/projector/dist/main.js',
  api: 'apps/api/dist/main.js',
};
const quiet = pino({ level: 'silent' });

/** The embedded engines and a broker. Relay, projectors and api are started one by one. */
export class KafkaPortal {
  private readonly engines: Supervised[] = [];
  private readonly apps: Supervised[] = [];
  private readonly topics = new Set<string>();
  /** Settings of the processes started next. */
  settings!: KafkaSettings;

  private constructor(
    private readonly folder: string,
    /** Contains secrets. */
    readonly environment: NodeJS.ProcessEnv,
    readonly mongo: MongoClient,
    readonly clickhouse: ClickHouseClient,
    private readonly log: PassThrough,
    private readonly onTrouble: (text: string) => void,
  ) {}

  static async start(brokers: string, onTrouble: (text: string) => void): Promise<KafkaPortal> {
    const folder = mkdtempSync(join(tmpdir(), 'superscope-bench-kafka-'));
    const log = new PassThrough().resume();
    const started: Supervised[] = [];
    const engine = async (kind: EngineKind) => {
      const running = await startEngineProcess(kind, { dataDir: join(folder, kind), log });
      started.push(running);
      return running.url;
    };
    const environment: NodeJS.ProcessEnv = {
      EVENTSTORE_URL: await engine('event-store'),
      MONGODB_URL: await engine('mongo'),
      CLICKHOUSE_URL: await engine('clickhouse'),
      KAFKA_BROKERS: brokers,
      ...masterKeySetting({ dataDir: folder }),
    };
    const portal = new KafkaPortal(
      folder,
      environment,
      await MongoClient.connect(environment['MONGODB_URL']!),
      createClient({ url: environment['CLICKHOUSE_URL']! }),
      log,
      onTrouble,
    );
    portal.engines.push(...started);
    portal.useNewTopic();
    return portal;
  }

  /** Switches to a new topic and group for the processes started next. */
  useNewTopic(): KafkaSettings {
    const name = `superscope-bench-${randomUUID()}`;
    Object.assign(this.environment, { KAFKA_TOPIC: name, KAFKA_GROUP: name });
    this.topics.add(name);
    this.settings = kafkaSettings(z.object(kafkaShape).parse({ ...process.env, ...this.environment }))!;
    return this.settings;
  }

  kafka(): Kafka {
    return makeKafka(this.settings, quiet, 'superscope-bench');
  }

  relay(): Promise<Supervised> {
    return this.app('relay', {});
  }

  /** Starts projectors. Resolves once each has its partitions. */
  async projectors(count: number): Promise<Supervised[]> {
    const running: Supervised[] = [];
    const env = { ...process.env, ...this.environment };
    await runToEnd({ name: 'schema', modulePath: join(repository, modules.schema), env, log: this.log });
    for (let n = 0; n < count; n += 1) running.push(await this.app('projector', {}));
    const admin = this.kafka().admin();
    await admin.connect();
    try {
      const haveAll = async () => {
        const { groups } = await admin.describeGroups([this.settings.group]);
        return groups[0]?.state === 'Stable' && groups[0].members.length === count;
      };
      await until('The group of projectors', haveAll, { withinSeconds: 60, everyMs: 100 });
    } finally {
      await admin.disconnect();
    }
    return running;
  }

  /** Starts the api. Returns its address and an admin's session cookie. */
  async api(): Promise<{ url: string; cookie: string }> {
    const PORT = String(await freePort());
    const demo = { SUPERSCOPE_DEMO: 'true', SUPERSCOPE_DEMO_PASSWORD: benchPassword };
    const { url } = await this.app('api', { PORT, ...demo });
    return { url, cookie: await sessionOf(url) };
  }

  async stopApps(): Promise<void> {
    for (const running of this.apps.splice(0).reverse()) await running.stop();
  }

  /** Deletes the read models and checkpoints. No projector may be running. */
  async forgetReadModels(): Promise<void> {
    await this.mongo.db('views').dropDatabase();
    await this.mongo.db('ops').collection<{ _id: string }>('control').deleteOne({ _id: 'feed' });
    const { data } = await (
      await this.clickhouse.query({ query: 'SHOW TABLES', format: 'JSON' })
    ).json<{ name: string }>();
    const present = new Set(data.map(({ name }) => name));
    for (const { table } of analyticsTables)
      if (present.has(table)) await this.clickhouse.command({ query: `TRUNCATE TABLE ${table}` });
  }

  async stop(): Promise<void> {
    await this.stopApps();
    const admin = this.kafka().admin();
    await admin
      .connect()
      .then(() => admin.deleteTopics({ topics: [...this.topics] }))
      .catch(() => undefined);
    await admin.disconnect().catch(() => undefined);
    await this.clickhouse.close();
    await this.mongo.close();
    for (const running of this.engines.splice(0).reverse()) await running.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async app(name: keyof typeof modules, extra: NodeJS.ProcessEnv): Promise<Supervised> {
    const running = await startSupervised({
      name,
      modulePath: join(repository, modules[name]),
      env: { ...this.environment, ...extra },
      log: this.log,
      onExit: () => this.onTrouble(`${name} ended unexpectedly; it is being started again.`),
    });
    this.apps.push(running);
    return running;
  }
}
