import { csvImportStream, type AcceptedImport } from '@superscope/domain/csv-import/csv-import';
import { streamName } from '@superscope/domain/event';
import type { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable, type EventMetadata } from '@superscope/event-store/recorded-event';

/** How an import began; null where it did not, or where that can not be read. */
export async function acceptedImport(
  store: EventStore,
  importId: string,
): Promise<{ accepted: AcceptedImport; metadata: EventMetadata } | null> {
  for await (const event of store.read(streamName(csvImportStream, importId), { limit: 1 }))
    if (!isUndecodable(event) && event.type === 'ImportAccepted')
      return { accepted: event.data as AcceptedImport, metadata: event.metadata };
  return null;
}
