import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AttachedProcess } from './attached-process.js';
import { kafkaJars } from './kafka-jars.js';

const jvm = ['-Xmx384m', '-Xms128m', '-XX:+UseSerialGC'];
const logging = [
  '-Dorg.slf4j.simpleLogger.logFile=System.out',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  // Says when the broker is ready.
  '-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info',
];

/** A Kafka broker (KRaft, alone) as a process of this machine, with data of its own that ends with it. */
export class KafkaProcess {
  readonly how = 'a broker from its Maven artifacts';
  private java: AttachedProcess | null = null;

  private constructor(
    private readonly jars: string,
    private readonly folder: string,
    readonly brokers: string,
  ) {}

  /** Throws one sentence where there is no Java or no Maven. */
  static async start(): Promise<KafkaProcess> {
    const jars = await kafkaJars();
    const folder = mkdtempSync(join(tmpdir(), 'kafka-'));
    const [port, controllerPort] = [await lastingPort(), await lastingPort()];
    writeFileSync(join(folder, 'server.properties'), propertiesOf(folder, port, controllerPort));
    const broker = new KafkaProcess(jars, folder, `127.0.0.1:${port}`);
    const id = randomUUID().replaceAll('-', '').slice(0, 22);
    const format = ['kafka.tools.StorageTool', 'format', '-t', id, '-c', join(folder, 'server.properties')];
    await promisify(execFile)('java', ['-XX:TieredStopAtLevel=1', '-cp', `${jars}/*`, ...format]);
    await broker.run();
    return broker;
  }

  /** Null while it is down. */
  get pid(): number | null {
    return this.java === null || this.java.ended ? null : this.java.pid;
  }

  /** As a power cut ends it. Its data stays for `restart`. */
  async kill9(): Promise<void> {
    this.java?.signal('SIGKILL');
    await this.java?.stop();
  }

  /** It answers nothing until `resume`, though its connections stay. */
  pause(): void {
    this.java?.signal('SIGSTOP');
  }

  resume(): void {
    this.java?.signal('SIGCONT');
  }

  /** In good order where it runs; at the same address and with its data in any case. Resolves once it answers. */
  async restart(): Promise<void> {
    await this.java?.stop();
    await this.run();
  }

  /** For good. */
  async stop(): Promise<void> {
    await this.kill9();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(): Promise<void> {
    const properties = join(this.folder, 'server.properties');
    const args = [...jvm, ...logging, '-cp', `${this.jars}/*`, 'kafka.Kafka', properties];
    this.java = AttachedProcess.start('Kafka', 'java', args, { cwd: this.folder });
    await this.java.line(/Kafka Server started/, 120_000);
  }
}

const propertiesOf = (folder: string, port: number, controllerPort: number): string =>
  Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'inter.broker.listener.name': 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': join(folder, 'data'),
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    // A killed broker may register again once its old registration has lapsed: after 9 s by default.
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
    'log.cleaner.dedupe.buffer.size': 4 * 1024 * 1024,
    // As a careful operator has it: a topic that nobody made is a mistake.
    'auto.create.topics.enable': false,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/**
 * A loopback port that nothing uses, below those that the system gives to outgoing connections: a broker that is down would
 * otherwise find its port taken by one of those that try to reach it.
 */
async function lastingPort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
