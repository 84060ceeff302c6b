import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { exportObjects, type ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { EventStore } from '@superscope/event-store/event-store';
import { comparePositions, decodePosition, type Position } from '@superscope/event-store/events/position';
import { newestOfFigures } from '@superscope/event-store/reading/newest-of-figures';
import {
  checkpointOf,
  checkpointsOf,
  deferredProgress,
  directPartition,
  type ProjectionFeed,
} from '@superscope/event-store/reading/projection-feed';
import { ProjectedEvents } from '../changes/projected-events.js';
import { deadLettersOf } from '../changes/dead-letter-document.js';
import { Ops, Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';

const lookMilliseconds = 100;
const soonMilliseconds = 3_000;
/** The most events of the log that are looked at for the newest one of each partition. */
const mostEvents = 100_000;
/** Streams whose events no exported row is made of. */
const exportsNothing: ReadonlySet<string> = new Set([
  'access',
  'login',
  'user',
  'administrators',
  'work',
  'news',
  'salesforceReconciliation',
]);

/** How long a batch waits for the read models. */
@Injectable()
export class ReadModelWaits {
  milliseconds = 10 * 60_000;
}

/** Whether the read models have everything that was recorded by a position, and what of it was set aside. */
@Injectable()
export class ReadModelsReach {
  constructor(
    private readonly store: EventStore,
    private readonly projected: ProjectedEvents,
    private readonly views: Views,
    private readonly ops: Ops,
    private readonly waits: ReadModelWaits,
  ) {}

  /** The position of the newest event of a stream, which everything recorded before is before; null if it has none. */
  async newestOf(stream: string): Promise<Position | null> {
    let newest: Position | null = null;
    for await (const { position } of this.store.read(stream)) newest = position;
    return newest;
  }

  /** Waits until the read models contain a position. Throws Refusal 503 after ten minutes, and the signal's reason. `without` says what it means. */
  async wait(
    position: Position,
    signal: AbortSignal,
    isStopping: () => Promise<boolean>,
    without = 'so what was recorded last would be missing. Nothing was sent, and everything stays due.',
  ): Promise<boolean> {
    const needed = await this.newestBy(position);
    const until = performance.now() + this.waits.milliseconds;
    while (!(await this.contains(needed, position))) {
      if (await isStopping()) return false;
      if (performance.now() > until) throw new Refusal(503, { message: behind(this.waits.milliseconds, without) });
      await delay(lookMilliseconds, undefined, { signal });
    }
    return true;
  }

  /**
   * Whether they contain everything that is recorded by now, with nothing set aside. Deferred rows come a second later, so it waits for
   * some.
   */
  async isComplete(withinMilliseconds = soonMilliseconds): Promise<boolean> {
    const [newest] = await newestOfFigures(this.store);
    if (newest === undefined) return true;
    const needed = await this.newestBy(newest.position);
    const until = performance.now() + withinMilliseconds;
    while (!(await this.contains(needed, newest.position))) {
      if (performance.now() > until) return false;
      await delay(lookMilliseconds);
    }
    const through = await this.completeThrough(newest.position);
    return exportObjects.every((object) => through(object) === newest.position.commit);
  }

  /**
   * Up to which position the rows of an object are complete: events that were set aside before it are missing until somebody retries or
   * drops them, and so are scores of a plan that is set aside. Null if nothing is known to be complete.
   */
  async completeThrough(position: Position): Promise<(object: ExportObject) => bigint | null> {
    const letters = await deadLettersOf(this.ops)
      .find({ state: { $ne: 'dropped' } })
      .toArray();
    const missing = letters.flatMap(({ kind, stream, position: at }) => {
      const decoded = kind === 'event' && at !== null ? decodePosition(at) : null;
      if (decoded === null || comparePositions(decoded, position) > 0) return [];
      return exportsNothing.has(categoryOf(stream ?? '')) ? [] : [decoded.commit - 1n];
    });
    const through = missing.reduce((a, b) => (a < b ? a : b), position.commit);
    const planIsMissing = letters.some(({ kind }) => kind === 'plan');
    return (object) => (object === 'scores' && planIsMissing ? null : through);
  }

  /** Streams of receipts that were set aside, which the table of receipts lacks. */
  async receiptsSetAside(): Promise<string[]> {
    const found = await deadLettersOf(this.ops)
      .find({ kind: 'event', stream: { $regex: '^salesforceReceipts-' } })
      .toArray();
    return found.flatMap(({ stream }) => (stream === null ? [] : [stream.slice('salesforceReceipts-'.length)]));
  }

  /** The newest event of each checkpoint up to a position. */
  private async newestBy(position: Position): Promise<Map<string, Position>> {
    const feed = await this.projected.feed();
    if (feed.kind === 'direct') return new Map([[directPartition, position]]);
    const needed = new Map<string, Position>();
    const all = checkpointsOf(feed).length;
    for await (const events of this.store.newest(mostEvents)) {
      for (const event of events) note(needed, feed, event, position);
      if (needed.size === all) break;
    }
    return needed;
  }

  private async contains(needed: ReadonlyMap<string, Position>, position: Position): Promise<boolean> {
    const found = await this.views.checkpoints.find({ _id: { $in: [...needed.keys()] } }).toArray();
    // Deferred rows, which the event history is, come after everything else.
    const progress = deferredProgress(found);
    if (![...needed].every(([checkpoint, at]) => progress.includes(checkpoint, at))) return false;
    return !(await this.isStale(position));
  }

  /** Whether figures of events up to a position have yet to be derived. A plan that is set aside stays as it was. */
  private async isStale(position: Position): Promise<boolean> {
    const dirty = await this.views.dirty.find({}, { projection: { planId: 1, since: 1 } }).toArray();
    const stale = dirty.filter(({ since }) => {
      const at = decodePosition(since);
      return at !== null && comparePositions(at, position) <= 0;
    });
    if (stale.length === 0) return false;
    const planIds = [...new Set(stale.map(({ planId }) => planId))];
    const letters = await deadLettersOf(this.ops)
      .find({ kind: 'plan', planId: { $in: planIds } })
      .toArray();
    const setAside = new Set(letters.map(({ planId }) => planId));
    return planIds.some((planId) => !setAside.has(planId));
  }
}

function note(
  needed: Map<string, Position>,
  feed: ProjectionFeed,
  { stream, position }: { stream: string; position: Position },
  until: Position,
): void {
  if (!isProducts(stream) || comparePositions(position, until) > 0) return;
  const checkpoint = checkpointOf(feed, stream);
  if (!needed.has(checkpoint)) needed.set(checkpoint, position);
}

const categoryOf = (stream: string): string => stream.split('-', 1)[0]!;
const isProducts = (stream: string): boolean => !stream.startsWith('$');

const behind = (milliseconds: number, without: string): string => {
  const minutes = Math.round(milliseconds / 60_000);
  const waited = minutes === 0 ? 'in time' : `within ${minutes} minutes`;
  return `The read models have not caught up ${waited}, ${without}`;
};
