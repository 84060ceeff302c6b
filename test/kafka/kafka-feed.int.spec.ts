import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnKafka } from '../harness/kafka-suite.js';
import { Projecting } from './projecting.js';

await describeOnKafka('projectors through Kafka', (broker) => {
  let projecting: Projecting;
  beforeEach(async () => {
    projecting = await Projecting.open(broker.brokers);
  });
  afterEach(() => projecting.close());

  it('reach the same read models as a replay of the event store', async () => {
    await projecting.relay();
    await projecting.projector();
    await projecting.writeFund(['PF.a', 'PF.b']);
    await projecting.caughtUp();
    expect(await projecting.begun()).toBeGreaterThan(1);
    expect((await projecting.differencesFromReplay()).differences).toEqual([]);
  });

  it('do not change the read models when everything is delivered again', async () => {
    await projecting.relay();
    await projecting.projector();
    await projecting.writeFund(['PF.a']);
    await projecting.caughtUp();
    await projecting.stopProjectors();
    // Without committed offsets, and then also without checkpoints.
    await projecting.engines
      .target()
      .checkpoints()
      .updateMany({}, { $set: { offset: '0' } });
    await projecting.projector();
    await projecting.plan('PF.later').register(2);
    await projecting.caughtUp();
    await projecting.stopProjectors();
    await projecting.engines.target().checkpoints().deleteMany({});
    await projecting.projector();
    await projecting.caughtUp();
    expect((await projecting.differencesFromReplay()).differences).toEqual([]);
  });

  it('read events that the topic no longer holds from the event store', async () => {
    await projecting.relay();
    await projecting.projector();
    await projecting.writeFund(['PF.a']);
    await projecting.caughtUp();
    await projecting.stopProjectors();
    await projecting.writeFund(['PF.b']);
    const { topic } = projecting.settings;
    const admin = projecting.kafka().admin();
    await admin.connect();
    await expect.poll(() => projecting.isRelayed(), { timeout: 60_000 }).toBe(true);
    const ends = await admin.fetchTopicOffsets(topic);
    const kept = ends.map(({ partition, high }) => ({ partition, offset: String(BigInt(high) - 1n) }));
    await admin.deleteTopicRecords({ topic, partitions: kept });
    await admin.disconnect();
    await projecting.projector();
    await projecting.caughtUp();
    expect((await projecting.differencesFromReplay()).differences).toEqual([]);
  });

  it('miss nothing of a recreated topic that has grown past their offsets', async () => {
    await projecting.relay();
    await projecting.projector();
    await projecting.writeFund(['PF.a']);
    await projecting.caughtUp();
    await projecting.stopProjectors();
    // Offsets as if each record had come twice, so that records of the new topic have lower offsets.
    const { topic } = projecting.settings;
    await projecting.relayedAgain();
    await projecting.projector();
    await projecting.readToTheEnd();
    await projecting.stopProjectors();
    await projecting.stopRelay();
    const admin = projecting.kafka().admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [topic] });
    await expect.poll(() => admin.listTopics(), { timeout: 60_000 }).not.toContain(topic);
    await admin.disconnect();
    await projecting.writeFund(['PF.b', 'PF.c', 'PF.d']);
    await projecting.relay();
    await expect.poll(() => projecting.isRelayed(), { timeout: 60_000 }).toBe(true);
    await projecting.projector();
    await projecting.caughtUp();
    expect((await projecting.differencesFromReplay()).differences).toEqual([]);
  });
});
