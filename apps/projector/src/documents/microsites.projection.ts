import { micrositeDocumentsView, micrositeListsView } from '@superscope/contracts/read-models/microsites';
import {
  micrositeDocumentStream,
  type DocumentDetails,
} from '@superscope/domain/microsite-document/microsite-document';
import { micrositeListStream, type Mapping } from '@superscope/domain/microsite-list/microsite-list';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/stream-projection.js';

type OfDocument = RecordedEvent<DocumentDetails & { documentId: string }>;

const detailsOf = ({ data: { documentId: _, ...details }, created }: OfDocument) => ({
  ...details,
  modified: created.toISOString(),
  deleted: false,
});

/** The documents that microsites may show. */
export const micrositeDocuments = documentsOf(
  micrositeDocumentsView,
  micrositeDocumentStream,
  { id: 'documentId' },
  {
    MicrositeDocumentAdded: detailsOf,
    MicrositeDocumentRevised: detailsOf,
    MicrositeDocumentDeleted: () => ({ deleted: true }),
  },
);

const mapped = ({
  data: { companyId, mappingId, documentId, sequence },
}: RecordedEvent<Mapping & { companyId: string }>) => ({
  companyId,
  [`mappings.${mappingId}`]: { documentId, sequence },
});

/** Which documents the members of each employer find on its microsite, and in which order. */
export const micrositeLists = documentsOf(
  micrositeListsView,
  micrositeListStream,
  { id: 'companyId' },
  {
    DocumentMapped: mapped,
    DocumentMappingRevised: mapped,
    DocumentUnmapped: ({ data: { companyId, mappingId } }) => ({
      companyId,
      [`mappings.${mappingId}`]: null,
    }),
    DocumentMappingsReordered: ({ data: { companyId, mappingIds } }) => ({
      companyId,
      ...Object.fromEntries(mappingIds.map((mappingId, at) => [`mappings.${mappingId}.sequence`, at + 1])),
    }),
    MicrositeCacheCleared: ({ data: { companyId, generation } }) => ({
      companyId,
      generation,
    }),
  },
);
