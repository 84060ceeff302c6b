import { decodePosition, encodePosition, type Position } from '@superscope/event-store/events/position';
import type { Collection, Db } from 'mongodb';

interface CheckpointDocument {
  _id: string;
  /** Encoded position up to which everything is in the topic. */
  position: string | null;
  /** Offset of the last record in each partition that was written to. */
  offsets: Record<string, string>;
  /** Id of the lease holding that may write this document. */
  owner: string;
  at: Date;
}

/** How far a topic is filled. */
export interface RelayStart {
  position: Position | null;
  offsets: Record<string, string>;
}

/** How far a topic is filled, in `ops.relay_checkpoint`. Only events acknowledged by the brokers count. */
export class RelayCheckpoint {
  private readonly checkpoints: Collection<CheckpointDocument>;

  constructor(
    ops: Db,
    private readonly topic: string,
  ) {
    this.checkpoints = ops.collection('relay_checkpoint');
  }

  /** Makes this owner the only one that can write the checkpoint. Returns how far the topic is filled. */
  async claim(owner: string): Promise<RelayStart> {
    const before = await this.checkpoints.findOneAndUpdate(
      { _id: this.topic },
      { $set: { owner, at: new Date() }, $setOnInsert: { position: null, offsets: {} } },
      { upsert: true, returnDocument: 'after' },
    );
    return { position: decodePosition(before?.position ?? ''), offsets: before?.offsets ?? {} };
  }

  /** False if another owner has claimed the checkpoint. */
  async save(owner: string, position: Position, offsets: Record<string, string>): Promise<boolean> {
    const filled = { position: encodePosition(position), offsets, at: new Date() };
    return (await this.checkpoints.updateOne({ _id: this.topic, owner }, { $set: filled })).matchedCount === 1;
  }
}
