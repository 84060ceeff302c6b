import { afterAll, describe, it } from 'vitest';
import { findKafka, findOwnKafka, type Broker, type NoBroker, type OwnBroker } from './kafka-broker.js';
import { KafkaProcess, type KafkaLogin } from './kafka-process.js';

/** A suite on a shared broker. Without a broker it logs one line, and fails in continuous integration (`CI=true`). */
export const describeOnKafka = (name: string, suite: (broker: Broker) => void): Promise<void> =>
  describeOn(name, findKafka, suite);

/** A suite that kills or pauses its broker. */
export const describeOnOwnKafka = (name: string, suite: (broker: OwnBroker) => void): Promise<void> =>
  describeOn(name, findOwnKafka, suite);

/** A suite on a broker that requires a login. */
export const describeOnKafkaWithLogin = (
  name: string,
  login: KafkaLogin,
  suite: (broker: Broker) => void,
): Promise<void> => describeOn(name, () => KafkaProcess.start(login).catch(noBroker), suite);

const noBroker = (error: unknown): NoBroker => ({ none: error instanceof Error ? error.message : String(error) });

async function describeOn<Found extends Broker>(
  name: string,
  find: () => Promise<Found | NoBroker>,
  suite: (broker: Found) => void,
): Promise<void> {
  const found = await find();
  if ('none' in found) {
    const sentence = `Kafka: no broker for "${name}", as ${found.none}.`;
    process.stdout.write(`${sentence}\n`);
    it('needs a Kafka broker', () => {
      if (process.env['CI'] === 'true') throw new Error(sentence);
    });
    return;
  }
  describe(`${name}, on ${found.how}`, () => {
    afterAll(() => found.stop());
    suite(found);
  });
}
