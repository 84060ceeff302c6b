import {
  beforeAll,
  comparePositions,
  decodePosition,
  encodePosition,
  type Position,
} from '@superscope/event-store/events/position';
import { isDuplicateKey } from '@superscope/event-store/connection/duplicate-key';
import {
  checkpointsOf,
  deferredProgress,
  Progress,
  type ProjectionFeed,
} from '@superscope/event-store/reading/projection-feed';
import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';
import type { Target } from '../writing/target.js';

/** Positions (encoded) between which one process has written all deferred rows of a partition. */
export interface DeferredSpan {
  from: string;
  to: string;
  /** With Kafka: offset of the record to read next. */
  offset?: string;
  /** The build of the read models that were written to. */
  build: number | null;
}

export const isBefore = (a: string, b: string): boolean =>
  comparePositions(decodePosition(a) ?? beforeAll, decodePosition(b) ?? beforeAll) < 0;

/** How far a checkpoint's deferred rows are. Without a position of their own, as far as everything else. */
export function deferredOf({
  position,
  offset,
  deferredPosition,
  deferredOffset,
}: CheckpointDocument): Pick<CheckpointDocument, 'deferredOffset'> & { deferredPosition: string } {
  const of = deferredPosition === undefined ? offset : deferredOffset;
  return { deferredPosition: deferredPosition ?? position, ...(of !== undefined && { deferredOffset: of }) };
}

/** Where a projector that starts reads on (encoded): behind the last event of which nothing is missing. */
export function completeUpTo(checkpoint: CheckpointDocument): string {
  const { deferredPosition } = deferredOf(checkpoint);
  return isBefore(deferredPosition, checkpoint.position) ? deferredPosition : checkpoint.position;
}

/**
 * The checkpoints of all projectors. A projector that lost its partition midway may still write facts, which changes
 * nothing. Its checkpoint is refused once another projector's has moved, so no checkpoint ever goes back.
 */
export class Checkpoints {
  constructor(private readonly target: Target) {}

  /** Reads from the database each time, because another process may have advanced the checkpoint. Creates a missing one. */
  async read(partition: string): Promise<CheckpointDocument> {
    for (;;) {
      const found = await this.target.checkpoints().findOne({ _id: partition });
      if (found !== null) return found;
      const fresh = { _id: partition, position: encodePosition(beforeAll), at: new Date() };
      try {
        await this.target.checkpoints().insertOne(fresh);
        return fresh;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  /**
   * Advances a checkpoint from the value that was read; false if another projector advanced it, or a rebuild
   * switched, in the meantime. Its deferred rows stay behind.
   */
  async advance(from: CheckpointDocument, to: { position: string; offset?: string }): Promise<boolean> {
    return this.move(from, to, { position: from.position });
  }

  /**
   * Advances a checkpoint whose deferred rows are written from one position to another. False if they are not written up to the first, or a
   * rebuild switched in the meantime: then the rows in between are not known to be there. It never moves back.
   */
  async advanceDeferred(partition: string, written: DeferredSpan): Promise<boolean> {
    for (;;) {
      const from = await this.read(partition);
      const stored = deferredOf(from).deferredPosition;
      if ((from.build ?? null) !== written.build || isBefore(stored, written.from)) return false;
      const isFurther = isBefore(stored, written.to);
      if (!isFurther && (written.offset === undefined || stored !== written.to)) return true;
      const deferredPosition = isFurther ? written.to : stored;
      const to = { deferredPosition, ...(written.offset !== undefined && { deferredOffset: written.offset }) };
      // Not refused when the checkpoint's other writes have moved on meanwhile, as they do all the time.
      if (await this.move(from, to, {})) return true;
    }
  }

  /** False if what was read of the deferred rows, or the fields of `unless`, have changed since. */
  private async move(
    from: CheckpointDocument,
    to: Partial<CheckpointDocument>,
    unless: Pick<Partial<CheckpointDocument>, 'position'>,
  ): Promise<boolean> {
    const { _id, position, deferredPosition, build = null } = from;
    const isFirst = deferredPosition === undefined;
    const same = isFirst
      ? { deferredPosition: null, position }
      : to.deferredPosition === undefined
        ? {}
        : { deferredPosition };
    const moved = await this.target
      .checkpoints()
      // A missing field equals null.
      .updateOne({ _id, build, ...same, ...unless } as never, {
        $set: { ...(isFirst && deferredOf(from)), ...to, at: new Date() },
      });
    return moved.matchedCount === 1;
  }

  /** How far everything is, apart from deferred rows. */
  async progress(feed: ProjectionFeed): Promise<Progress> {
    return new Progress(await this.of(feed));
  }

  /** How far everything is. */
  async wholeProgress(feed: ProjectionFeed): Promise<Progress> {
    return deferredProgress(await this.of(feed));
  }

  private of(feed: ProjectionFeed): Promise<CheckpointDocument[]> {
    return this.target
      .checkpoints()
      .find({ _id: { $in: checkpointsOf(feed) } })
      .toArray();
  }

  /** Advances a checkpoint to a position up to which the read models hold everything. It never moves back. */
  async raise(partition: string, to: Position): Promise<void> {
    for (;;) {
      const from = await this.read(partition);
      const raised = (at: string) => (isBefore(at, encodePosition(to)) ? encodePosition(to) : at);
      const before = deferredOf(from).deferredPosition;
      const [position, deferredPosition] = [raised(from.position), raised(before)];
      if (position === from.position && deferredPosition === before) return;
      if (await this.move(from, { position, deferredPosition }, { position: from.position })) return;
    }
  }

  /** From now on, writes that began before no longer move a checkpoint. */
  async beginBuild(): Promise<void> {
    await this.target.checkpoints().updateMany({}, { $inc: { build: 1 } });
  }
}
