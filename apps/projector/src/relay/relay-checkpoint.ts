import { decodePosition, encodePosition, type Position } from '@superscope/event-store/events/position';
import type { Collection, Db } from 'mongodb';

interface CheckpointDocument {
  _id: string;
  /** Encoded: everything up to here is in the topic. */
  position: string | null;
  /** Of the last record in each partition that was written to. */
  offsets: Record<string, string>;
  /** The holding of the lease that may write here. */
  owner: string;
  at: Date;
}

/** How far a topic is filled. */
export interface RelayStart {
  position: Position | null;
  offsets: Record<string, string>;
}

/** How far a topic is filled, in `ops.relay_checkpoint`. Only what the brokers acknowledged is noted. */
export class RelayCheckpoint {
  private readonly checkpoints: Collection<CheckpointDocument>;

  constructor(
    ops: Db,
    private readonly topic: string,
  ) {
    this.checkpoints = ops.collection('relay_checkpoint');
  }

  /** Makes this owner the only one who can write it. Answers how far the topic is filled. */
  async claim(owner: string): Promise<RelayStart> {
    const before = await this.checkpoints.findOneAndUpdate(
      { _id: this.topic },
      { $set: { owner, at: new Date() }, $setOnInsert: { position: null, offsets: {} } },
      { upsert: true, returnDocument: 'after' },
    );
    return { position: decodePosition(before?.position ?? ''), offsets: before?.offsets ?? {} };
  }

  /** False when another owner claimed it. */
  async save(owner: string, position: Position, offsets: Record<string, string>): Promise<boolean> {
    const filled = { position: encodePosition(position), offsets, at: new Date() };
    return (await this.checkpoints.updateOne({ _id: this.topic, owner }, { $set: filled })).matchedCount === 1;
  }
}
