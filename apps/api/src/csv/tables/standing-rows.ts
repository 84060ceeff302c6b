import { streamName, type DomainEvent, type StreamDefinition } from '@superscope/domain/event';
import { currentImport, type PlanMonthImports } from '@superscope/domain/plan-month-import';
import type { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';

/** A row of an import as it is stored. */
export type StoredRow = readonly [memberId: string, ...rest: unknown[]];
/** What an event with rows of an import holds of them. */
interface ImportChunk {
  importId: string;
  index: number;
  rows: readonly StoredRow[];
}

/** A stream that is replaced a whole plan-month at a time, and what its events hold of an import's rows; null for those without rows. */
export interface ImportStream<Event extends DomainEvent> {
  stream: StreamDefinition<PlanMonthImports, Event>;
  chunkOf: (event: RecordedEvent) => ImportChunk | null;
}

/** The rows of some members that currently count in a plan-month, exactly as they were stored, so that the digest does not change. */
export async function standingRows<Event extends DomainEvent>(
  store: EventStore,
  { stream, chunkOf }: ImportStream<Event>,
  id: string,
  members: ReadonlySet<string>,
): Promise<StoredRow[]> {
  let imports = stream.initial;
  const rowsOf = new Map<string, StoredRow[]>();
  for await (const event of store.read(streamName(stream, id))) {
    // The import fails later, when it writes the plan-month, because its stream cannot be read.
    if (isUndecodable(event)) continue;
    imports = stream.evolve(imports, event as unknown as Event);
    const chunk = chunkOf(event);
    if (chunk === null) continue;
    const before = chunk.index === 0 ? [] : (rowsOf.get(chunk.importId) ?? []);
    rowsOf.set(chunk.importId, [...before, ...chunk.rows.filter(([memberId]) => members.has(memberId))]);
  }
  const current = currentImport(imports);
  return current === null ? [] : (rowsOf.get(current.importId) ?? []);
}
