import type { ReadModel } from '@superscope/contracts/changes';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/recorded-event';
import {
  decodePosition,
  beforeAll,
  comparePositions,
  encodePosition,
  type Position,
} from '@superscope/event-store/position';
import type { Logger } from 'pino';
import { deriveInto } from '../member-snapshots/derive-plan.js';
import type { Changes } from './changes.js';
import { Derivation } from './derivation.js';
import type { EventFeed, FeedBatch } from './event-feed.js';
import { FactsWriter, type Changed } from './facts-writer.js';
import { DeadLetters } from './dead-letters.js';
import { PauseSwitch } from './pause.js';
import { projections } from './projections.js';
import type { Target } from './target.js';

export interface ProjectorParts {
  target: Target;
  feed: EventFeed;
  changes: Changes;
  deadLetters: DeadLetters;
  pause: PauseSwitch;
  log: Logger;
  /** For the metrics. */
  onBatch?: (events: number) => void;
}

/** Runs the projections over a feed: facts first, then the checkpoint, then what the facts made stale. */
export class Projector {
  private readonly writer: FactsWriter;
  private readonly derivation: Derivation;
  private readonly positions = new Map<string, Position>();
  private inProgress: Promise<void> = Promise.resolve();

  constructor(private readonly parts: ProjectorParts) {
    const { target, changes, log } = parts;
    this.writer = new FactsWriter(target, projections);
    this.derivation = new Derivation(
      target,
      deriveInto(target),
      async (planId, position) => {
        await changes.note([{ planId, readModels: ['memberSnapshots'] }]);
        log.debug({ planId, position }, 'derived');
      },
      log,
    );
  }

  async start(): Promise<void> {
    const { target, feed } = this.parts;
    for (const checkpoint of await target.checkpoints().find({}).toArray()) {
      const position = decodePosition(checkpoint.position);
      if (position) this.positions.set(checkpoint._id, position);
    }
    // Stale plan-months of an earlier run are derived first, events or not.
    this.derivation.nudge([]);
    this.parts.pause.watch(async () => {
      await this.inProgress.catch(() => undefined);
      await this.derivation.drained();
      return this.slowestPosition();
    });
    await feed.start(
      async (batch) => {
        await this.parts.pause.passed();
        this.inProgress = this.handle(batch);
        await this.inProgress;
      },
      () => this.derivation.nudge([]),
    );
  }

  /** Resolves once everything written so far is derived. */
  async drained(): Promise<void> {
    await this.derivation.drained();
  }

  async stop(): Promise<void> {
    await this.parts.pause.stop();
    await this.parts.feed.stop();
    await this.derivation.stop();
  }

  /** Everything up to here is in the read models, whatever the partition. */
  private slowestPosition(): string {
    const positions = [...this.positions.values()].sort(comparePositions);
    return encodePosition(positions[0] ?? beforeAll);
  }

  private async handle(batch: FeedBatch): Promise<void> {
    const { target, changes, onBatch } = this.parts;
    const done = this.positions.get(batch.partition);
    const events: RecordedEvent[] = [];
    for (const record of batch.records) {
      // Redelivered: what it says was written before.
      if (done && comparePositions(record.position, done) <= 0) continue;
      if (isUndecodable(record)) await this.parts.deadLetters.keep(record, record.undecodable);
      else events.push(record);
    }
    if (events.length > 0) {
      const changed = await this.write(events);
      await changes.note(changesOf(changed));
      this.derivation.nudge(changed.keys());
      onBatch?.(events.length);
    }
    await target
      .checkpoints()
      .updateOne({ _id: batch.partition }, { $set: { position: batch.position, at: new Date() } }, { upsert: true });
    const position = decodePosition(batch.position);
    if (position) this.positions.set(batch.partition, position);
  }

  /** A batch that fails is tried one event at a time, so that a poison event stops nobody but itself. */
  private async write(events: RecordedEvent[]): Promise<Changed> {
    try {
      return await this.writer.write(events);
    } catch (error) {
      this.parts.log.warn({ err: error, events: events.length }, 'a batch failed; its events are tried one by one');
    }
    const changed: Changed = new Map();
    for (const event of events) {
      const one = await this.parts.deadLetters.guard(event, () => this.writer.write([event]));
      for (const [planId, readModels] of one ?? [])
        changed.set(planId, new Set([...(changed.get(planId) ?? []), ...readModels]));
    }
    return changed;
  }
}

const changesOf = (changed: Changed): { planId: string | null; readModels: ReadModel[] }[] =>
  [...changed].map(([planId, readModels]) => ({ planId, readModels: [...readModels] }));
