import type { ReadModel } from '@superscope/contracts/read-models/read-models';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import {
  beforeAll,
  comparePositions,
  decodePosition,
  encodePosition,
  type Position,
} from '@superscope/event-store/events/position';
import { derivedDespiteHold } from '@superscope/event-store/processes/derivation-hold';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import { DeadLetterWatch } from './operations/dead-letter-watch.js';
import type { Derivation } from './deriving/derivation.js';
import { deriveInto } from './deriving/derive-into.js';
import type { Changes, NotedChange } from './writing/changes.js';
import { Checkpoints } from './operations/checkpoints.js';
import { commandsOf } from './writing/correlation-ids.js';
import { DerivationPace } from './deriving/derivation-pace.js';
import { DerivationQueue, plansAtOnce } from './deriving/derivation-queue.js';
import type { EventFeed, FeedBatch } from './feed/event-feed.js';
import { DeferredWrites } from './writing/deferred-writes.js';
import {
  addChanged,
  FactsWriter,
  type Changed,
  type DeferredRows,
  type EventIdentity,
} from './writing/facts-writer.js';
import { DeadLetters } from './operations/dead-letters.js';
import { LogRows } from './writing/log-rows.js';
import { isTooMuchAtOnce, mayPass, ProjectionFailure, safeError, safeReason } from './writing/failures.js';
import { PauseSwitch } from './operations/pause.js';
import { PlanLeases } from './deriving/plan-leases.js';
import type { Projection } from './writing/projection.js';
import type { Target } from './writing/target.js';

/** How long stopping waits for an unavailable engine. */
const stopWithinMilliseconds = 3_000;

export interface ProjectorParts {
  store: EventStore;
  ops: Db;
  target: Target;
  feed: EventFeed;
  changes: Changes;
  deadLetters: DeadLetters;
  pause: PauseSwitch;
  projections: readonly Projection[];
  derivations: readonly Derivation[];
  log: Logger;
  /** Counts events for the metrics. */
  onBatch?: (events: number) => void;
}

/** Runs the projections over a feed: facts first, then the checkpoint, then what the facts made stale. */
export class Projector {
  private readonly writer: FactsWriter;
  private readonly logRows: LogRows;
  private readonly deferred: DeferredWrites;
  private readonly queues: readonly DerivationQueue[];
  /** Changes of these kinds are announced once their figures are derived, not when their facts are written. */
  private readonly toldWhenDerived: ReadonlySet<ReadModel>;
  private readonly watch: DeadLetterWatch;
  private readonly handled: ReadonlySet<string>;
  private readonly checkpoints: Checkpoints;

  constructor(private readonly parts: ProjectorParts) {
    const { target, projections, derivations } = parts;
    this.writer = new FactsWriter(target, projections, derivations);
    this.logRows = new LogRows(target, projections, parts.deadLetters, parts.log);
    this.handled = new Set(this.writer.types());
    this.checkpoints = new Checkpoints(target);
    this.deferred = new DeferredWrites({
      writer: this.writer,
      checkpoints: this.checkpoints,
      during: (write) => parts.pause.during(write),
      guard: (write) => parts.deadLetters.guard(write),
      refused: (event, failure) => this.refused(event, failure),
      log: parts.log,
    });
    this.queues = derivations.map((derivation) => this.queueOf(derivation));
    this.toldWhenDerived = new Set(derivations.flatMap(({ announces }) => announces));
    const { writer, queues } = this;
    const onChanged = (changed: Changed) => this.tell(changed);
    this.watch = new DeadLetterWatch({ ...parts, writer, queues, onChanged });
  }

  private queueOf(derivation: Derivation): DerivationQueue {
    const { target, ops, changes, deadLetters, log } = this.parts;
    const pace = new DerivationPace(ops, derivation.name, plansAtOnce);
    return new DerivationQueue(
      derivation,
      target,
      deriveInto(derivation, target),
      async ({ derived: { changed, counts }, ...run }) => {
        if (changed.length > 0)
          await changes.note([{ planId: run.planId, readModels: [...changed], correlationIds: run.correlationIds }]);
        await pace.note(counts['rows'] ?? 0, run.ms);
        log.info({ derivation: derivation.name, ...run, ...counts }, 'derived');
      },
      log,
      (planId, reason) => deadLetters.keepPlan(planId, reason),
      new PlanLeases(ops, derivation.name),
      () => derivedDespiteHold(ops),
    );
  }

  async start(): Promise<void> {
    const { feed, pause } = this.parts;
    // Stale plan-months of an earlier run are derived first, even if no event comes.
    this.nudge([]);
    await pause.watch(() => this.drained());
    this.watch.start();
    await feed.start(
      (batch) => pause.during(() => this.handle(batch)),
      () => this.nudge([]),
    );
  }

  /** How far rows that may come later are behind everything else, in seconds. See DeferredWrites. */
  get deferredSeconds(): number {
    return this.deferred.secondsBehind;
  }

  /** Resolves once everything written so far is derived and no row is deferred any more. */
  async drained(): Promise<void> {
    await this.deferred.write();
    await Promise.all(this.queues.map((queue) => queue.drained()));
  }

  /** Finishes the work in progress. While an engine is away, the rest is left to the next start. */
  async stop(): Promise<void> {
    this.parts.deadLetters.stop();
    const { pause, feed } = this.parts;
    const parts = [feed, ...this.queues, this.watch];
    const ended = Promise.allSettled(parts.map((part) => part.stop())).then(() => this.deferred.stop());
    const stopped = Promise.allSettled([ended, pause.stop(ended)]);
    await Promise.race([stopped, delay(stopWithinMilliseconds, undefined, { ref: false })]);
  }

  /** Writes the new events of a batch. Repeats the write if another process or a rebuild intervened. */
  private async handle(batch: FeedBatch): Promise<void> {
    const { partition, offset } = batch;
    for (;;) {
      const before = await this.checkpoints.read(partition);
      const reached = this.deferred.reached(before);
      const { position, end, deferred } = await this.apply(batch, before.position, reached);
      const hasMoved = position !== before.position || (offset !== undefined && offset !== before.offset);
      const of = offset !== undefined && { offset };
      if (hasMoved && !(await this.checkpoints.advance(before, { position, ...of }))) continue;
      this.deferred.hold(before, deferred, { reached, position: end, ...of });
      break;
    }
    await this.deferred.room();
  }

  /**
   * Writes the events that the read models lack, and gathers the rows to be deferred: also those of events whose other writes are done,
   * because the process that held them may have died. Returns the position reached (`before` if the batch was delivered again), the
   * batch's own end, and these rows.
   */
  private async apply(
    batch: FeedBatch,
    before: string,
    deferredBefore: string,
  ): Promise<{ position: string; end: string; deferred: DeferredRows[] }> {
    const { deadLetters } = this.parts;
    const written = decodePosition(before) ?? beforeAll;
    const held = decodePosition(deferredBefore) ?? beforeAll;
    let end = beforeAll;
    // Events are delivered again when read models are filled again. An event that was set aside waits for a retry, or
    // was left out for good. Applied here, it would leave its letter behind, and dropping that letter would not remove
    // the event.
    const setAside = await deadLetters.setAsideAmong(batch.records);
    const events: RecordedEvent[] = [];
    const late: RecordedEvent[] = [];
    const leftOut: RecordedEvent[] = [];
    for (const record of batch.records) {
      // A relay that starts again sends its last events once more.
      if (isPassed(record, end)) continue;
      end = record.position;
      const isWritten = isPassed(record, written);
      if (isWritten && isPassed(record, held)) continue;
      if (!isUndecodable(record)) (setAside.has(record.id) ? leftOut : isWritten ? late : events).push(record);
      else if (isWritten || setAside.has(record.id)) continue;
      else if (this.handled.has(record.type)) await deadLetters.keep(record, record.undecodable, batch.partition);
    }
    await this.logRows.write(leftOut);
    const deferred = await this.deferredOf(late, batch.partition);
    if (events.length > 0) {
      const began = performance.now();
      await this.tell(await this.write(events, batch.partition, (rows) => deferred.push(...rows)));
      const { partition, position } = batch;
      const ms = Math.round(performance.now() - began);
      this.parts.log.info({ ...commandsOf(events), events: events.length, partition, position, ms }, 'facts written');
      this.parts.onBatch?.(events.length);
    }
    const seen = decodePosition(batch.position);
    if (seen && comparePositions(seen, end) > 0) end = seen;
    return { position: encodePosition(later(written, end)), end: encodePosition(end), deferred };
  }

  /** An event that this version cannot read any more is set aside. */
  private async deferredOf(events: readonly RecordedEvent[], partition: string): Promise<DeferredRows[]> {
    const deferred: DeferredRows[] = [];
    for (const event of events)
      try {
        deferred.push(...this.writer.deferredOf(event));
      } catch (error) {
        if (!(error instanceof ProjectionFailure)) throw error;
        await this.setAside(event, error, partition);
      }
    return deferred;
  }

  /** Announces the change to screens, and marks plan-months to be derived. */
  private async tell(changed: Changed): Promise<void> {
    await this.parts.changes.note(this.changesOf(changed));
    this.nudge([...changed.keys()]);
  }

  private changesOf(changed: Changed): NotedChange[] {
    return [...changed].flatMap(([planId, { readModels, correlationIds }]) => {
      const shown = [...readModels].filter((model) => !this.toldWhenDerived.has(model));
      return shown.length === 0 ? [] : [{ planId, readModels: shown, correlationIds: [...correlationIds] }];
    });
  }

  private nudge(planIds: readonly (string | null)[]): void {
    for (const queue of this.queues) queue.nudge(planIds);
  }

  /** A batch that fails is retried one event at a time, so that a poison event blocks no other. */
  private async write(
    events: RecordedEvent[],
    partition: string,
    defer: (rows: readonly DeferredRows[]) => void,
  ): Promise<Changed> {
    const { deadLetters, log } = this.parts;
    try {
      return await this.writer.write(events, defer);
    } catch (error) {
      // An engine is unavailable. The feed delivers the batch until it is written, unless another projector has the partition by then.
      if (mayPass(error) && !isTooMuchAtOnce(error)) throw error;
      log.warn({ ...safeError(error), events: events.length }, 'a batch failed; its events are tried one by one');
    }
    const changed: Changed = new Map();
    for (const event of events) {
      const outcome = await deadLetters.guard(() => this.writer.write([event], defer));
      if ('failure' in outcome) await this.setAside(event, outcome.failure, partition);
      else
        for (const [planId, { readModels, correlationIds }] of outcome.result)
          addChanged(changed, planId, readModels, correlationIds);
    }
    return changed;
  }

  /** Removes an event that is set aside from the documents, which then show the stream's other events. */
  private async setAside(event: RecordedEvent, failure: unknown, partition: string | null): Promise<void> {
    const { deadLetters, store, log } = this.parts;
    if (!(failure instanceof ProjectionFailure)) {
      const without = (await deadLetters.idsOf(event.stream)).add(event.id);
      try {
        await this.writer.withdraw(event, () => store.read(event.stream), without);
      } catch (error) {
        if (mayPass(error)) throw error;
        log.warn(
          { event: event.id, ...safeError(error) },
          'not every write of an event that was set aside could be undone',
        );
      }
    }
    // Done first, because the following steps may fail too.
    await deadLetters.keep(event, safeReason(failure), partition);
    await this.logRows.write([event]);
  }

  /** Sets an event aside whose deferred rows were refused after its other writes. */
  private async refused({ id, stream, revision }: EventIdentity, failure: unknown): Promise<void> {
    for await (const event of this.parts.store.read(stream, { from: revision, limit: 1 }))
      if (event.id === id && !isUndecodable(event)) await this.setAside(event, failure, null);
  }
}

const later = (a: Position, b: Position): Position => (comparePositions(a, b) >= 0 ? a : b);

/** Whether an event was delivered again. Before the first event, nothing is passed. */
const isPassed = ({ position }: { position: Position }, reached: Position): boolean =>
  comparePositions(reached, beforeAll) > 0 && comparePositions(position, reached) <= 0;
