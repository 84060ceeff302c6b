import { memberStream, moveMember, recordActivity } from '@superscope/domain/member/member';
import { memberSnapshotsStream, withdrawSnapshots } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnKafka } from '../harness/kafka-suite.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { killed, Projecting } from './projecting.js';

await describeOnKafka('projectors through Kafka', (broker) => {
  let projecting: Projecting;
  beforeEach(async () => {
    projecting = await Projecting.open(broker.brokers);
  });
  afterEach(() => projecting.close());

  const newPlan = (planId: string) => {
    const { store, identity } = projecting.engines;
    return new SamplePlan(store, identity, planId);
  };

  /** Writes interdependent streams: months of some plans, replaced and withdrawn, and members with moves and activities. */
  const writeFund = async (planIds: readonly string[]) => {
    const { store } = projecting.engines;
    for (const planId of planIds) {
      const plan = newPlan(planId);
      await plan.register(12);
      for (const [i, month] of ['2025-10', '2025-11', '2025-12'].entries()) await plan.month(month, 40_000 + i * 1_000);
      await plan.month('2025-11', 55_000, plan.memberIds.slice(0, 11));
      const of = { planId, companyId: `${planId}other`, categoryId: null };
      await store.transact(memberStream, plan.memberIds[1]!, moveMember(of, '2025-11-20'), byTest());
      const activity = {
        effectiveDate: '2025-11-05',
        consultant: null,
        valid: true,
        outcome: null,
        amountCents: null,
        personal: { notes: 'a private note', fundName: null },
      };
      const validated = recordActivity('BeneficiaryNominationValidated', activity, '2026-01-01');
      await store.transact(memberStream, plan.memberIds[0]!, validated, byTest());
      const december = planMonthId(planId, '2025-12');
      const withdraw = withdrawSnapshots(planId, '2025-12', null);
      await store.transact(memberSnapshotsStream, december, withdraw, byTest());
    }
    await newPlan('PF.figures').figures();
  };

  it('reach the same read models as a replay of the event store', async () => {
    await projecting.relay();
    await projecting.projector();
    await writeFund(['PF.a', 'PF.b']);
    await projecting.caughtUp();
    expect(await projecting.begun()).toBeGreaterThan(1);
    expect((await projecting.differencesFromReplay()).differences).toEqual([]);
  });

  it('do not change the read models when everything is delivered again', async () => {
    await projecting.relay();
    await projecting.projector();
    await writeFund(['PF.a']);
    await projecting.caughtUp();
    await projecting.stopProjectors();
    // Without committed offsets, and then also without checkpoints.
    await projecting.engines
      .target()
      .checkpoints()
      .updateMany({}, { $set: { offset: '0' } });
    await projecting.projector();
    await newPlan('PF.later').register(2);
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
    await writeFund(['PF.a']);
    await projecting.caughtUp();
    await projecting.stopProjectors();
    await writeFund(['PF.b']);
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
    await writeFund(['PF.a']);
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
    await writeFund(['PF.b', 'PF.c', 'PF.d']);
    await projecting.relay();
    await expect.poll(() => projecting.isRelayed(), { timeout: 60_000 }).toBe(true);
    await projecting.projector();
    await projecting.caughtUp();
    expect((await projecting.differencesFromReplay()).differences).toEqual([]);
  });

  it('share the partitions, and take over the work of one that is killed', async () => {
    await projecting.relay();
    const [first] = await Promise.all([projecting.projectorProcess(), projecting.projectorProcess()]);
    const written = writeFund(['PF.a', 'PF.b', 'PF.c']);
    await expect.poll(() => projecting.begun(), { timeout: 60_000 }).toBeGreaterThan(0);
    await killed(first);
    await written;
    await projecting.caughtUp();
    expect((await projecting.differencesFromReplay()).differences).toEqual([]);
  });
});
