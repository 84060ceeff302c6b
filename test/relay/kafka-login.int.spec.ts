import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { command } from '../event-store/engines.js';
import { describeOnKafkaWithLogin } from '../harness/kafka-suite.js';
import { Relaying } from './relaying.js';

const login = { username: 'superscope', password: randomBytes(12).toString('hex') };

await describeOnKafkaWithLogin('a broker that requires a login', login, ({ brokers }) => {
  it.each(['plain', 'scram-sha-512'])('receives events with a %s login, like any other broker', async (mechanism) => {
    const relaying = await Relaying.open(brokers, {
      KAFKA_SASL_MECHANISM: mechanism,
      KAFKA_USERNAME: login.username,
      KAFKA_PASSWORD: login.password,
    });
    try {
      const planId = randomUUID();
      const closed = { type: 'PlanClosed' as const, data: { planId, on: '2024-01-01' } };
      await relaying.store.append(`plan-${planId}`, [closed], { expectedRevision: 'no-stream', metadata: command() });
      await relaying.relay().start();
      const received = await relaying.records();
      await expect
        .poll(() => received.map(({ event }) => event.streamId), { timeout: 60_000 })
        .toContain(`plan-${planId}`);
    } finally {
      await relaying.close();
    }
  });
});
