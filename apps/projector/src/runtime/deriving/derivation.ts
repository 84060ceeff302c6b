import type { ReadModel, TableName } from '@superscope/contracts/read-models/read-models';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { DoubleBuffer } from '../writing/double-buffer.js';
import type { Dirty } from '../writing/projection.js';
import type { Target } from '../writing/target.js';

/** Months of one plan to derive again, all members or some. */
export interface StalePlan {
  planId: string;
  fromMonth: string;
  toMonth: string;
  members: readonly string[] | null;
  /** When the earliest of the facts that came was recorded; '': before everything. What stood as of an earlier moment is not stale. */
  recordedFrom: string;
}

export interface Derived {
  /** What screens have to be told of. */
  changed: readonly ReadModel[];
  /** How much was written, for the log. */
  counts: Readonly<Record<string, number>>;
}

/** One run of a derivation for one plan. */
export interface DerivationRun {
  planId: string;
  /** Greater than that of every row that stands and of every run that began before. */
  version: string;
  /** Whether the plan is still this process's to derive. */
  mayPublish: () => boolean;
  /** Stores rows while the next ones are derived. The run ends only once everything is stored. */
  inserts: DoubleBuffer;
}

/** The read models that a derivation reads facts from, and those that it publishes into: live, the same ones. */
export interface DerivationTables {
  facts: Target;
  published: Target;
}

/** By event type, the plan-months that an event makes stale. Pure, so that order between streams cannot matter. */
export type StaleBy = Readonly<Record<string, (event: RecordedEvent) => Dirty[]>>;

/**
 * Figures that follow from facts, a plan at a time. The runtime knows nothing of what is derived: it stores what is stale, leases
 * plans, versions runs, and tries again what failed.
 */
export interface Derivation {
  /** Names it in stored notes and in logs. */
  readonly name: string;
  /** Kinds of change that are told once they are derived, not when their facts are written. */
  readonly announces: readonly ReadModel[];
  /** Tables whose rows make other facts count. They are written last, so that a run never finds facts with some of their rows missing. */
  readonly factsCountBy: readonly TableName[];
  /** Tables that it writes, each with a plan and a version in every row. */
  readonly publishes: readonly TableName[];
  readonly staleBy: StaleBy;
  /** Plans that have anything to derive from. What is stale of any other plan is forgotten. */
  plansWithFacts: (facts: Target) => Promise<ReadonlySet<string>>;
  /** A function that derives what is stale of a plan. What it learns may be kept from one run to the next. */
  between: (tables: DerivationTables) => (stale: StalePlan, run: DerivationRun) => Promise<Derived>;
}
