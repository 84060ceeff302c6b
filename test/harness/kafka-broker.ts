import { KafkaContainer } from './kafka-container.js';
import { KafkaProcess } from './kafka-process.js';

/** A broker to test against. */
export interface Broker {
  /** The addresses, in the format of the setting KAFKA_BROKERS. */
  readonly brokers: string;
  /** The kind of broker, for a suite's name. */
  readonly how: string;
  stop(): Promise<void>;
}

/** A broker that a suite does not share, so that it may kill or pause it. */
export interface OwnBroker extends Broker {
  /** Null while the broker is down, or when it runs in a container. */
  readonly pid: number | null;
  /** Kills the broker like a power cut. Its data is kept for `restart`. */
  kill9(): Promise<void>;
  /** Suspends the broker until `resume`; its connections stay open. */
  pause(): Promise<void> | void;
  resume(): Promise<void> | void;
  /** Stops the broker if it runs, then starts it at the same address with its data. Resolves once it answers. */
  restart(): Promise<void>;
}

/** The reason why there is no broker, in one phrase. */
export interface NoBroker {
  readonly none: string;
}

/** The variable with the address of the broker that the suites of a run share. Set by kafka-shared.setup.ts. */
export const sharedBrokerVariable = 'SUPERSCOPE_TEST_KAFKA';

/**
 * A real broker: the one named by KAFKA_BROKERS, else one in Docker, else one from its Maven artifacts with this machine's Java. The
 * suites of a run share it, so each uses its own topics and groups. Always stop it.
 */
export async function findKafka(): Promise<Broker | NoBroker> {
  const external = process.env['KAFKA_BROKERS'];
  if (external) return { brokers: external, how: 'KAFKA_BROKERS', stop: async () => {} };
  const shared = process.env[sharedBrokerVariable];
  if (shared === undefined) return findOwnKafka();
  const found = (await (await fetch(shared)).json()) as Omit<Broker, 'stop'> | NoBroker;
  return 'none' in found ? found : { ...found, stop: async () => {} };
}

/** A broker that no other suite uses, never the one of KAFKA_BROKERS. */
export async function findOwnKafka(): Promise<OwnBroker | NoBroker> {
  try {
    return (await KafkaContainer.start()) ?? (await KafkaProcess.start());
  } catch (error) {
    return { none: error instanceof Error ? error.message : String(error) };
  }
}
