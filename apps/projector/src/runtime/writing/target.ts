import type { ClickHouseClient } from '@clickhouse/client';
import type { Collection, Db, Document } from 'mongodb';
import { projectedTables, type ProjectedTable } from '../../analytics-schema/migrate.js';
import { onCluster, type TableKind } from '../../analytics-schema/migration.js';
import { viewCollections, type ViewCollection } from './projection.js';

/** What the projector stores of its own, beside the documents that screens read. */
export interface StoredView extends Document {
  _id: string;
  revision: bigint;
}

/**
 * Where projections write: the live read models, or with a suffix the new ones that a rebuild fills beside them.
 * The same code fills both, so that a rebuild proves what runs live.
 */
export class Target {
  constructor(
    readonly views: Db,
    readonly clickhouse: ClickHouseClient,
    readonly suffix = '',
    private readonly kind: TableKind = { cluster: null },
  ) {}

  /** The same engines and cluster, under another suffix. */
  beside(suffix: string): Target {
    return new Target(this.views, this.clickhouse, suffix, this.kind);
  }

  table(name: ProjectedTable): string {
    return `${name}${this.suffix}`;
  }

  view(name: ViewCollection): Collection<StoredView> {
    return this.views.collection<StoredView>(`${name}${this.suffix}`);
  }

  dirty(): Collection<DirtyDocument> {
    return this.views.collection<DirtyDocument>(`dirty${this.suffix}`);
  }

  /** Which import each visible plan-month is of, by plan. */
  derived(): Collection<DerivedDocument> {
    return this.views.collection<DerivedDocument>(`derived${this.suffix}`);
  }

  checkpoints(): Collection<CheckpointDocument> {
    return this.views.collection(`checkpoints${this.suffix}`);
  }

  async createIndexes(): Promise<void> {
    await this.view('plans').createIndex({ platformId: 1 });
    await this.view('companies').createIndex({ planId: 1 });
    await this.view('members').createIndex({ planIds: 1 });
    await this.view('campaigns').createIndex({ planId: 1 });
    await this.view('users').createIndex({ role: 1 });
    await this.view('imports').createIndex({ state: 1 });
    await this.view('assets').createIndex({ platformId: 1 });
    await this.view('published').createIndex({ table: 1, ownerId: 1 });
    await this.dirty().createIndex({ planId: 1 });
  }

  /** Drops and makes anew everything a projection writes under this suffix; refused for the live read models. */
  async clear(): Promise<void> {
    await this.drop();
    for (const table of projectedTables)
      await this.clickhouse.command({ query: `CREATE TABLE ${this.table(table)}${onCluster(this.kind)} AS ${table}` });
    await this.createIndexes();
  }

  /** Puts another target's table in the place of this one's, at once, and this one's in its place. */
  async exchange(name: ProjectedTable, other: Target): Promise<void> {
    await this.clickhouse.command({
      query: `EXCHANGE TABLES ${this.table(name)} AND ${other.table(name)}${onCluster(this.kind)}`,
    });
  }

  /** Drops everything under this suffix; refused for the live read models. */
  async drop(): Promise<void> {
    if (this.suffix === '') throw new Error('The live read models are never dropped.');
    for (const table of projectedTables)
      await this.clickhouse.command({ query: `DROP TABLE IF EXISTS ${this.table(table)}${onCluster(this.kind)} SYNC` });
    for (const view of [...viewCollections, 'dirty', 'derived', 'checkpoints'])
      await this.views.collection(`${view}${this.suffix}`).drop();
  }
}

/** Months of one plan that must be derived again; merged by plan, removed once derived. */
export interface DirtyDocument {
  _id: string;
  planId: string;
  fromMonth: string;
  toMonth: string;
  /** null: every member. */
  members: string[] | null;
  /** When the earliest of its events was recorded; documents of an earlier version have none. Editions of before stay as they are. */
  recordedFrom?: string;
  /** Encoded positions of the oldest and the newest event of the batch it is of. */
  since: string;
  position: string;
  /** Of the commands behind it, a bounded number; documents of an earlier version have none. */
  correlationIds?: string[];
}

/** What a plan's visible months were derived from: month (yyyy-MM) to the snapshot import, and its month, that it shows. */
export interface DerivedDocument {
  _id: string;
  months?: Record<string, string>;
  /** Of the plan's newest derivation; see plan-version.ts. */
  version?: number;
}

/** How far a partition's events are in the read models. It stands beside them, so that both are dropped together. */
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
