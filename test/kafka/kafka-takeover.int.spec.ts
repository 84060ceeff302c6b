import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnKafka } from '../harness/kafka-suite.js';
import { killed, Projecting } from './projecting.js';

// In a file of its own, because it mostly waits until the broker gives up on the projector that was killed.
await describeOnKafka('projectors through Kafka', (broker) => {
  let projecting: Projecting;
  beforeAll(async () => {
    projecting = await Projecting.open(broker.brokers);
  });
  afterAll(() => projecting.close());

  it('share the partitions, and take over the work of one that is killed', async () => {
    await projecting.relay();
    const [first] = await Promise.all([projecting.projectorProcess(), projecting.projectorProcess()]);
    const written = projecting.writeFund(['PF.a', 'PF.b', 'PF.c']);
    await expect.poll(() => projecting.begun(), { timeout: 60_000 }).toBeGreaterThan(0);
    await killed(first);
    await written;
    await projecting.caughtUp();
    expect((await projecting.differencesFromReplay()).differences).toEqual([]);
  });
});
