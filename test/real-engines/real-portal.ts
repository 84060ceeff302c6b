import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { runToEnd } from '@superscope/embedded/supervisor/run-to-end';
import { startSupervised } from '@superscope/embedded/supervisor/supervisor';
import { beforeAll, comparePositions } from '@superscope/event-store/events/position';
import { checkpointsOf, Progress } from '@superscope/event-store/reading/projection-feed';
import { makeKafka } from '@superscope/projector/kafka/kafka-client';
import { kafkaSettings, kafkaShape } from '@superscope/projector/kafka/kafka-settings';
import { currentFeed } from '@superscope/projector/runtime/feed/current-feed';
import { ProjectorRegistry } from '@superscope/projector/runtime/operations/projector-registry';
import { MongoClient } from 'mongodb';
import { pino } from 'pino';
import { z } from 'zod';
import { freePort } from '../harness/free-port.js';
import { repository } from '../harness/repository.js';

const modules = {
  engine: 'libs/embedded/dist/engine-main.js',
  schema: 'apps/projector/dist/schema/schema.main.js',
  relay: 'apps/projector/dist/relay/relay.main.js',
  projector: 'apps/projector/dist/main.js',
  api: 'apps/api/dist/main.js',
  rebuild: 'apps/projector/dist/rebuild/rebuild.main.js',
};

/** The built main module of a part. */
export const moduleFile = (part: keyof typeof modules): string => join(repository, modules[part]);

/** Runs `npm run rebuild` against a portal's engines. Fails with its output unless the read models are equal. */
export async function rebuildOf(environment: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [moduleFile('rebuild')], {
    env: { ...process.env, ...environment },
  }).catch((error: { stdout: string; stderr: string }) => Promise.reject(new Error(`${error.stdout}${error.stderr}`)));
  return stdout;
}

/** External engines. The embedded one replaces each that is missing. */
export interface RealEngines {
  eventStore?: string;
  mongo?: string;
  clickhouse?: string;
  kafka?: string;
}

/** The portal as an operator runs it on external engines: api, relay and two projectors as processes. */
export class RealPortal {
  private readonly undo: (() => unknown)[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), 'superscope-real-'));
  private readonly lines: string[] = [];
  private readonly log = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      this.lines.push(...chunk.toString().trimEnd().split('\n'));
      done();
    },
  });
  private readonly troubles: string[] = [];
  private environment: NodeJS.ProcessEnv = {};
  url = '';

  private constructor() {
    this.undo.push(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  static async start(engines: RealEngines, adminPassword: string): Promise<RealPortal> {
    const portal = new RealPortal();
    try {
      await portal.startEngines(engines);
      await portal.startApps(engines.kafka === undefined ? 1 : 2, adminPassword);
      return portal;
    } catch (error) {
      await portal.stop();
      throw new Error(['The portal did not start. It said:', ...portal.lines.slice(-30)].join('\n'), { cause: error });
    }
  }

  /** Processes that ended unexpectedly. */
  unexpectedEnds(): readonly string[] {
    return this.troubles;
  }

  /** Log lines of level `error` and above. */
  loggedErrors(): string[] {
    return this.lines.filter((line) => /"level":[56]0/.test(line));
  }

  /** The kind of feed, its partitions, and the number of projectors that share them. */
  async feed(): Promise<{ kind: 'direct' | 'kafka'; partitions: number; projectors: number }> {
    const mongo = await MongoClient.connect(this.environment['MONGODB_URL']!);
    const feed = await currentFeed(mongo.db('ops'));
    const checkpoints = mongo.db('views').collection<{ _id: string; position: string }>('checkpoints');
    const progress = new Progress(await checkpoints.find().toArray());
    const partitions = checkpointsOf(feed).filter((id) => comparePositions(progress.of(id), beforeAll) > 0).length;
    const projectors = await new ProjectorRegistry(mongo.db('ops')).count();
    await mongo.close();
    return { kind: feed.kind, partitions, projectors };
  }

  /** See rebuildOf. */
  rebuild(): Promise<string> {
    return rebuildOf(this.environment);
  }

  async stop(): Promise<void> {
    for (const step of this.undo.splice(0).reverse()) await step();
  }

  private async startEngines({ eventStore, mongo, clickhouse, kafka }: RealEngines): Promise<void> {
    this.environment = {
      EVENTSTORE_URL: eventStore ?? (await this.engine('event-store')),
      MONGODB_URL: mongo ?? (await this.engine('mongo')),
      CLICKHOUSE_URL: clickhouse ?? (await this.engine('clickhouse')),
      SUPERSCOPE_MASTER_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'info',
      // Settings of the user who runs the suite, not of this portal.
      VAULT_MONGODB_URL: undefined,
      KAFKA_BROKERS: undefined,
      SMTP_URL: undefined,
    };
    if (kafka === undefined) return;
    // The broker may be shared, so names are unique to this run and removed afterwards.
    const name = `superscope-test-${randomUUID()}`;
    const settings = { KAFKA_BROKERS: kafka, KAFKA_TOPIC: name, KAFKA_GROUP: name, KAFKA_PARTITIONS: '6' };
    Object.assign(this.environment, settings);
    this.undo.push(() => removeFromKafka({ ...process.env, ...settings }));
  }

  private async engine(kind: 'event-store' | 'mongo' | 'clickhouse'): Promise<string> {
    const args = [kind, '--data', join(this.folder, kind), ...(kind === 'mongo' ? [] : ['--port', '0'])];
    return this.process(kind, 'engine', { args, env: { UV_THREADPOOL_SIZE: '16' } });
  }

  private async startApps(projectors: number, SUPERSCOPE_ADMIN_PASSWORD: string): Promise<void> {
    const env = { ...process.env, ...this.environment };
    await runToEnd({ name: 'schema', modulePath: moduleFile('schema'), env, log: this.log });
    if (this.environment['KAFKA_BROKERS'] !== undefined) await this.app('relay');
    for (let n = 0; n < projectors; n += 1) await this.app('projector');
    this.url = await this.app('api', { PORT: String(await freePort()), SUPERSCOPE_ADMIN_PASSWORD });
  }

  private app(name: 'relay' | 'projector' | 'api', extra: NodeJS.ProcessEnv = {}): Promise<string> {
    return this.process(name, name, { env: { ...this.environment, ...extra } });
  }

  private async process(
    name: string,
    module: keyof typeof modules,
    options: { args?: string[]; env: NodeJS.ProcessEnv },
  ): Promise<string> {
    const running = await startSupervised({
      ...options,
      name,
      modulePath: moduleFile(module),
      log: this.log,
      onExit: ({ code, signal }) => this.troubles.push(`${name} ended with ${signal ?? code}`),
    });
    this.undo.push(() => running.stop());
    return running.url;
  }
}

async function removeFromKafka(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = kafkaSettings(z.object(kafkaShape).parse(env))!;
  const admin = makeKafka(settings, pino({ level: 'silent' }), 'superscope-test').admin();
  await admin.connect();
  if ((await admin.listTopics()).includes(settings.topic)) await admin.deleteTopics({ topics: [settings.topic] });
  if ((await admin.listGroups()).groups.some(({ groupId }) => groupId === settings.group))
    await admin.deleteGroups([settings.group]);
  await admin.disconnect();
}
