import { micrositeDocumentsView, micrositeListsView } from '@superscope/contracts/read-models/microsites';
import type { DocumentDetails } from '@superscope/domain/microsite-document/microsite-document';
import type { Mapping } from '@superscope/domain/microsite-list/microsite-list';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/document-projection.js';

type OfDocument = RecordedEvent<DocumentDetails & { documentId: string }>;
type OfList<Data = object> = RecordedEvent<Data & { companyId: string }>;

const detailsOf = ({ data: { documentId: _, ...details }, created }: OfDocument) => ({
  ...details,
  modified: created.toISOString(),
  deleted: false,
});

/** The documents that microsites may show. */
export const micrositeDocuments = documentsOf(micrositeDocumentsView, 'documentId', {
  MicrositeDocumentAdded: detailsOf,
  MicrositeDocumentRevised: detailsOf,
  MicrositeDocumentDeleted: () => ({ deleted: true }),
});

const mapped = ({ data: { companyId, mappingId, documentId, sequence } }: OfList<Mapping>) => ({
  companyId,
  [`mappings.${mappingId}`]: { documentId, sequence },
});

/** Which documents the members of each employer find on its microsite, and in which order. */
export const micrositeLists = documentsOf(micrositeListsView, 'companyId', {
  DocumentMapped: mapped,
  DocumentMappingRevised: mapped,
  DocumentUnmapped: ({ data: { companyId, mappingId } }: OfList<{ mappingId: string }>) => ({
    companyId,
    [`mappings.${mappingId}`]: null,
  }),
  DocumentMappingsReordered: ({ data: { companyId, mappingIds } }: OfList<{ mappingIds: readonly string[] }>) => ({
    companyId,
    ...Object.fromEntries(mappingIds.map((mappingId, at) => [`mappings.${mappingId}.sequence`, at + 1])),
  }),
  MicrositeCacheCleared: ({ data: { companyId, generation } }: OfList<{ generation: number }>) => ({
    companyId,
    generation,
  }),
});
