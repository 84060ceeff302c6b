import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { memberStream, moveMember, recordActivity } from '@superscope/domain/member/member';
import { memberSnapshotsStream, withdrawSnapshots } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { comparePositions } from '@superscope/event-store/events/position';
import {
  checkpointOf,
  kafkaPartition,
  Progress,
  type ProjectionFeed,
} from '@superscope/event-store/reading/projection-feed';
import { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import { makeKafka } from '@superscope/projector/kafka/kafka-client';
import { kafkaSettings, kafkaShape, type KafkaSettings } from '@superscope/projector/kafka/kafka-settings';
import { rebuild } from '@superscope/projector/rebuild/rebuild';
import { Relay } from '@superscope/projector/relay/relay';
import { Checkpoints } from '@superscope/projector/runtime/operations/checkpoints';
import { liveFeed } from '@superscope/projector/runtime/feed/live-feed';
import type { Projector } from '@superscope/projector/runtime/projector';
import { expect } from 'vitest';
import { z } from 'zod';
import { PortalEngines, projectedTypes, quiet } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';

const projectorMain = fileURLToPath(new URL('../../apps/projector/dist/main.js', import.meta.url));

/** The machine may be slow. */
const patience = { timeout: 110_000, interval: 50 };

/** The environment of projectors: engines, a relay and a topic of a broker. */
export class Projecting {
  readonly settings: KafkaSettings;
  private readonly env: Record<string, string>;
  private readonly projectors: Projector[] = [];
  private readonly children: ChildProcess[] = [];
  private relaying: { relay: Relay; log: RawEventLog } | null = null;

  private constructor(
    readonly engines: PortalEngines,
    brokers: string,
  ) {
    const id = randomUUID();
    this.env = {
      KAFKA_BROKERS: brokers,
      KAFKA_TOPIC: `projecting.${id}`,
      KAFKA_GROUP: `projecting.${id}`,
      KAFKA_PARTITIONS: '4',
    };
    this.settings = kafkaSettings(z.object(kafkaShape).parse(this.env))!;
  }

  static async open(brokers: string): Promise<Projecting> {
    return new Projecting(await PortalEngines.start(), brokers);
  }

  get feed(): ProjectionFeed {
    const { topic, partitions } = this.settings;
    return { kind: 'kafka', topic, partitions };
  }

  plan(planId: string): SamplePlan {
    const { store, identity } = this.engines;
    return new SamplePlan(store, identity, planId);
  }

  /** Writes interdependent streams: months of some plans, replaced and withdrawn, and members with moves and activities. */
  async writeFund(planIds: readonly string[]): Promise<void> {
    const { store } = this.engines;
    for (const planId of planIds) {
      const plan = this.plan(planId);
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
    await this.plan('PF.figures').figures();
  }

  kafka() {
    return makeKafka(this.settings, quiet, 'superscope-test');
  }

  async relay(): Promise<void> {
    const { urls, mongo } = this.engines;
    const log = new RawEventLog(urls.eventStore);
    const { settings } = this;
    const relay = new Relay({ events: log, ops: mongo.db('ops'), settings, log: quiet });
    this.relaying = { relay, log };
    await relay.start();
  }

  async stopRelay(): Promise<void> {
    await this.relaying?.relay.stop();
    await this.relaying?.log.close();
    this.relaying = null;
  }

  /** Whether the topic contains everything written. */
  async isRelayed(): Promise<boolean> {
    const checkpoint = await this.engines.mongo.db('ops').collection('relay_checkpoint').findOne({});
    const at = BigInt(String(checkpoint?.['position'] ?? '0/0').split('/')[0]!);
    return at >= (await this.written()).furthest().commit;
  }

  /** Resolves once the projectors have read every record of the topic, including duplicates. */
  async readToTheEnd(): Promise<void> {
    const { topic } = this.settings;
    const admin = this.kafka().admin();
    await admin.connect();
    const isRead = async () => {
      const ends = await admin.fetchTopicOffsets(topic);
      const checkpoints = await this.engines.target().checkpoints().find({}).toArray();
      const read = new Map(checkpoints.map(({ _id, offset }) => [_id, offset]));
      return ends.every(({ partition, high }) => (read.get(kafkaPartition(topic, partition)) ?? '0') === high);
    };
    await expect.poll(isRead, patience).toBe(true);
    await admin.disconnect();
  }

  /** Sends every event a second time, by a relay without a checkpoint. */
  async relayedAgain(): Promise<void> {
    await this.stopRelay();
    await this.engines.mongo.db('ops').collection('relay_checkpoint').deleteMany({});
    await this.relay();
    await expect.poll(() => this.isRelayed(), patience).toBe(true);
  }

  /** Starts a projector in this process. */
  async projector(): Promise<Projector> {
    const feed = await liveFeed(this.engines, this.engines.target(), projectedTypes, this.settings, quiet, () => {
      throw new Error('The feed ended.');
    });
    const projector = await this.engines.projector(feed);
    this.projectors.push(projector);
    await projector.start();
    return projector;
  }

  /** Starts the built projector in its own process, so that it can be killed. Resolves once it is ready. */
  async projectorProcess(): Promise<ChildProcess> {
    const { urls, masterKey } = this.engines;
    const child = fork(projectorMain, {
      env: {
        ...process.env,
        ...this.env,
        EVENTSTORE_URL: urls.eventStore,
        MONGODB_URL: urls.mongo,
        CLICKHOUSE_URL: urls.clickhouse,
        SUPERSCOPE_MASTER_KEY: masterKey,
        LOG_LEVEL: 'fatal',
      },
    });
    this.children.push(child);
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('It ended.'))),
    ]);
    return child;
  }

  progress(): Promise<Progress> {
    return new Checkpoints(this.engines.target()).progress(this.feed);
  }

  /** Number of checkpoints past their start. */
  async begun(): Promise<number> {
    return this.engines
      .target()
      .checkpoints()
      .countDocuments({ position: { $ne: '0/0' } });
  }

  /** The progress that the read models must reach. */
  async written(): Promise<Progress> {
    const written = new Progress();
    for await (const batch of this.engines.store.readAll({ from: null }))
      for (const { stream, type, position } of batch)
        if (projectedTypes.includes(type)) written.raise(checkpointOf(this.feed, stream), position);
    return written;
  }

  /** Waits until everything written is projected and derived. */
  async caughtUp(): Promise<void> {
    const written = await this.written();
    const isProjected = async () => (await this.progress()).covers(written);
    await expect.poll(isProjected, patience).toBe(true);
    const stale = () => this.engines.target().dirty().countDocuments({});
    await expect.poll(stale, patience).toBe(0);
  }

  /** Replays everything from the event store and returns the differences to the live read models. */
  async differencesFromReplay() {
    const { store, mongo, readModels } = this.engines;
    const live = this.engines.target();
    const parts = { store, live, rebuilt: live.beside('_rebuild'), ops: mongo.db('ops'), ...readModels, log: quiet };
    const { differences, events, position } = await rebuild(parts);
    const commit = BigInt(position.slice(0, position.indexOf('/')));
    expect(comparePositions({ commit, prepare: commit }, (await this.written()).furthest())).toBeGreaterThanOrEqual(0);
    return { differences, events };
  }

  /** Each leaves the group, which the broker would otherwise keep until the projector's session expires. */
  async stopProjectors(): Promise<void> {
    await Promise.all(this.projectors.splice(0).map((projector) => projector.stop()));
    await Promise.all(this.children.splice(0).map((child) => ended(child, 'SIGTERM')));
  }

  async close(): Promise<void> {
    await this.stopProjectors();
    await this.stopRelay();
    await this.engines.stop();
    await this.removeFromKafka();
  }

  /** Removes the topic and group, because the broker may be shared. */
  private async removeFromKafka(): Promise<void> {
    const { topic, group } = this.settings;
    const admin = this.kafka().admin();
    await admin.connect();
    if ((await admin.listTopics()).includes(topic)) await admin.deleteTopics({ topics: [topic] });
    if ((await admin.listGroups()).groups.some(({ groupId }) => groupId === group)) {
      // The group of a killed projector exists until its session expires.
      const remove = () =>
        admin.deleteGroups([group]).then(
          () => true,
          () => false,
        );
      for (let removed = await remove(); !removed; removed = await remove()) await delay(500);
    }
    await admin.disconnect();
  }
}

/** Kills a process like a power cut. */
export const killed = (child: ChildProcess): Promise<void> => ended(child, 'SIGKILL');

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
