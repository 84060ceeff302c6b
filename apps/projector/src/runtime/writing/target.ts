import type { ClickHouseClient } from '@clickhouse/client';
import type { AnalyticsTable } from '@superscope/contracts/read-models/analytics-table';
import type { DocumentOf, DocumentView } from '@superscope/contracts/read-models/document-view';
import {
  stateCollections,
  type CheckpointDocument,
  type DerivedDocument,
  type DirtyDocument,
  type StateCollection,
} from '@superscope/contracts/read-models/projection-state';
import {
  analyticsTables,
  documentViews,
  type TableName,
  type ViewName,
} from '@superscope/contracts/read-models/read-models';
import { withoutField } from '@superscope/contracts/wanted-schema';
import { addedFields } from '@superscope/domain/fields';
import type { Collection, Db, Document } from 'mongodb';
import { onCluster, type TableKind } from '../../analytics-schema/table-sql.js';

/** A document as the writer sees it, whatever its view. */
export interface StoredView extends Document {
  _id: string;
  revision: number;
}

/**
 * One set of read models: the live ones or, with a suffix, others beside them, such as those that a rebuild fills. The same code fills
 * both, so a rebuild proves the live code.
 */
export class Target {
  constructor(
    readonly views: Db,
    readonly clickhouse: ClickHouseClient,
    readonly suffix = '',
    private readonly kind: TableKind = { cluster: null },
    private readonly declared: {
      tables: readonly AnalyticsTable[];
      views: readonly DocumentView[];
    } = { tables: analyticsTables, views: documentViews },
  ) {}

  /** The same engines and cluster with another suffix. */
  beside(suffix: string): Target {
    return new Target(this.views, this.clickhouse, suffix, this.kind, this.declared);
  }

  /** The name that a table has in this set. */
  table(name: TableName): string {
    return this.nameOf(name);
  }

  /** The collection of a view, for reading what it declares. */
  of<View extends DocumentView>(view: View): Collection<DocumentOf<View>> {
    return this.views.collection<DocumentOf<View>>(this.nameOf(view.collection));
  }

  /** The collection of a view by its name, for writing and comparing. */
  view(name: ViewName): Collection<StoredView> {
    return this.views.collection<StoredView>(this.nameOf(name));
  }

  dirty(): Collection<DirtyDocument> {
    return this.state('dirty');
  }

  derived(): Collection<DerivedDocument> {
    return this.state('derived');
  }

  checkpoints(): Collection<CheckpointDocument> {
    return this.state('checkpoints');
  }

  /** Prepares the collections: indexes, and fields that documents of an earlier release lack. */
  async prepareViews(): Promise<void> {
    await this.createIndexes();
    for (const view of this.declared.views) await this.fillAddedFields(view);
  }

  private async fillAddedFields(view: DocumentView): Promise<void> {
    if (view.fields === undefined) return;
    const documents = this.views.collection(this.nameOf(view.collection));
    for (const [name, value] of Object.entries(addedFields(view.fields)))
      await documents.updateMany(withoutField(view, name), { $set: { [name]: value } });
  }

  private async createIndexes(): Promise<void> {
    for (const { collection, indexes } of this.declared.views)
      for (const index of indexes) await this.views.collection(this.nameOf(collection)).createIndex(index);
    await this.dirty().createIndex({ planId: 1 });
  }

  /** Drops and recreates everything that projections write under this suffix; refused for the live read models. */
  async clear(): Promise<void> {
    await this.drop();
    for (const { table } of this.declared.tables)
      await this.clickhouse.command({
        query: `CREATE TABLE ${this.nameOf(table)}${onCluster(this.kind)} AS ${table}`,
      });
    await this.createIndexes();
  }

  /** Number of rows in its tables, including duplicates that are not merged yet. */
  async countRows(): Promise<number> {
    const answer = await this.clickhouse.query({
      query: `SELECT sum(total_rows) AS n FROM system.tables WHERE database = currentDatabase() AND name IN {names:Array(String)}`,
      query_params: { names: this.declared.tables.map(({ table }) => this.nameOf(table)) },
      format: 'JSONEachRow',
    });
    return Number((await answer.json<{ n: number | null }>())[0]?.n ?? 0);
  }

  /** Swaps this target's table with another target's, atomically. */
  async exchange(name: TableName, other: Target): Promise<void> {
    await this.clickhouse.command({
      query: `EXCHANGE TABLES ${this.table(name)} AND ${other.table(name)}${onCluster(this.kind)}`,
    });
  }

  /** Drops everything under this suffix; refused for the live read models. */
  async drop(): Promise<void> {
    if (this.suffix === '') throw new Error('The live read models are never dropped.');
    for (const { table } of this.declared.tables)
      await this.clickhouse.command({
        query: `DROP TABLE IF EXISTS ${this.nameOf(table)}${onCluster(this.kind)} SYNC`,
      });
    for (const name of [...this.declared.views.map(({ collection }) => collection), ...stateCollections])
      await this.views.collection(this.nameOf(name)).drop();
  }

  private state<Stored extends Document>(name: StateCollection): Collection<Stored> {
    return this.views.collection<Stored>(this.nameOf(name));
  }

  private nameOf(declared: string): string {
    return `${declared}${this.suffix}`;
  }
}
