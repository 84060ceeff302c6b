import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AttachedProcess } from './attached-process.js';
import { freePort } from './free-port.js';
import { kafkaJars } from './kafka-jars.js';

const jvm = ['-Xmx384m', '-Xms128m', '-XX:+UseSerialGC'];
const logging = [
  '-Dorg.slf4j.simpleLogger.logFile=System.out',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  // Logs when the broker is ready.
  '-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info',
];

/** The only user of a broker. */
export interface KafkaLogin {
  username: string;
  password: string;
}

/** A single Kafka broker (KRaft) as a process of this machine, whose data is deleted with it. */
export class KafkaProcess {
  readonly how = 'a broker from its Maven artifacts';
  private java: AttachedProcess | null = null;

  private constructor(
    private readonly jars: string,
    private readonly folder: string,
    readonly brokers: string,
  ) {}

  /** Starts a broker. A login restricts access to that user, by PLAIN and SCRAM. Throws one sentence without Java or Maven. */
  static async start(login: KafkaLogin | null = null): Promise<KafkaProcess> {
    const jars = await kafkaJars();
    const folder = mkdtempSync(join(tmpdir(), 'kafka-'));
    const [port, controllerPort] = [await freePort(), await freePort()];
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

  /** Null while the broker is down. */
  get pid(): number | null {
    return this.java === null || this.java.ended ? null : this.java.pid;
  }

  /** Kills the broker like a power cut. Its data is kept for `restart`. */
  async kill9(): Promise<void> {
    this.java?.signal('SIGKILL');
    await this.java?.stop();
  }

  /** Suspends the broker until `resume`; its connections stay open. */
  pause(): void {
    this.java?.signal('SIGSTOP');
  }

  resume(): void {
    this.java?.signal('SIGCONT');
  }

  /** Stops the broker if it runs, then starts it at the same address with its data. Resolves once it answers. */
  async restart(): Promise<void> {
    await this.java?.stop();
    await this.run();
  }

  /** Stops the broker and deletes its data. */
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
    // A killed broker can register again only after its old session has expired, by default after 9 s.
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
    'log.cleaner.dedupe.buffer.size': 4 * 1024 * 1024,
    // As recommended for production: an unknown topic is an error.
    'auto.create.topics.enable': false,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** The broker's own connections use the same user. */
const loginProperties = ({ username, password }: KafkaLogin) => ({
  'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
  'sasl.mechanism.inter.broker.protocol': 'PLAIN',
  'listener.name.client.plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required username="${username}" password="${password}" user_${username}="${password}";`,
  'listener.name.client.scram-sha-512.sasl.jaas.config':
    'org.apache.kafka.common.security.scram.ScramLoginModule required;',
});
