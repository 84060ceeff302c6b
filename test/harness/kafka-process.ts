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

/** Who may come in. */
export interface KafkaLogin {
  username: string;
  password: string;
}

/** A Kafka broker (KRaft, alone) as a process of this machine, with data of its own that ends with it. */
export class KafkaProcess {
  readonly how = 'a broker from its Maven artifacts';
  private java: AttachedProcess | null = null;

  private constructor(
    private readonly jars: string,
    private readonly folder: string,
    readonly brokers: string,
  ) {}

  /** With a login it lets nobody else in, by PLAIN and by SCRAM. Throws one sentence where there is no Java or no Maven. */
  static async start(login: KafkaLogin | null = null): Promise<KafkaProcess> {
    const jars = await kafkaJars();
    const folder = mkdtempSync(join(tmpdir(), 'kafka-'));
    const [port, controllerPort] = [await lastingPort(), await lastingPort()];
    writeFileSync(join(folder, 'server.properties'), propertiesOf(folder, port, controllerPort, login));
    const broker = new KafkaProcess(jars, folder, `127.0.0.1:${port}`);
    const id = randomUUID().replaceAll('-', '').slice(0, 22);
    const scram = login && `SCRAM-SHA-512=[name=${login.username},password=${login.password}]`;
    const format = ['kafka.tools.StorageTool', 'format', '-t', id, '-c', join(folder, 'server.properties')];
    if (scram) format.push('--add-scram', scram);
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

const propertiesOf = (folder: string, port: number, controllerPort: number, login: KafkaLogin | null): string =>
  Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `CLIENT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `CLIENT://127.0.0.1:${port}`,
    'inter.broker.listener.name': 'CLIENT',
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': `CLIENT:${login ? 'SASL_PLAINTEXT' : 'PLAINTEXT'},CONTROLLER:PLAINTEXT`,
    ...(login && loginProperties(login)),
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

/** The broker itself comes in by the same user: it is alone. */
const loginProperties = ({ username, password }: KafkaLogin) => ({
  'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
  'sasl.mechanism.inter.broker.protocol': 'PLAIN',
  'listener.name.client.plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required username="${username}" password="${password}" user_${username}="${password}";`,
  'listener.name.client.scram-sha-512.sasl.jaas.config':
    'org.apache.kafka.common.security.scram.ScramLoginModule required;',
});

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
