import { streamName, typesOf } from '@superscope/domain/event';
import {
  micrositeDocumentStream,
  type MicrositeDocument,
  type MicrositeDocumentEvent,
} from '@superscope/domain/microsite-document/microsite-document';
import { micrositeListStream, type MicrositeListEvent } from '@superscope/domain/microsite-list/microsite-list';
import type { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';

/** The changes of an employer's list, oldest first. */
export async function listChangesOf(
  store: EventStore,
  companyId: string,
): Promise<(RecordedEvent & MicrositeListEvent)[]> {
  const events: (RecordedEvent & MicrositeListEvent)[] = [];
  for await (const event of store.read(streamName(micrositeListStream, companyId)))
    if (!isUndecodable(event) && event.type in micrositeListStream.shapes)
      events.push(event as RecordedEvent & MicrositeListEvent);
  return events;
}

/** Events that change which documents a list has, or their order. Clearing the cache leaves the list as people saw it. */
export const listChanges: readonly string[] = typesOf(micrositeListStream, {
  DocumentMapped: true,
  DocumentMappingRevised: true,
  DocumentUnmapped: true,
  DocumentMappingsReordered: true,
  MicrositeCacheCleared: false,
});

/** A document as it was at an instant; null if it was not there. */
export async function documentAt(store: EventStore, documentId: string, until: Date): Promise<MicrositeDocument> {
  let document: MicrositeDocument = null;
  for await (const event of store.read(streamName(micrositeDocumentStream, documentId))) {
    if (isUndecodable(event)) continue;
    if (event.created.getTime() >= until.getTime()) break;
    document = micrositeDocumentStream.evolve(document, event as RecordedEvent & MicrositeDocumentEvent);
  }
  return document;
}
