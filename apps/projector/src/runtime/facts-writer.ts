import type { AnyBulkWriteOperation } from 'mongodb';
import { MongoBulkWriteError } from 'mongodb';
import type { ReadModel } from '@superscope/contracts/changes';
import { encodePosition } from '@superscope/event-store/position';
import type { RecordedEvent } from '@superscope/event-store/recorded-event';
import { Long } from 'mongodb';
import type { ProjectedTable } from '../analytics-schema/migrate.js';
import { insertRows } from '../clickhouse-rows/insert-rows.js';
import { expandDirty } from './dirty-months.js';
import type { Dirty, DocumentWrite, Projected, Projection, RowWrite, ViewCollection } from './projection.js';
import type { StoredView, Target } from './target.js';

/** What a batch changed, for those who watch: read models by plan (null: not one plan's). */
export type Changed = Map<string | null, Set<ReadModel>>;

/** Rows of one insert; ClickHouse likes them large, memory likes them bounded. */
const rowsPerInsert = 50_000;

/**
 * Writes the facts of a batch of events: documents guarded by their stream's revision, rows keyed by event, and the
 * plan-months they make stale. Delivering a batch again, or late, changes nothing.
 */
export class FactsWriter {
  private readonly byType = new Map<string, Projection[]>();

  constructor(
    private readonly target: Target,
    projections: readonly Projection[],
  ) {
    for (const projection of projections)
      for (const type of projection.handles) this.byType.set(type, [...(this.byType.get(type) ?? []), projection]);
  }

  /** The event types some projection handles. */
  types(): string[] {
    return [...this.byType.keys()];
  }

  async write(events: readonly RecordedEvent[]): Promise<Changed> {
    const changed: Changed = new Map();
    const documents = new Map<ViewCollection, DocumentWrite[]>();
    const rows = new Map<ProjectedTable, RowWrite[]>();
    const dirty: Dirty[] = [];
    for (const event of events)
      for (const projection of this.byType.get(event.type) ?? []) {
        const projected = projection.project(event);
        this.collect(projected, documents, rows, dirty);
        const plan = projected.planId ?? null;
        changed.set(plan, (changed.get(plan) ?? new Set()).add(projection.readModel));
      }
    // What makes an import current comes last: a derivation must never find it with some of its rows missing.
    const steps = rows.get('plan_month_import');
    rows.delete('plan_month_import');
    await Promise.all([
      ...[...documents].map(([collection, writes]) => this.writeDocuments(collection, writes)),
      ...[...rows].map(([table, writes]) => this.writeRows(table, writes)),
    ]);
    if (steps) await this.writeRows('plan_month_import', steps);
    // Only now: a dirty plan-month must not be derived before the facts that made it so.
    const [first, last] = [events[0], events.at(-1)];
    if (dirty.length > 0 && first && last)
      await this.markDirty(dirty, { since: encodePosition(first.position), position: encodePosition(last.position) });
    return changed;
  }

  private collect(
    projected: Projected,
    documents: Map<ViewCollection, DocumentWrite[]>,
    rows: Map<ProjectedTable, RowWrite[]>,
    dirty: Dirty[],
  ): void {
    for (const write of projected.documents ?? []) {
      const list = documents.get(write.collection);
      if (list) list.push(write);
      else documents.set(write.collection, [write]);
    }
    for (const row of projected.rows ?? []) {
      const list = rows.get(row.table);
      if (list) list.push(row);
      else rows.set(row.table, [row]);
    }
    if (projected.dirty) dirty.push(...projected.dirty);
  }

  private async writeDocuments(name: ViewCollection, writes: DocumentWrite[]): Promise<void> {
    const operations = writes.map((write): AnyBulkWriteOperation<StoredView> => {
      const revision = Long.fromBigInt(write.revision);
      return {
        updateOne: {
          filter: { _id: write.id, revision: { $lt: revision } } as never,
          update: {
            $set: { ...write.set, revision } as never,
            ...(write.addToSet ? { $addToSet: write.addToSet as never } : {}),
          },
          upsert: true,
        },
      };
    });
    try {
      // Ordered: two revisions of one document in a batch must be applied in their order.
      await this.bulkInOrder(name, operations);
    } catch (error) {
      throw new Error(`Writing ${name} failed: ${(error as Error).message}`, { cause: error });
    }
  }

  /** A duplicate key here means that a later revision stands already: that write is dropped and the rest goes on. */
  private async bulkInOrder(name: ViewCollection, operations: AnyBulkWriteOperation<StoredView>[]): Promise<void> {
    let rest = operations;
    while (rest.length > 0) {
      try {
        await this.target.view(name).bulkWrite(rest, { ordered: true });
        return;
      } catch (error) {
        const failed = error instanceof MongoBulkWriteError ? [error.writeErrors].flat()[0] : undefined;
        if (failed?.code !== 11000) throw error;
        rest = rest.slice(failed.index + 1);
      }
    }
  }

  private async writeRows(table: ProjectedTable, writes: RowWrite[]): Promise<void> {
    const { clickhouse } = this.target;
    for (let from = 0; from < writes.length; from += rowsPerInsert) {
      const rows = writes.slice(from, from + rowsPerInsert).map((write) => write.values);
      await insertRows(clickhouse, this.target.table(table), writes[0]!.columns, rows);
    }
  }

  private async markDirty(dirty: Dirty[], batch: { since: string; position: string }): Promise<void> {
    const documents = await expandDirty(this.target, dirty, batch);
    if (documents.length === 0) return;
    await this.target.dirty().bulkWrite(
      documents.map((document) => ({
        replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true },
      })),
      { ordered: false },
    );
  }
}
