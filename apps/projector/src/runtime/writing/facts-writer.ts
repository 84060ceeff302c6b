import type { AnalyticsTable } from '@superscope/contracts/read-models/analytics-table';
import type { DocumentView } from '@superscope/contracts/read-models/document-view';
import { isDuplicateKey } from '@superscope/event-store/connection/duplicate-key';
import type { AnyBulkWriteOperation } from 'mongodb';
import { MongoBulkWriteError } from 'mongodb';
import {
  analyticsTables,
  documentViews,
  type ReadModel,
  type TableName,
  type ViewName,
} from '@superscope/contracts/read-models/read-models';
import { encodePosition, type Position } from '@superscope/event-store/events/position';
import {
  isUndecodable,
  type RecordedEvent,
  type UndecodableEvent,
} from '@superscope/event-store/events/recorded-event';
import { insertRows } from '../../clickhouse-rows/insert-rows.js';
import { addCorrelationId } from './correlation-ids.js';
import type { Derivation } from '../deriving/derivation.js';
import { expandDirty, type StaleRange } from '../deriving/dirty-months.js';
import { ProjectionFailure, WriteFailure } from './failures.js';
import { operationOf } from './document-operations.js';
import { recordedAt } from './instants.js';
import type { DocumentWrite, Projected, Projection, RowWrite } from './projection.js';
import { documentKey, restoreDocuments, type WritesByDocument } from './restore-documents.js';
import { settleAll } from './settle-all.js';
import type { StoredView, Target } from './target.js';

/** The changes of a batch, for screens, by plan (null: not about one plan). */
export type Changed = Map<string | null, ChangedOfPlan>;

export interface ChangedOfPlan {
  readModels: Set<ReadModel>;
  /** Ids of the commands that caused the changes, at most a fixed number. */
  correlationIds: Set<string>;
}

/** Merges a plan's changes into those recorded before. */
export function addChanged(
  changed: Changed,
  planId: string | null,
  readModels: Iterable<ReadModel>,
  correlationIds: Iterable<string>,
): void {
  const known = changed.get(planId) ?? { readModels: new Set(), correlationIds: new Set() };
  changed.set(planId, known);
  for (const readModel of readModels) known.readModels.add(readModel);
  for (const id of correlationIds) addCorrelationId(known.correlationIds, id);
}

/** The deferred rows of one event. */
export interface DeferredRows {
  event: EventIdentity;
  rows: readonly RowWrite[];
}

/** Identifies an event in the store, without its data. */
export type EventIdentity = Pick<RecordedEvent, 'id' | 'stream' | 'revision'>;

/** The writes of some events, by destination. */
interface Gathered {
  documents: Map<ViewName, DocumentWrite[]>;
  rows: Map<TableName, RowWrite[]>;
  deferred: DeferredRows[];
  dirty: StaleRange[];
  changed: Changed;
}

/** Where rows go. `write` resolves once the destination has taken them all. */
export interface RowDestination {
  write(table: TableName, columns: readonly string[], rows: readonly (readonly unknown[])[]): Promise<void>;
}

/** The parts of a derivation that the writer uses. */
type FactsOf = Pick<Derivation, 'name' | 'factsCountBy' | 'staleBy'>;

type Stream = AsyncIterable<RecordedEvent | UndecodableEvent>;

/** The rows of one insert. ClickHouse prefers large inserts; memory limits them. */
const rowsPerInsert = 50_000;
/** Views whose documents say that events were applied. */
const viewsWrittenLast: ReadonlySet<ViewName> = new Set(
  documentViews.filter(({ writtenLast }: DocumentView) => writtenLast === true).map(({ collection }) => collection),
);

/**
 * Writes the facts of a batch of events: documents guarded by their stream's revision, rows keyed by event, and the
 * plan-months they make stale. A repeated or late delivery changes nothing.
 */
export class FactsWriter {
  private readonly byType = new Map<string, Projection[]>();
  /** Tables whose rows make other facts count, or record that an event was applied. */
  private readonly writtenLast: ReadonlySet<TableName>;

  constructor(
    private readonly target: Target,
    projections: readonly Projection[],
    private readonly derivations: readonly FactsOf[] = [],
    /** By default the target's tables, where a write's rows are stored once it resolves. */
    private readonly rowsTo: RowDestination = insertedAtOnce(target),
  ) {
    for (const projection of projections)
      for (const type of projection.handles) this.byType.set(type, [...(this.byType.get(type) ?? []), projection]);
    const last = analyticsTables.filter(({ writtenLast }: AnalyticsTable) => writtenLast === true);
    this.writtenLast = new Set([
      ...derivations.flatMap(({ factsCountBy }) => factsCountBy),
      ...last.map(({ table }) => table),
    ]);
  }

  /** The event types that a projection handles, or that make a plan-month stale. */
  types(): string[] {
    return [...new Set([...this.byType.keys(), ...this.derivations.flatMap(({ staleBy }) => Object.keys(staleBy))])];
  }

  /**
   * Throws ProjectionFailure for an event that a projection cannot read, before anything is written. Throws
   * WriteFailure if an engine refuses a write; some of the batch may then be written. `defer` gets the deferred rows once everything else is
   * written; without it they are written too.
   */
  async write(events: readonly RecordedEvent[], defer?: (rows: readonly DeferredRows[]) => void): Promise<Changed> {
    const { documents, rows, deferred, dirty, changed } = this.gather(events);
    const { before, last } = this.inOrder(defer ? rows : withDeferred(rows, deferred));
    const endings = [...documents].filter(([view]) => viewsWrittenLast.has(view));
    // Waits for all writes, because `withdraw` must not run before the writes that it undoes have ended.
    await settleAll([
      ...[...documents]
        .filter(([view]) => !viewsWrittenLast.has(view))
        .map(([view, writes]) => this.writeDocuments(view, writes)),
      ...before.map(([table, writes]) => this.writeRows(table, writes)),
    ]);
    for (const [table, writes] of last) await this.writeRows(table, writes);
    // Done after the facts, because a stale plan-month must not be derived before its facts are written.
    const [first, newest] = [events[0], events.at(-1)];
    if (dirty.length > 0 && first && newest) await this.markDirty(dirty, first.position, newest.position);
    for (const [view, writes] of endings) await this.writeDocuments(view, writes);
    defer?.(deferred);
    return changed;
  }

  /** The deferred rows of an event whose other writes are done. Throws ProjectionFailure. */
  deferredOf(event: RecordedEvent): DeferredRows[] {
    const projections = (this.byType.get(event.type) ?? []).filter(({ deferred }) => deferred === true);
    return projections.map((projection) =>
      deferredRows(
        event,
        ofEvent(projection.readModel, () => projection.project(event)),
      ),
    );
  }

  /** Writes deferred rows of any number of events. Throws WriteFailure. */
  async writeDeferred(deferred: readonly DeferredRows[]): Promise<void> {
    await settleAll([...withDeferred(new Map(), deferred)].map(([table, writes]) => this.writeRows(table, writes)));
  }

  /**
   * Applies an event that was set aside, as if it had been applied in order: its documents are rebuilt from their
   * whole stream, its rows are added, and the plan-months that it and the events behind it make stale are derived
   * again. `without`: events of the stream that stay set aside. Repeating it changes nothing.
   */
  async restore(event: RecordedEvent, read: () => Stream, without: ReadonlySet<string>): Promise<Changed> {
    const own = this.gather([event]);
    const { before, last } = this.inOrder(withDeferred(own.rows, own.deferred));
    for (const [table, rows] of before) await this.writeRows(table, rows);
    await restoreDocuments(this.target, documentsIn(own), () => this.writesOf(own, read(), without), event.revision);
    for (const [table, rows] of last) await this.writeRows(table, rows);
    const dirty = [...own.dirty, ...(await this.dirtyAfter(event, read(), without))];
    if (dirty.length > 0) await this.markDirty(dirty, event.position, event.position, ' retry');
    return own.changed;
  }

  /**
   * Removes an event's writes from the documents before it is set aside. `without` names this event and others that
   * were set aside.
   */
  async withdraw(event: RecordedEvent, read: () => Stream, without: ReadonlySet<string>): Promise<void> {
    const own = this.gather([event]);
    await restoreDocuments(this.target, documentsIn(own), () => this.writesOf(own, read(), without), null);
  }

  private gather(events: readonly RecordedEvent[]): Gathered {
    const gathered: Gathered = { documents: new Map(), rows: new Map(), deferred: [], dirty: [], changed: new Map() };
    const { changed } = gathered;
    for (const event of events) {
      const { correlationId } = event.metadata;
      for (const projection of this.byType.get(event.type) ?? []) {
        const projected = ofEvent(projection.readModel, () => projection.project(event));
        if (projection.deferred === true) gathered.deferred.push(deferredRows(event, projected));
        else this.collect(projected, gathered.documents, gathered.rows);
        if (projection.ofTheLog === true) continue;
        addChanged(changed, projected.planId ?? null, [projection.readModel], [correlationId]);
      }
      for (const { name, staleBy } of this.derivations)
        for (const range of ofEvent(name, () => staleBy[event.type]?.(event) ?? []))
          gathered.dirty.push({ ...range, derivation: name, recordedAt: recordedAt(event), correlationId });
    }
    return gathered;
  }

  /**
   * Rows of tables that make other facts count come last, so that a derivation never finds facts with some of their
   * rows missing.
   */
  private inOrder(rows: ReadonlyMap<TableName, RowWrite[]>) {
    const tables = [...rows];
    return {
      before: tables.filter(([table]) => !this.writtenLast.has(table)),
      last: tables.filter(([table]) => this.writtenLast.has(table)),
    };
  }

  /** All writes of a stream to the documents that `own` writes to. */
  private async writesOf(own: Gathered, stream: Stream, without: ReadonlySet<string>): Promise<WritesByDocument> {
    const writes = new Map<string, DocumentWrite[]>();
    for (const write of documentsIn(own)) writes.set(documentKey(write), []);
    for await (const { said } of this.told(stream, without))
      for (const write of documentsIn(said)) writes.get(documentKey(write))?.push(write);
    return writes;
  }

  /**
   * The plan-months that the events behind one make stale. These events may have found nothing before (a member
   * without a plan, an import without rows).
   */
  private async dirtyAfter(
    { revision }: RecordedEvent,
    stream: Stream,
    without: ReadonlySet<string>,
  ): Promise<StaleRange[]> {
    const dirty: StaleRange[] = [];
    for await (const { event, said } of this.told(stream, without))
      if (event.revision > revision) dirty.push(...said.dirty);
    return dirty;
  }

  /** The writes of a stream's events, apart from unreadable ones: those are set aside, or will be in their turn. */
  private async *told(stream: Stream, without: ReadonlySet<string>) {
    for await (const event of stream) {
      if (isUndecodable(event) || without.has(event.id)) continue;
      try {
        yield { event, said: this.gather([event]) };
      } catch (error) {
        if (!(error instanceof ProjectionFailure)) throw error;
      }
    }
  }

  private collect(
    projected: Projected,
    documents: Map<ViewName, DocumentWrite[]>,
    rows: Map<TableName, RowWrite[]>,
  ): void {
    for (const write of projected.documents ?? []) {
      const list = documents.get(write.collection);
      if (list) list.push(write);
      else documents.set(write.collection, [write]);
    }
    for (const row of projected.rows ?? []) addRow(rows, row);
  }

  private async writeDocuments(name: ViewName, writes: DocumentWrite[]): Promise<void> {
    const operations = writes.map(operationOf);
    try {
      // Ordered, because two revisions of one document in a batch must be applied in order.
      await this.bulkInOrder(name, operations);
    } catch (error) {
      throw new WriteFailure(name, [], error);
    }
  }

  /**
   * A duplicate key here means that a later revision is stored already: that write is dropped and the others
   * continue.
   */
  private async bulkInOrder(name: ViewName, operations: AnyBulkWriteOperation<StoredView>[]): Promise<void> {
    let rest = operations;
    while (rest.length > 0) {
      try {
        await this.target.view(name).bulkWrite(rest, { ordered: true });
        return;
      } catch (error) {
        const failed = error instanceof MongoBulkWriteError ? [error.writeErrors].flat()[0] : undefined;
        if (failed === undefined || !isDuplicateKey(failed)) throw error;
        rest = rest.slice(failed.index + 1);
      }
    }
  }

  private async writeRows(table: TableName, writes: RowWrite[]): Promise<void> {
    const { columns } = writes[0]!;
    const rows = writes.map(({ values }) => values);
    try {
      await this.rowsTo.write(table, columns, rows);
    } catch (error) {
      // The destination may say that an earlier insert failed, into another table.
      throw error instanceof WriteFailure ? error : new WriteFailure(table, columns, error);
    }
  }

  /** `mark` distinguishes documents of the same position, so that one does not replace another. */
  private async markDirty(dirty: StaleRange[], first: Position, last: Position, mark = ''): Promise<void> {
    const batch = { since: encodePosition(first), position: encodePosition(last) };
    const documents = await expandDirty(this.target, dirty, batch);
    if (documents.length === 0) return;
    await this.target.dirty().bulkWrite(
      documents.map(({ _id, ...document }) => ({
        replaceOne: { filter: { _id: `${_id}${mark}` }, replacement: document, upsert: true },
      })),
      { ordered: false },
    );
  }
}

const insertedAtOnce = (target: Target): RowDestination => ({
  write: async (table, columns, rows) => {
    for (let from = 0; from < rows.length; from += rowsPerInsert)
      await insertRows(target.clickhouse, target.table(table), columns, rows.slice(from, from + rowsPerInsert));
  },
});

const deferredRows = ({ id, stream, revision }: RecordedEvent, { rows = [] }: Projected): DeferredRows => ({
  event: { id, stream, revision },
  rows,
});

function addRow(rows: Map<TableName, RowWrite[]>, row: RowWrite): void {
  const list = rows.get(row.table);
  if (list) list.push(row);
  else rows.set(row.table, [row]);
}

/** All rows by table. */
function withDeferred(
  rows: ReadonlyMap<TableName, RowWrite[]>,
  deferred: readonly DeferredRows[],
): Map<TableName, RowWrite[]> {
  const all = new Map([...rows].map(([table, writes]) => [table, [...writes]]));
  for (const { rows: own } of deferred) for (const row of own) addRow(all, row);
  return all;
}

const documentsIn = ({ documents }: Gathered): DocumentWrite[] => [...documents.values()].flat();

/** Throws ProjectionFailure if an event cannot be read; `into` names the read model or derivation. */
function ofEvent<Result>(into: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new ProjectionFailure(into, error);
  }
}
