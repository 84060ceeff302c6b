import type { Role } from '@superscope/domain/user/user.events';
import type { Position } from './position.js';

/**
 * The author of a command, and the request that it belongs to. One command writes one stream; its id makes a retry
 * safe.
 */
export interface CommandContext {
  /** User id, or 'system' for the product's own commands. */
  readonly actor: string;
  readonly role: Role | 'System';
  /** A text that identifies this command permanently. */
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId?: string | null;
  /** Instant, UTC. */
  readonly at: string;
  /** Digest of the request's body. The same command id with another digest is refused. */
  readonly bodyDigest?: string;
}

export interface EventMetadata {
  readonly actor: string;
  readonly role: string;
  readonly at: string;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly commandId: string;
  readonly schemaVersion: number;
  /**
   * This event is number `index` of the `of` events of its command, which distinguishes a finished command from an
   * interrupted one.
   */
  readonly index: number;
  readonly of: number;
  readonly bodyDigest?: string;
}

interface Recorded {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  readonly revision: bigint;
  readonly position: Position;
  readonly created: Date;
}

/** An event as it was written, with personal fields in plain text. */
export interface RecordedEvent<Data = unknown> extends Recorded {
  readonly data: Data;
  readonly metadata: EventMetadata;
  /** Size of the stored data with personal fields sealed. An event that was not read from the store has none. */
  readonly bytes?: number;
}

/** An event that cannot be read (broken, of a later version, or of an unknown stream) and becomes a dead letter. */
export interface UndecodableEvent extends Recorded {
  readonly undecodable: string;
}

export const isUndecodable = (event: RecordedEvent | UndecodableEvent): event is UndecodableEvent =>
  'undecodable' in event;
