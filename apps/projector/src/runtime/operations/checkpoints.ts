import {
  beforeAll,
  comparePositions,
  decodePosition,
  encodePosition,
  type Position,
} from '@superscope/event-store/events/position';
import { isDuplicateKey } from '@superscope/event-store/connection/duplicate-key';
import { checkpointsOf, Progress, type ProjectionFeed } from '@superscope/event-store/reading/projection-feed';
import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';
import type { Target } from '../writing/target.js';

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
   * switched, in the meantime.
   */
  async advance(from: CheckpointDocument, to: { position: string; offset?: string }): Promise<boolean> {
    const moved = await this.target
      .checkpoints()
      // A missing field equals null.
      .updateOne({ _id: from._id, position: from.position, build: from.build ?? null } as never, {
        $set: { ...to, at: new Date() },
      });
    return moved.matchedCount === 1;
  }

  async progress(feed: ProjectionFeed): Promise<Progress> {
    const _id = { $in: checkpointsOf(feed) };
    return new Progress(await this.target.checkpoints().find({ _id }).toArray());
  }

  /** Advances a checkpoint to a position up to which the read models hold everything. It never moves back. */
  async raise(partition: string, to: Position): Promise<void> {
    for (;;) {
      const from = await this.read(partition);
      if (comparePositions(decodePosition(from.position) ?? beforeAll, to) >= 0) return;
      if (await this.advance(from, { position: encodePosition(to) })) return;
    }
  }

  /** From now on, writes that began before no longer move a checkpoint. */
  async beginBuild(): Promise<void> {
    await this.target.checkpoints().updateMany({}, { $inc: { build: 1 } });
  }
}
