import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';
import type { Logger } from 'pino';
import { isBefore, type Checkpoints, type DeferredSpan } from '../operations/checkpoints.js';
import type { DeferredRows, EventIdentity, FactsWriter } from './facts-writer.js';
import { mayPass, safeError } from './failures.js';

/** Rows are written when so many are held, or this long after the last ones: at once after a pause. */
const mostHeld = 10_000;
const apartMilliseconds = 1_000;
const retryMilliseconds = 2_000;

export interface DeferredWritesParts {
  writer: Pick<FactsWriter, 'writeDeferred'>;
  checkpoints: Pick<Checkpoints, 'advanceDeferred'>;
  /** Runs a write outside every pause. */
  during: <Result>(write: () => Promise<Result>) => Promise<Result>;
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
  private writing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  private wroteAt = -Infinity;
  private isStopped = false;

  constructor(private readonly parts: DeferredWritesParts) {}

  /** The position (encoded) up to which a partition's rows are written or held. */
  reached(checkpoint: CheckpointDocument): string {
    const stored = checkpoint.deferredPosition ?? checkpoint.position;
    const span = this.spans.get(checkpoint._id);
    // A rebuild switched, or somebody set the checkpoint back. What this process held before says nothing about the rows in between.
    if (!span || span.build !== (checkpoint.build ?? null) || isBefore(stored, span.from)) {
      this.spans.delete(checkpoint._id);
      return stored;
    }
    return isBefore(stored, span.to) ? span.to : stored;
  }

  /** Takes the rows of all events behind what was reached, up to a position. */
  hold(checkpoint: CheckpointDocument, rows: readonly DeferredRows[], to: { position: string; offset?: string }): void {
    const reached = this.reached(checkpoint);
    const from = this.spans.get(checkpoint._id)?.from ?? reached;
    const position = isBefore(reached, to.position) ? to.position : reached;
    this.held.push(...rows);
    this.spans.set(checkpoint._id, {
      from,
      to: position,
      build: checkpoint.build ?? null,
      ...(to.offset !== undefined && { offset: to.offset }),
    });
    this.moved.add(checkpoint._id);
    this.schedule();
  }

  /** Waits while more rows are held than should be. */
  async room(): Promise<void> {
    if (this.held.length >= mostHeld) await this.write();
  }

  /** Writes everything that is held. Throws while an engine is away; the rows stay held then. */
  async write(): Promise<void> {
    const before = this.writing;
    this.writing = (async () => {
      await before.catch(() => undefined);
      while (this.moved.size > 0 || this.held.length > 0) await this.writeHeld();
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
            this.parts.log.warn({ ...safeError(error), rows: this.held.length }, 'deferred rows are written later');
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
    this.moved.clear();
    try {
      await this.writeRows(rows);
      for (const { partition, span } of spans) await this.advance(partition, span);
    } catch (error) {
      this.held = [...rows, ...this.held];
      for (const { partition } of spans) this.moved.add(partition);
      throw error;
    }
  }

  /** One by one if the engine refuses them together, so that one event's row blocks no other. */
  private async writeRows(rows: readonly DeferredRows[]): Promise<void> {
    if (rows.length === 0) return;
    try {
      await this.parts.writer.writeDeferred(rows);
    } catch (error) {
      if (mayPass(error)) throw error;
      if (rows.length > 1) for (const row of rows) await this.writeRows([row]);
      else await this.parts.refused(rows[0]!.event, error);
    }
  }

  private async advance(partition: string, written: DeferredSpan): Promise<void> {
    const isKnown = await this.parts.checkpoints.advanceDeferred(partition, written);
    const span = this.spans.get(partition);
    if (!span) return;
    if (!isKnown) this.spans.delete(partition);
    // What was held in the meantime goes on from here.
    else this.spans.set(partition, { ...span, from: written.to });
  }
}
