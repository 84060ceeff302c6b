import type { ReadModel, TableName } from '@superscope/contracts/read-models/read-models';
import type { TypeOf } from '@superscope/domain/event';
import type { ByEvent } from '@superscope/event-store/events/by-event';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { DoubleBuffer } from '../writing/double-buffer.js';
import { allMonths, type Dirty } from '../writing/projection.js';
import type { Target } from '../writing/target.js';

/** With more stale members than this, deriving the whole plan costs less than picking them from its rows. */
export const membersWorthPicking = 500;

/** Months (yyyy-MM, inclusive) of a plan to derive again, for all members (null) or some. */
export interface StaleMonths {
  fromMonth: string;
  toMonth: string;
  members: readonly string[] | null;
  /**
   * The recording time of the earliest new fact; '' means before everything. A state as of an earlier moment is not
   * stale.
   */
  recordedFrom: string;
}

/** What new facts made stale of one plan: all of these together. */
export interface StalePlan {
  planId: string;
  ranges: readonly StaleMonths[];
}

/** A plan of which everything is stale. */
export const wholePlan = (planId: string): StalePlan => ({
  planId,
  ranges: [{ ...allMonths, members: null, recordedFrom: '' }],
});

export interface Derived {
  /** The change to announce to screens; empty if nothing that they show changed. */
  changed: readonly ReadModel[];
  /** Number of rows written, for the log. */
  counts: Readonly<Record<string, number>>;
}

/** One run of a derivation for one plan. */
export interface DerivationRun {
  planId: string;
  /** Greater than the version of every existing row and of every run that began before. */
  version: string;
  /** Whether this process may still derive the plan. */
  mayPublish: () => boolean;
  /** Stores rows while the next ones are derived. The run ends only once everything is stored. */
  inserts: DoubleBuffer;
}

/**
 * The read models that a derivation reads facts from and those that it publishes into. For live figures they are the
 * same.
 */
export interface DerivationTables {
  facts: Target;
  published: Target;
}

/** The plan-months that an event makes stale, by event type. Pure, so that order between streams cannot matter. */
export type StaleBy = Readonly<Record<string, (event: RecordedEvent) => Dirty[]>>;

/** What each event of a stream makes stale, but those that make nothing stale. */
export const staleOfStream = <Stream, const Ignored extends TypeOf<Stream> = never>(
  _stream: Stream,
  _ignores: readonly Ignored[],
  stale: ByEvent<Stream, Ignored, Dirty[]>,
): StaleBy => stale;

/**
 * Figures that are derived from facts, one plan at a time. The runtime does not know what is derived: it stores stale
 * plan-months, leases plans, gives each run a version, and retries failures.
 */
export interface Derivation {
  /** Its name in stored notes and in logs. */
  readonly name: string;
  /** Kinds of change that are announced once they are derived, not when their facts are written. */
  readonly announces: readonly ReadModel[];
  /** Tables whose rows make other facts count. They are written last, so that a run never finds facts with some of their rows missing. */
  readonly factsCountBy: readonly TableName[];
  /** Tables that it writes, each with a plan and a version in every row. */
  readonly publishes: readonly TableName[];
  readonly staleBy: StaleBy;
  /** Plans that have facts to derive from. Stale plan-months of other plans are dropped. */
  plansWithFacts: (facts: Target) => Promise<ReadonlySet<string>>;
  /** A function that derives a plan's stale months. It may keep a cache from one run to the next. */
  between: (tables: DerivationTables) => (stale: StalePlan, run: DerivationRun) => Promise<Derived>;
}
