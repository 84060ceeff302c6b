import { csvImportStream, type AcceptedImport } from '@superscope/domain/csv-import/csv-import';
import { streamName } from '@superscope/domain/event';
import type { EventStore } from '@superscope/event-store/event-store';
import type { Position } from '@superscope/event-store/events/position';
import { isUndecodable, type EventMetadata } from '@superscope/event-store/events/recorded-event';

export interface AcceptedEvent {
  accepted: AcceptedImport;
  metadata: EventMetadata;
  position: Position;
}

/** How an import began; null where it did not, or where that cannot be read. */
export async function acceptedImport(store: EventStore, importId: string): Promise<AcceptedEvent | null> {
  for await (const event of store.read(streamName(csvImportStream, importId), { limit: 1 }))
    if (!isUndecodable(event) && event.type === 'ImportAccepted')
      return { accepted: event.data as AcceptedImport, metadata: event.metadata, position: event.position };
  return null;
}
