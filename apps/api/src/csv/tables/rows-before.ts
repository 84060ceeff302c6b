import { shiftMonth } from '@superscope/domain/calendar-dates';
import { streamName, type DomainEvent, type StreamDefinition } from '@superscope/domain/event';
import { currentImport, planMonthId } from '@superscope/domain/plan-month-import';
import type { PublishedEventType } from '@superscope/domain/published-table/published-rows';
import type {
  PublishedChunk,
  PublishedTableEvent,
  PublishedTables,
  TableRow,
} from '@superscope/domain/published-table/published-table';
import type { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable } from '@superscope/event-store/events/recorded-event';
import type { ImportStream, StoredRow } from './standing-rows.js';

interface Before<Row> {
  /** Its date or month. */
  of: string;
  rows: readonly Row[];
}

/**
 * The table that is in force on a day before an import of that day's: of the same day, which the import replaces, or else the newest one
 * before. `at` is '' for a table without dates, whose newest publication counts. Read from the events, which no view lags behind.
 */
export async function publishedBefore(
  store: EventStore,
  stream: StreamDefinition<PublishedTables, PublishedTableEvent>,
  type: PublishedEventType,
  [owner, at]: readonly [owner: string, at: string],
  today: string,
): Promise<Before<TableRow> | null> {
  const day = at === '' ? today : at;
  const tables = new Map<string, readonly TableRow[]>();
  const begun = new Map<string, TableRow[]>();
  for await (const event of store.read(streamName(stream, owner))) {
    if (isUndecodable(event) || event.type !== type) continue;
    const { importId, validFrom, index, chunks, rows } = event.data as PublishedChunk;
    if (validFrom > day) continue;
    const part = index === 0 ? [...rows] : [...(begun.get(importId) ?? []), ...rows];
    if (index === chunks - 1) tables.set(validFrom, part);
    else begun.set(importId, part);
  }
  const newest = [...tables.keys()].sort().at(-1);
  return newest === undefined ? null : { of: newest, rows: tables.get(newest)! };
}

/** How many months back the last one of a plan is looked for. */
const monthsBack = 24;

/** The rows of a plan-month that count before an import of it; if it has none, those of the plan's newest month before it. */
export async function rowsBefore<Event extends DomainEvent>(
  store: EventStore,
  { stream, chunkOf }: ImportStream<Event>,
  planId: string,
  month: string,
): Promise<Before<StoredRow> | null> {
  for (let back = 0; back <= monthsBack; back += 1) {
    const of = shiftMonth(month, -back);
    const id = planMonthId(planId, of);
    let imports = stream.initial;
    for await (const event of store.read(streamName(stream, id)))
      if (!isUndecodable(event)) imports = stream.evolve(imports, event as unknown as Event);
    const current = currentImport(imports);
    if (current === null) continue;
    let rows: StoredRow[] = [];
    for await (const event of store.read(streamName(stream, id))) {
      const chunk = isUndecodable(event) ? null : chunkOf(event);
      if (chunk?.importId !== current.importId) continue;
      if (chunk.index === 0) rows = [];
      for (const row of chunk.rows) rows.push(row);
    }
    return { of, rows };
  }
  return null;
}
