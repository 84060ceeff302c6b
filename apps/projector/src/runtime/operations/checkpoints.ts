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
  /** With Kafka: offset of the record behind `to`. */
  offset?: string;
  /** The build of the read models that were written to. */
  build: number | null;
}

export const isBefore = (a: string, b: string): boolean =>
  comparePositions(decodePosition(a) ?? beforeAll, decodePosition(b) ?? beforeAll) < 0;

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
  async advance(from: CheckpointDocument, position: string): Promise<boolean> {
    return this.move(from, { position, deferredPosition: from.deferredPosition ?? from.position });
  }

  /**
   * Advances a checkpoint whose deferred rows are written from one position to another. False if they are not written up to the first, or a
   * rebuild switched in the meantime: then the rows in between are not known to be there. It never moves back.
   */
  async advanceDeferred(partition: string, written: DeferredSpan): Promise<boolean> {
    for (;;) {
      const from = await this.read(partition);
      const stored = from.deferredPosition ?? from.position;
      if ((from.build ?? null) !== written.build || isBefore(stored, written.from)) return false;
      const isFurther = isBefore(stored, written.to);
      if (!isFurther && (written.offset === undefined || stored !== written.to)) return true;
      const deferredPosition = isFurther ? written.to : stored;
      if (await this.move(from, { deferredPosition, ...(written.offset !== undefined && { offset: written.offset }) }))
        return true;
    }
  }

  private async move(from: CheckpointDocument, to: Partial<CheckpointDocument>): Promise<boolean> {
    const { _id, position, deferredPosition = null, build = null } = from;
    const moved = await this.target
      .checkpoints()
      // A missing field equals null.
      .updateOne({ _id, position, deferredPosition, build } as never, { $set: { ...to, at: new Date() } });
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
      const [position, deferredPosition] = [from.position, from.deferredPosition ?? from.position].map((at) =>
        isBefore(at, encodePosition(to)) ? encodePosition(to) : at,
      ) as [string, string];
      if (position === from.position && deferredPosition === (from.deferredPosition ?? from.position)) return;
      if (await this.move(from, { position, deferredPosition })) return;
    }
  }

  /** From now on, writes that began before no longer move a checkpoint. */
  async beginBuild(): Promise<void> {
    await this.target.checkpoints().updateMany({}, { $inc: { build: 1 } });
  }
}
