import { GenericContainer, getContainerRuntimeClient, Wait, type StartedTestContainer } from 'testcontainers';
import { freePort } from './free-port.js';

/** A single Kafka broker (KRaft) in a container. */
export class KafkaContainer {
  readonly how = 'a container of Apache Kafka';
  /** Null, because the broker is not a process of this machine. */
  readonly pid = null;

  private constructor(
    private readonly container: StartedTestContainer,
    readonly brokers: string,
  ) {}

  /** Starts a broker; null when no Docker engine answers. */
  static async start(): Promise<KafkaContainer | null> {
    if ((await getContainerRuntimeClient().catch(() => null)) === null) return null;
    const port = await freePort();
    const container = await new GenericContainer('apache/kafka:4.2.1')
      // The port is the same inside and outside, because the broker tells clients its own address.
      .withExposedPorts({ container: port, host: port })
      .withEnvironment({
        KAFKA_NODE_ID: '1',
        KAFKA_PROCESS_ROLES: 'broker,controller',
        KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://:9093`,
        KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
        KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
        KAFKA_INTER_BROKER_LISTENER_NAME: 'PLAINTEXT',
        KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
        KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
        KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
        KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
        KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
        KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
        KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
        KAFKA_BROKER_SESSION_TIMEOUT_MS: '3000',
        KAFKA_BROKER_HEARTBEAT_INTERVAL_MS: '500',
        KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
        KAFKA_HEAP_OPTS: '-Xmx384m',
      })
      .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
      .start();
    return new KafkaContainer(container, `127.0.0.1:${port}`);
  }

  /** Kills the broker like a power cut. Its data is kept for `restart`. */
  async kill9(): Promise<void> {
    await (await this.control()).kill();
  }

  /** Suspends the broker until `resume`; its connections stay open. */
  async pause(): Promise<void> {
    await (await this.control()).pause();
  }

  async resume(): Promise<void> {
    await (await this.control()).unpause();
  }

  /** Stops the broker if it runs, then starts it at the same address with its data. */
  async restart(): Promise<void> {
    await (await this.control()).restart();
  }

  /** Removes the broker. */
  async stop(): Promise<void> {
    await this.container.stop();
  }

  private async control() {
    const { container } = await getContainerRuntimeClient();
    return container.getById(this.container.getId());
  }
}
