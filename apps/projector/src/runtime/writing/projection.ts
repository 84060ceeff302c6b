import {
  columnsOf,
  valuesOf,
  type AnalyticsTable,
  type RowOf,
} from '@superscope/contracts/read-models/analytics-table';
import type { DocumentView, FieldsOf } from '@superscope/contracts/read-models/document-view';
import type { ReadModel, TableName, ViewName } from '@superscope/contracts/read-models/read-models';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';

/** Some fields of a document, or fields inside one of them by dotted paths. */
export type Patch<Fields> =
  { readonly [Name in keyof Fields]?: Fields[Name] } | Readonly<Record<`${string}.${string}`, unknown>>;

/** Sets fields of one document, unless a later revision of the stream that owns it was applied before. */
export interface DocumentWrite {
  collection: ViewName;
  id: string;
  revision: bigint;
  set: Readonly<Record<string, unknown>>;
  /** Values that are added to array fields, each once. */
  addToSet?: Readonly<Record<string, unknown>>;
}

/** A write of fields that the view declares. */
export const documentWrite = <View extends DocumentView<ViewName>>(
  view: View,
  id: string,
  { revision }: Pick<RecordedEvent, 'revision'>,
  set: Patch<FieldsOf<View>>,
  addToSet?: Readonly<Record<string, unknown>>,
): DocumentWrite => ({ collection: view.collection, id, revision, set, ...(addToSet && { addToSet }) });

/**
 * Rows are keyed by the event's data, so writing one twice changes nothing. Values are in the order of the table's
 * columns.
 */
export interface RowWrite {
  table: TableName;
  columns: readonly string[];
  values: readonly unknown[];
}

/** A row with a value for each column that the table declares. */
export const rowWrite = <Table extends AnalyticsTable<TableName>>(table: Table, row: RowOf<Table>): RowWrite => ({
  table: table.table,
  columns: columnsOf(table),
  values: valuesOf(table, row as never),
});

/** Derived plan-months that an event makes stale. */
export interface Dirty {
  plans: { planId: string } | { platformId: string } | { memberId: string } | 'all';
  /** yyyy-MM, inclusive. No month if the first is later than the last: only what a plan has beside its months' rows is stale. */
  fromMonth: string;
  toMonth: string;
  /** The only member whose rows are stale; null for all members. */
  memberId: string | null;
}

export interface Projected {
  documents?: DocumentWrite[];
  rows?: RowWrite[];
  /** The plan whose screens show the change; null if it is not about one plan. */
  planId?: string | null;
}

/** One read model: the events it handles, and what each writes. `project` is pure, so order between streams cannot matter. */
export interface Projection {
  readModel: ReadModel;
  handles: readonly string[];
  /** True: rows about the log itself. Browsers get no change for them, and no view of a past moment has them. */
  ofTheLog?: true;
  /**
   * True: its rows are written up to a second after the event's other writes, together with those of other batches. A small insert costs the
   * engine as much as one of thousands of rows. Such a projection writes no documents.
   */
  deferred?: true;
  project: (event: RecordedEvent) => Projected;
}

export const allMonths = { fromMonth: '0000-01', toMonth: '9999-12' } as const;
/** A range without a month, which adds none to another that it is merged with. */
export const noMonths = { fromMonth: '9999-12', toMonth: '0000-01' } as const;
