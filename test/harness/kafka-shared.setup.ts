import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findOwnKafka, sharedBrokerVariable, type NoBroker, type OwnBroker } from './kafka-broker.js';

/** Shares one broker between all suites of a run. It starts when the first suite needs it. */
export default async function shareKafka(): Promise<() => Promise<void>> {
  let found: Promise<OwnBroker | NoBroker> | null = null;
  const server = createServer((_, response) => {
    found ??= findOwnKafka();
    void found.then((broker) => {
      const { none, brokers, how } = broker as Partial<OwnBroker & NoBroker>;
      response.end(JSON.stringify(none === undefined ? { brokers, how } : { none }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env[sharedBrokerVariable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    const broker = await found;
    if (broker !== null && !('none' in broker)) await broker.stop();
  };
}
