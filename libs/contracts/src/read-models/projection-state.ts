/** Collections of projectors' own state, which are dropped together with the read models. */
export const stateCollections = ['dirty', 'derived', 'checkpoints'] as const;
export type StateCollection = (typeof stateCollections)[number];

/** A document of `dirty`: months of one plan that one derivation must derive again. It is removed once they are derived. */
export interface DirtyDocument {
  _id: string;
  /** Name of the derivation. */
  derivation: string;
  planId: string;
  /** yyyy-MM, inclusive. */
  fromMonth: string;
  toMonth: string;
  /** Ids of the members to derive; null for all members. */
  members: string[] | null;
  /** When the earliest of the events was recorded. Editions made before stay as they are. */
  recordedFrom: string;
  /** Encoded positions of the oldest and the newest event of the batch that made the months dirty. */
  since: string;
  position: string;
  /** Correlation ids of the commands behind it, at most a bounded number. */
  correlationIds: string[];
}

/** A document of `derived`: what a plan's visible months were derived from. */
export interface DerivedDocument {
  /** The plan's id. */
  _id: string;
  /** By month (yyyy-MM), the snapshot import that it shows and that import's month. */
  months?: Record<string, string>;
  /** Version of the plan's newest derivation. */
  version?: number;
}

/**
 * A document of `checkpoints`: how far a partition's events are in the read models. It is stored beside them, so that both are dropped
 * together.
 */
export interface CheckpointDocument {
  /** `all`, or `{topic}-{partition}`. */
  _id: string;
  /** Encoded position of the last event that was written or needed no writing. */
  position: string;
  /** With Kafka: offset of the record to read next. */
  offset?: string;
  /** The same of deferred rows, which come later. Missing: as far as everything else. */
  deferredPosition?: string;
  deferredOffset?: string;
  /** Grows when a rebuild replaces these read models. Writes to the replaced ones do not count for the new ones. */
  build?: number;
  at: Date;
}
