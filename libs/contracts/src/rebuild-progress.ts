/** Phases of a rebuild: replay events, derive figures, wait until the live read models have the same events, compare both, and switch. */
export const rebuildPhases = ['replaying', 'deriving', 'waiting', 'comparing', 'switching'] as const;
export type RebuildPhase = (typeof rebuildPhases)[number];

/** `switched`: the rebuilt read models are live. `differs`: they differed, and nothing was switched. */
export const rebuildStates = ['running', 'switched', 'differs', 'failed'] as const;
export type RebuildState = (typeof rebuildStates)[number];

/** The newest rebuild, as its process writes it to `ops.rebuilds`. It only informs people, so it may be lost. */
export interface RebuildDocument {
  _id: 'newest';
  state: RebuildState;
  phase: RebuildPhase;
  /** The one kind of read model that is compared and switched; null for all kinds. */
  only: string | null;
  /** Number of replayed events, and of rows in the rebuilt tables. */
  events: number;
  rows: number;
  /** How much of the phase is done, in the phase's own unit. A total of 0 means that the total is unknown. */
  done: number;
  total: number;
  startedAt: Date;
  phaseStartedAt: Date;
  /** When the rebuild's process last wrote. */
  at: Date;
  /** Number of tables and collections that differ, once they were compared. */
  differences: number;
}
