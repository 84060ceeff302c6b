import { csvImportStream, type AcceptedImport } from '@superscope/domain/csv-import/csv-import';
import { streamName, namesOf } from '@superscope/domain/event';
import type { EventStore } from '@superscope/event-store/event-store';
import type { Position } from '@superscope/event-store/events/position';
import { isUndecodable, type EventMetadata } from '@superscope/event-store/events/recorded-event';

export interface AcceptedEvent {
  accepted: AcceptedImport;
  metadata: EventMetadata;
  position: Position;
}

/** The first event of an import's stream; null if the import was not accepted, or if the event cannot be decoded. */
export async function acceptedImport(store: EventStore, importId: string): Promise<AcceptedEvent | null> {
  for await (const event of store.read(streamName(csvImportStream, importId), { limit: 1 }))
    if (!isUndecodable(event) && event.type === namesOf(csvImportStream).ImportAccepted)
      return { accepted: event.data as AcceptedImport, metadata: event.metadata, position: event.position };
  return null;
}
