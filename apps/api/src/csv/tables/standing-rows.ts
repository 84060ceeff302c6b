import { streamName, type DomainEvent, type StreamDefinition } from '@superscope/domain/event';
import { currentImport, type PlanMonthImports } from '@superscope/domain/plan-month-import';
import type { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable } from '@superscope/event-store/events/recorded-event';

type StoredRow = readonly [memberId: string, ...rest: unknown[]];
type Chunk = { importId: string; index: number; rows: readonly StoredRow[] };

const isChunk = (data: object): data is Chunk => 'index' in data && 'rows' in data && Array.isArray(data.rows);

/** The rows of some members that currently count in a plan-month, exactly as they were stored, so that the digest does not change. */
export async function standingRows<Event extends DomainEvent>(
  store: EventStore,
  stream: StreamDefinition<PlanMonthImports, Event>,
  id: string,
  members: ReadonlySet<string>,
): Promise<StoredRow[]> {
  let imports = stream.initial;
  const rowsOf = new Map<string, StoredRow[]>();
  for await (const event of store.read(streamName(stream, id))) {
    // The import fails later, when it writes the plan-month, because its stream cannot be read.
    if (isUndecodable(event)) continue;
    imports = stream.evolve(imports, event as unknown as Event);
    const data = event.data as object;
    if (!isChunk(data)) continue;
    const before = data.index === 0 ? [] : (rowsOf.get(data.importId) ?? []);
    rowsOf.set(data.importId, [...before, ...data.rows.filter(([memberId]) => members.has(memberId))]);
  }
  const current = currentImport(imports);
  return current === null ? [] : (rowsOf.get(current.importId) ?? []);
}
