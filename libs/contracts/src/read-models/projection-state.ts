/** What projectors keep of their own beside the read models, and are dropped with them. */
export const stateCollections = ['dirty', 'derived', 'checkpoints'] as const;
export type StateCollection = (typeof stateCollections)[number];

/** Of `dirty`: months of one plan that one derivation has to derive again. Removed once they are derived. */
export interface DirtyDocument {
  _id: string;
  /** Name of the derivation. */
  derivation: string;
  planId: string;
  /** yyyy-MM, inclusive. */
  fromMonth: string;
  toMonth: string;
  /** null: every member. */
  members: string[] | null;
  /** When the earliest of its events was recorded. Editions of before stay as they are. */
  recordedFrom: string;
  /** Encoded positions of the oldest and the newest event of the batch it is of. */
  since: string;
  position: string;
  /** Of the commands behind it, a bounded number. */
  correlationIds: string[];
}

/** Of `derived`: what a plan's visible months were derived from. */
export interface DerivedDocument {
  /** The plan's id. */
  _id: string;
  /** By month (yyyy-MM) the snapshot import, and its month, that it shows. */
  months?: Record<string, string>;
  /** Of the plan's newest derivation. */
  version?: number;
}

/** Of `checkpoints`: how far a partition's events are in the read models. It stands beside them, so that both are dropped together. */
export interface CheckpointDocument {
  /** `all`, or `{topic}-{partition}`. */
  _id: string;
  /** Encoded position of the last event that was written, or needed no writing. */
  position: string;
  /** Of Kafka: the record to read next. */
  offset?: string;
  /** Grows when a rebuild puts others in the place of these read models: what was written to the old ones does not count for them. */
  build?: number;
  at: Date;
}
