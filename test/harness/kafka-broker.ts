import { KafkaContainer } from './kafka-container.js';
import { KafkaProcess } from './kafka-process.js';

/** A broker to test against. */
export interface Broker {
  /** As the setting KAFKA_BROKERS takes it. */
  readonly brokers: string;
  /** What it is, for a suite's name. */
  readonly how: string;
  stop(): Promise<void>;
}

/** A broker of one's own, for suites that harm it. */
export interface OwnBroker extends Broker {
  /** Null while it is down, and for one in a container. */
  readonly pid: number | null;
  /** As a power cut ends it. Its data stays for `restart`. */
  kill9(): Promise<void>;
  /** It answers nothing until `resume`, though its connections stay. */
  pause(): Promise<void> | void;
  resume(): Promise<void> | void;
  /** In good order where it runs; at the same address and with its data in any case. Resolves once it answers. */
  restart(): Promise<void>;
}

/** Why there is none, in one phrase. */
export interface NoBroker {
  readonly none: string;
}

/** Set by kafka-shared.setup.ts: where the suites of one run find the broker they share. */
export const sharedBrokerVariable = 'SUPERSCOPE_TEST_KAFKA';

/**
 * A real broker: the one that KAFKA_BROKERS names, else one in Docker, else one from its Maven artifacts with this machine's
 * Java. Within one test run suites share it, so each makes topics and groups of its own. Stop it in any case.
 */
export async function findKafka(): Promise<Broker | NoBroker> {
  const external = process.env['KAFKA_BROKERS'];
  if (external) return { brokers: external, how: 'KAFKA_BROKERS', stop: async () => {} };
  const shared = process.env[sharedBrokerVariable];
  if (shared === undefined) return findOwnKafka();
  const found = (await (await fetch(shared)).json()) as Omit<Broker, 'stop'> | NoBroker;
  return 'none' in found ? found : { ...found, stop: async () => {} };
}

/** A broker that nobody else uses: never the one of KAFKA_BROKERS. */
export async function findOwnKafka(): Promise<OwnBroker | NoBroker> {
  try {
    return (await KafkaContainer.start()) ?? (await KafkaProcess.start());
  } catch (error) {
    return { none: error instanceof Error ? error.message : String(error) };
  }
}
