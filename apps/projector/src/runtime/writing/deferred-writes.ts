import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';
import type { Logger } from 'pino';
import { deferredOf, isBefore, type Checkpoints, type DeferredSpan } from '../operations/checkpoints.js';
import type { DeadLetters } from '../operations/dead-letters.js';
import type { DeferredRows, EventIdentity, FactsWriter } from './facts-writer.js';
import { isTooMuchAtOnce, mayPass, safeError } from './failures.js';

/** Rows are written when so many are held, or this long after the last ones: at once after a pause. */
const mostHeld = 10_000;
const apartMilliseconds = 1_000;
const retryMilliseconds = 2_000;

export interface DeferredWritesParts {
  writer: Pick<FactsWriter, 'writeDeferred'>;
  checkpoints: Pick<Checkpoints, 'advanceDeferred'>;
  /** Runs a write outside every pause. */
  during: <Result>(write: () => Promise<Result>) => Promise<Result>;
  /** Tries one event's rows repeatedly. */
  guard: DeadLetters['guard'];
  /** Sets an event aside whose deferred rows ClickHouse refuses. */
  refused: (event: EventIdentity, failure: unknown) => Promise<void>;
  log: Logger;
}

/**
 * Holds deferred rows in memory and writes those of many batches together. Until then the checkpoint's `deferredPosition` stays behind, and a
 * projector that starts reads these events again. Writing a row twice changes nothing.
 */
export class DeferredWrites {
  /** By partition, what this process has held since it began or lost its place. */
  private readonly spans = new Map<string, DeferredSpan>();
  private readonly moved = new Set<string>();
  private held: DeferredRows[] = [];
  private heldRows = 0;
  /** By `performance.now()`, since when something waits to be written. */
  private heldSince: number | null = null;
  private writing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  private wroteAt = -Infinity;
  private isStopped = false;

  constructor(private readonly parts: DeferredWritesParts) {}

  /** How long the oldest row has been waiting, in seconds; 0 without any. It grows beyond a few seconds only if writes fail. */
  get secondsBehind(): number {
    return this.heldSince === null ? 0 : (performance.now() - this.heldSince) / 1_000;
  }

  /** The position (encoded) up to which a partition's rows are written or held. */
  reached(checkpoint: CheckpointDocument): string {
    const { deferredPosition: stored } = deferredOf(checkpoint);
    const span = this.spans.get(checkpoint._id);
    if (span && isBefore(stored, span.to)) {
      if (span.build === (checkpoint.build ?? null) && !isBefore(stored, span.from)) return span.to;
      // A rebuild switched, or somebody set the checkpoint back. What this process held before says nothing about the rows in between.
      this.spans.delete(checkpoint._id);
    }
    return stored;
  }

  /**
   * Takes the rows of all events of a partition from the position that was reached up to another one. Called once the events' other writes are
   * done.
   */
  hold(
    checkpoint: Pick<CheckpointDocument, '_id' | 'build'>,
    rows: readonly DeferredRows[],
    { reached, ...to }: { reached: string; position: string; offset?: string },
  ): void {
    const partition = checkpoint._id;
    const build = checkpoint.build ?? null;
    const span = this.spans.get(partition);
    // Otherwise another projector wrote further, and this one goes on from there.
    const goesOn = span?.to === reached && span.build === build;
    for (const row of rows) this.held.push(row);
    this.heldRows += rowsIn(rows);
    this.spans.set(partition, {
      from: goesOn ? span.from : reached,
      to: isBefore(reached, to.position) ? to.position : reached,
      build,
      ...(to.offset !== undefined && { offset: to.offset }),
    });
    this.moved.add(partition);
    this.heldSince ??= performance.now();
    this.schedule();
  }

  /** Waits while more rows are held than should be. */
  async room(): Promise<void> {
    if (this.heldRows >= mostHeld) await this.write();
  }

  /** Writes everything that is held now. Throws while an engine is away; the rows stay held then. */
  async write(): Promise<void> {
    const before = this.writing;
    this.writing = (async () => {
      await before.catch(() => undefined);
      if (this.moved.size > 0 || this.held.length > 0) await this.writeHeld();
    })();
    this.writing.catch(() => undefined);
    await this.writing;
  }

  /** Writes the rest, and nothing afterwards. */
  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.write();
  }

  private schedule(after = apartMilliseconds - (performance.now() - this.wroteAt)): void {
    if (this.timer !== null || this.isStopped) return;
    this.timer = setTimeout(
      () => {
        this.timer = null;
        this.parts
          .during(() => this.write())
          .catch((error: unknown) => {
            if (this.isStopped) return;
            this.parts.log.warn({ ...safeError(error), rows: this.heldRows }, 'deferred rows are written later');
            this.schedule(retryMilliseconds);
          });
      },
      Math.max(0, after),
    );
  }

  private async writeHeld(): Promise<void> {
    this.wroteAt = performance.now();
    const rows = this.held;
    const spans = [...this.moved].flatMap((partition) => {
      const span = this.spans.get(partition);
      return span ? [{ partition, span }] : [];
    });
    this.held = [];
    this.heldRows = 0;
    this.moved.clear();
    try {
      await this.writeRows(rows);
      for (const { partition, span } of spans) await this.advance(partition, span);
      // What was held in the meantime came after the write began.
      this.heldSince = this.moved.size > 0 ? this.wroteAt : null;
    } catch (error) {
      this.held = [...rows, ...this.held];
      this.heldRows += rowsIn(rows);
      for (const { partition } of spans) this.moved.add(partition);
      throw error;
    }
  }

  /** In halves if the engine refuses them together, so that one event's row blocks no other. */
  private async writeRows(rows: readonly DeferredRows[]): Promise<void> {
    const [only] = rows;
    if (only === undefined) return;
    const { writer, guard, refused } = this.parts;
    try {
      await writer.writeDeferred(rows);
    } catch (error) {
      if (mayPass(error) && !(isTooMuchAtOnce(error) && rows.length > 1)) throw error;
      if (rows.length > 1) {
        const half = Math.ceil(rows.length / 2);
        await this.writeRows(rows.slice(0, half));
        await this.writeRows(rows.slice(half));
        return;
      }
      const outcome = await guard(() => writer.writeDeferred(rows));
      if ('failure' in outcome) await refused(only.event, outcome.failure);
    }
  }

  private async advance(partition: string, written: DeferredSpan): Promise<void> {
    const isKnown = await this.parts.checkpoints.advanceDeferred(partition, written);
    const span = this.spans.get(partition);
    // Begun anew in the meantime: what was written says nothing about it.
    if (span?.from !== written.from || span.build !== written.build) return;
    if (!isKnown) this.spans.delete(partition);
    // What was held in the meantime goes on from here.
    else this.spans.set(partition, { ...span, from: written.to });
  }
}

const rowsIn = (deferred: readonly DeferredRows[]): number => deferred.reduce((sum, { rows }) => sum + rows.length, 0);
