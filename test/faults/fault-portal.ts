import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync, statSync, type WriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { runToEnd } from '@superscope/embedded/supervisor/run-to-end';
import { startSupervised, type Supervised } from '@superscope/embedded/supervisor/supervisor';
import { EventCodec } from '@superscope/event-store/events/codec';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { stuckExitCode } from '@superscope/event-store/connection/stuck-mongo';
import { MongoClient } from 'mongodb';
import { freePort } from '../harness/free-port.js';
import { findOwnKafka, type OwnBroker } from '../harness/kafka-broker.js';
import { repository } from '../harness/repository.js';
import { moduleFile, rebuildOf } from '../real-engines/real-portal.js';
import { FaultExports } from './fault-exports.js';
import { InboxFiles } from './inbox-files.js';
import { TcpProxy } from './tcp-proxy.js';

export const partNames = [
  'event-store',
  'mongo',
  'clickhouse',
  'relay-1',
  'relay-2',
  'projector-1',
  'projector-2',
  'renderer',
  'api',
  'broker',
] as const;
export type PartName = (typeof partNames)[number];
type Engine = 'event-store' | 'mongo' | 'clickhouse';

const partitions = 6;
/** Short pauses before a part is restarted. */
const restart = { backoffMs: 100, maxBackoffMs: 1_000 };
const readyTimeoutMs = 180_000;
/** Documents are drawn beside the load, on a possibly busy machine. */
const drawingSeconds = 60;

export interface FaultPortalOptions {
  adminPassword: string;
  /** Projectors read the event store directly even if there is a broker. */
  direct: boolean;
}

/** The whole portal as processes that can be killed and paused one by one, with its own engines and broker. */
export class FaultPortal {
  readonly folder = mkdtempSync(join(tmpdir(), 'superscope-faults-'));
  readonly inbox = new InboxFiles(join(this.folder, 'inbox'));
  /** Where exports go. */
  exports!: FaultExports;
  /** The log of all parts. */
  readonly logFile = join(this.folder, 'portal.log');
  private readonly log: WriteStream = createWriteStream(this.logFile);
  private readonly parts = new Map<PartName, Supervised>();
  private readonly paused = new Set<PartName>();
  private readonly ready = new Set<PartName>();
  private readonly asked = new Map<PartName, number>();
  private environment: NodeJS.ProcessEnv = {};
  private proxy!: TcpProxy;
  broker: OwnBroker | null = null;
  /** The reason why there is no broker although one was requested. */
  withoutBroker: string | null = null;
  url = '';
  /** Unexpected ends of parts. */
  readonly troubles: string[] = [];
  /** Number of parts that ended for a restart because their MongoDB client was stuck. */
  stuckClients = 0;
  /** The test's own connections, which bypass the proxy. */
  store!: EventStore;
  mongo!: MongoClient;
  clickhouse!: ClickHouseClient;
  identity!: Identity;

  static async start(options: FaultPortalOptions): Promise<FaultPortal> {
    const portal = new FaultPortal();
    try {
      await portal.begin(options);
      return portal;
    } catch (error) {
      await portal.stop({ keepFolder: true });
      throw new Error(`The portal did not start: ${(error as Error).message} Its log is ${portal.logFile}.`, {
        cause: error,
      });
    }
  }

  /** A description of the feed. */
  get feed(): string {
    return this.broker === null ? 'the event store itself' : `Kafka (${this.broker.how})`;
  }

  names(): PartName[] {
    return partNames.filter((name) => this.parts.has(name) || (name === 'broker' && this.broker !== null));
  }

  pid(name: PartName): number | null {
    return name === 'broker' ? (this.broker?.pid ?? null) : (this.parts.get(name)?.pid() ?? null);
  }

  /** Kills a part like a power cut. It is restarted by its supervisor, except for the broker, see `runs`. */
  async kill(name: PartName): Promise<void> {
    if (name === 'broker') return this.broker!.kill9();
    const pid = this.pid(name);
    if (pid === null) return;
    this.asked.set(name, (this.asked.get(name) ?? 0) + 1);
    process.kill(pid, 'SIGKILL');
    await until(`${name} has ended`, () => this.pid(name) !== pid, 30_000);
  }

  /** Suspends a part with open connections until `wake`. False when it is not running. */
  async pause(name: PartName): Promise<boolean> {
    if (name === 'broker') await this.broker!.pause();
    else {
      const pid = this.pid(name);
      if (pid === null) return false;
      process.kill(pid, 'SIGSTOP');
    }
    this.paused.add(name);
    return true;
  }

  async wake(name: PartName): Promise<void> {
    this.paused.delete(name);
    const pid = this.pid(name);
    if (name === 'broker') await this.broker!.resume();
    else if (pid !== null) process.kill(pid, 'SIGCONT');
  }

  /** Resolves once a part is running and ready. */
  async runs(name: PartName): Promise<void> {
    if (name === 'broker') {
      if (this.broker!.pid === null) await this.broker!.restart();
      return;
    }
    await until(`${name} runs`, () => this.ready.has(name) && this.pid(name) !== null, readyTimeoutMs);
  }

  async allRun(): Promise<void> {
    for (const name of this.names()) await this.runs(name);
  }

  /** Cuts the connections to the event store in the middle of a message. */
  cutConnections(): Promise<number> {
    return this.proxy.cutMidway();
  }

  /** Restarts the event store with this many bytes of free space; null removes the limit. */
  async limitEventStore(moreBytes: number | null): Promise<void> {
    await this.runs('event-store');
    const running = this.parts.get('event-store')!;
    const { port } = new URL(running.url);
    await running.stop();
    const { size } = statSync(join(this.folder, 'event-store', 'events.db'));
    const limit = moreBytes === null ? {} : { maxBytes: size + moreBytes };
    await this.engine('event-store', { port: Number(port), ...limit });
  }

  /** Runs `npm run rebuild` against this portal. */
  rebuild(): Promise<string> {
    return rebuildOf(this.environment);
  }

  async stop({ keepFolder = false } = {}): Promise<void> {
    for (const name of this.paused) await this.wake(name);
    await this.store?.close();
    await this.clickhouse?.close();
    await this.mongo?.close();
    for (const running of [...this.parts.values()].reverse()) await running.stop();
    await this.broker?.stop();
    await this.exports?.stop();
    await this.proxy?.stop();
    await new Promise((resolve) => this.log.end(resolve));
    if (!keepFolder) rmSync(this.folder, { recursive: true, force: true });
  }

  private async begin({ adminPassword, direct }: FaultPortalOptions): Promise<void> {
    this.exports = await FaultExports.start();
    const [broker] = await Promise.all([
      direct ? null : findOwnKafka(),
      this.engine('event-store'),
      this.engine('mongo'),
      this.engine('clickhouse'),
    ]);
    if (broker !== null && 'none' in broker) this.withoutBroker = broker.none;
    else this.broker = broker;
    const masterKey = randomBytes(32);
    await this.connect(masterKey);
    await this.startApps(masterKey, adminPassword);
  }

  private async connect(masterKey: Buffer): Promise<void> {
    const url = (name: PartName) => this.parts.get(name)!.url;
    this.proxy = await TcpProxy.start(() => Number(new URL(url('event-store')).port));
    this.mongo = await MongoClient.connect(url('mongo'));
    this.clickhouse = createClient({
      url: url('clickhouse'),
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    const vault = new KeyVault(this.mongo, { masterKey });
    this.identity = await Identity.open(vault);
    this.store = EventStore.connect(url('event-store'), new EventCodec(vault));
  }

  private async startApps(masterKey: Buffer, adminPassword: string): Promise<void> {
    const url = (name: PartName) => this.parts.get(name)!.url;
    const throughProxy = new URL(url('event-store'));
    throughProxy.port = String(this.proxy.port);
    const name = `superscope-faults-${randomUUID()}`;
    this.environment = {
      EVENTSTORE_URL: throughProxy.href,
      MONGODB_URL: url('mongo'),
      CLICKHOUSE_URL: url('clickhouse'),
      SUPERSCOPE_MASTER_KEY: masterKey.toString('base64'),
      LOG_LEVEL: 'info',
      // The user's settings must not apply to this portal.
      VAULT_MONGODB_URL: undefined,
      SMTP_URL: undefined,
      KAFKA_BROKERS: this.broker?.brokers,
      KAFKA_TOPIC: name,
      KAFKA_GROUP: name,
      KAFKA_PARTITIONS: String(partitions),
    };
    const env = { ...process.env, ...this.environment };
    await runToEnd({ name: 'schema', modulePath: moduleFile('schema'), env, log: this.log });
    if (this.broker !== null)
      await Promise.all((['relay-1', 'relay-2'] as const).map((each) => this.app(each, 'relay')));
    // Without Kafka there is only one projector, because work is shared by partitions.
    await this.app('projector-1', 'projector');
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    const api = {
      ...(await this.renderer()),
      PORT: String(port),
      SUPERSCOPE_ADMIN_PASSWORD: adminPassword,
      SUPERSCOPE_WEB: join(repository, 'apps/web/dist'),
      ONECENTRAL_INBOX: this.inbox.folder,
      ...this.exports.settings,
    };
    await Promise.all([this.broker && this.app('projector-2', 'projector'), this.app('api', 'api', api)]);
  }

  /** Starts the renderer, which needs no engine. Returns the api's settings for it. */
  private async renderer(): Promise<NodeJS.ProcessEnv> {
    const secret = { RENDERER_SECRET: randomBytes(24).toString('base64url') };
    await this.start('renderer', 'renderer', {
      args: ['--port', '0'],
      env: {
        ...secret,
        HOST: '127.0.0.1',
        PORTAL_URL: this.url,
        RENDER_TIMEOUT_SECONDS: String(drawingSeconds),
        // The one that the suites use, where it is named.
        CHROMIUM_PATH: process.env['CHROMIUM_PATH'] ?? process.env['SUPERSCOPE_CHROMIUM'],
      },
    });
    return { ...secret, RENDERER_URL: this.parts.get('renderer')!.url };
  }

  private async engine(kind: Engine, { port = 0, maxBytes }: { port?: number; maxBytes?: number } = {}): Promise<void> {
    const args = [kind, '--data', join(this.folder, kind)];
    if (kind !== 'mongo') args.push('--port', String(port));
    if (maxBytes !== undefined) args.push('--max-bytes', String(maxBytes));
    await this.start(kind, 'engine', { args, env: { UV_THREADPOOL_SIZE: '16' } });
  }

  private app(name: PartName, app: 'relay' | 'projector' | 'api', env: NodeJS.ProcessEnv = {}): Promise<void> {
    return this.start(name, app, { env: { ...this.environment, ...env } });
  }

  private async start(
    name: PartName,
    module: Parameters<typeof moduleFile>[0],
    options: { args?: string[]; env: NodeJS.ProcessEnv },
  ): Promise<void> {
    const running = await startSupervised({
      ...options,
      name,
      modulePath: moduleFile(module),
      readyTimeoutMs,
      restart,
      log: this.log,
      onExit: (exit) => this.ended(name, exit),
    });
    this.parts.set(name, running);
    this.ready.add(name);
    running.on('restarted', () => this.ready.add(name));
  }

  private ended(name: PartName, { code, signal }: { code: number | null; signal: NodeJS.Signals | null }): void {
    this.ready.delete(name);
    const asked = this.asked.get(name) ?? 0;
    if (signal === 'SIGKILL' && asked > 0) this.asked.set(name, asked - 1);
    else if (code === stuckExitCode) this.stuckClients += 1;
    else this.troubles.push(`${name} ended ${signal === null ? `with code ${code}` : `by ${signal}`}`);
  }
}

/** Waits for a condition; throws when it does not hold within the limit. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
  everyMs = 25,
): Promise<void> {
  const limit = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > limit) throw new Error(`Within ${withinMs / 1000} s this did not become true: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
