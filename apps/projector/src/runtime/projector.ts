import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/recorded-event';
import {
  decodePosition,
  beforeAll,
  comparePositions,
  encodePosition,
  type Position,
} from '@superscope/event-store/position';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import { DeadLetterWatch } from '../dead-letters/dead-letter-watch.js';
import { RunningProjectors } from '../dead-letters/running-projectors.js';
import { deriveInto } from '../member-snapshots/derive-plan.js';
import type { Changes, NotedChange } from './changes.js';
import { commandsOf } from './correlation-ids.js';
import { Derivation } from './derivation.js';
import type { EventFeed, FeedBatch } from './event-feed.js';
import { addChanged, FactsWriter, type Changed } from './facts-writer.js';
import { DeadLetters } from './dead-letters.js';
import { mayPass, ProjectionFailure, safeError, safeReason } from './failures.js';
import { PauseSwitch } from './pause.js';
import { projections } from './projections.js';
import type { Target } from './target.js';

/** Who stops a projector waits no longer than this for an engine that is away. */
const stopWithinMilliseconds = 3_000;

export interface ProjectorParts {
  store: EventStore;
  ops: Db;
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
  private readonly watch: DeadLetterWatch;
  private readonly handled: ReadonlySet<string>;
  private readonly positions = new Map<string, Position>();
  private inProgress: Promise<void> = Promise.resolve();

  constructor(private readonly parts: ProjectorParts) {
    const { target, changes, deadLetters, log } = parts;
    this.writer = new FactsWriter(target, projections);
    this.handled = new Set(this.writer.types());
    this.derivation = new Derivation(
      target,
      deriveInto(target),
      async (derived) => {
        const { planId, correlationIds } = derived;
        await changes.note([{ planId, readModels: ['memberSnapshots'], correlationIds }]);
        log.info(derived, 'derived');
      },
      log,
      (planId, reason) => deadLetters.keepPlan(planId, reason),
    );
    const { writer, derivation } = this;
    const running = new RunningProjectors(parts.ops);
    const onChanged = (changed: Changed) => this.tell(changed);
    this.watch = new DeadLetterWatch({ ...parts, writer, derivation, running, onChanged });
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
      await this.watch.settled();
      await this.derivation.drained();
      return this.slowestPosition();
    });
    this.watch.start();
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

  /** Finishes what is in progress; where an engine is away that is left, to be done after the next start. */
  async stop(): Promise<void> {
    this.parts.deadLetters.stop();
    const parts = [this.parts.pause, this.parts.feed, this.derivation, this.watch];
    const stopped = Promise.allSettled(parts.map((part) => part.stop()));
    await Promise.race([stopped, delay(stopWithinMilliseconds, undefined, { ref: false })]);
  }

  /** Everything up to here is in the read models, whatever the partition. */
  private slowestPosition(): string {
    const positions = [...this.positions.values()].sort(comparePositions);
    return encodePosition(positions[0] ?? beforeAll);
  }

  private async handle(batch: FeedBatch): Promise<void> {
    const { target, onBatch } = this.parts;
    const done = this.positions.get(batch.partition);
    const events: RecordedEvent[] = [];
    for (const record of batch.records) {
      // Redelivered: what it says was written before.
      if (done && comparePositions(record.position, done) <= 0) continue;
      if (!isUndecodable(record)) events.push(record);
      else if (this.handled.has(record.type))
        await this.parts.deadLetters.keep(record, record.undecodable, batch.partition);
    }
    if (events.length > 0) {
      const began = performance.now();
      await this.tell(await this.write(events, batch.partition));
      const { partition, position } = batch;
      const ms = Math.round(performance.now() - began);
      this.parts.log.info({ ...commandsOf(events), events: events.length, partition, position, ms }, 'facts written');
      onBatch?.(events.length);
    }
    await target
      .checkpoints()
      .updateOne({ _id: batch.partition }, { $set: { position: batch.position, at: new Date() } }, { upsert: true });
    const position = decodePosition(batch.position);
    if (position) this.positions.set(batch.partition, position);
  }

  /** Tells who watches what changed, and has it derived. */
  private async tell(changed: Changed): Promise<void> {
    await this.parts.changes.note(changesOf(changed));
    this.derivation.nudge(changed.keys());
  }

  /** A batch that fails is tried one event at a time, so that a poison event stops nobody but itself. */
  private async write(events: RecordedEvent[], partition: string): Promise<Changed> {
    const { deadLetters, log } = this.parts;
    try {
      return await this.writer.write(events);
    } catch (error) {
      log.warn({ ...safeError(error), events: events.length }, 'a batch failed; its events are tried one by one');
    }
    const changed: Changed = new Map();
    for (const event of events) {
      const outcome = await deadLetters.guard(() => this.writer.write([event]));
      if ('failure' in outcome) await this.setAside(event, outcome.failure, partition);
      else
        for (const [planId, { readModels, correlationIds }] of outcome.result)
          addChanged(changed, planId, readModels, correlationIds);
    }
    return changed;
  }

  /** An event that is set aside leaves nothing of itself in the documents: what shows is what the others say. */
  private async setAside(event: RecordedEvent, failure: unknown, partition: string): Promise<void> {
    const { deadLetters, store, log } = this.parts;
    if (!(failure instanceof ProjectionFailure)) {
      const without = (await deadLetters.idsOf(event.stream)).add(event.id);
      try {
        await this.writer.withdraw(event, () => store.read(event.stream), without);
      } catch (error) {
        if (mayPass(error)) throw error;
        log.warn({ event: event.id, ...safeError(error) }, 'a part of an event that was set aside stays');
      }
    }
    await deadLetters.keep(event, safeReason(failure), partition);
  }
}

const changesOf = (changed: Changed): NotedChange[] =>
  [...changed].map(([planId, { readModels, correlationIds }]) => ({
    planId,
    readModels: [...readModels],
    correlationIds: [...correlationIds],
  }));
