import type { WriteAnswer } from '@superscope/contracts/csv-import';
import type {
  DocumentMappings,
  DocumentRequest,
  DocumentSaved,
  LibraryDocument,
  MappingOrder,
  MappingRequest,
  PlanMapped,
  SeenDocuments,
  SyncState,
} from '@superscope/contracts/microsites';
import type { WorkBegun } from '@superscope/contracts/work';
import { baseApi } from '../../portal/api/base.api';

/** What is chosen above the tables; null for nothing. */
export interface Filters {
  platformId: string | null;
  planId: string | null;
  companyId: string | null;
}

const given = (filters: Partial<Filters>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

const micrositeDocumentsApi = baseApi
  .enhanceEndpoints({ addTagTypes: ['MicrositeDocuments', 'MicrositeLists', 'MicrositeSync'] })
  .injectEndpoints({
    endpoints: (build) => ({
      library: build.query<LibraryDocument[], Filters>({
        query: (filters) => ({ url: 'api/documents', params: given(filters) }),
        // How many employers have a document follows from their lists.
        providesTags: ['MicrositeDocuments', 'MicrositeLists'],
      }),
      mappings: build.query<DocumentMappings, Partial<Filters>>({
        query: (filters) => ({ url: 'api/documents/mappings', params: given(filters) }),
        providesTags: ['MicrositeLists'],
      }),
      seen: build.query<SeenDocuments, { companyId: string; on: string | null }>({
        query: ({ companyId, on }) => ({
          url: 'api/documents/seen',
          params: { companyId, ...(on !== null && { on }) },
        }),
        providesTags: ['MicrositeDocuments', 'MicrositeLists'],
      }),
      saveDocument: build.mutation<DocumentSaved, { document: DocumentRequest; file: File | null }>({
        query: ({ document, file }) => {
          const body = new FormData();
          body.append('document', JSON.stringify(document));
          if (file !== null) body.append('file', file, file.name);
          return { url: 'api/documents', method: 'POST', body };
        },
        invalidatesTags: ['MicrositeDocuments'],
      }),
      deleteDocument: build.mutation<WriteAnswer, string>({
        query: (documentId) => ({ url: `api/documents/${documentId}`, method: 'DELETE' }),
        invalidatesTags: ['MicrositeDocuments'],
      }),
      saveMapping: build.mutation<WriteAnswer & { mappingId: string }, MappingRequest>({
        query: (body) => ({ url: 'api/documents/mappings', method: 'POST', body }),
        invalidatesTags: ['MicrositeLists'],
      }),
      mapPlan: build.mutation<PlanMapped, { planId: string; documentId: string }>({
        query: (body) => ({ url: 'api/documents/mappings/plan', method: 'POST', body }),
        invalidatesTags: ['MicrositeLists'],
      }),
      orderMappings: build.mutation<WriteAnswer, MappingOrder>({
        query: (body) => ({ url: 'api/documents/mappings', method: 'PATCH', body }),
        // Also after a conflict, which means that the list is another one.
        invalidatesTags: ['MicrositeLists'],
      }),
      unmap: build.mutation<WriteAnswer, string>({
        query: (mappingId) => ({ url: `api/documents/mappings/${mappingId}`, method: 'DELETE' }),
        invalidatesTags: ['MicrositeLists'],
      }),
      clearCache: build.mutation<{ message: string; employers: number }, string | null>({
        query: (companyId) => ({
          url: 'api/companies/microsite/cacheEvict',
          method: 'DELETE',
          params: companyId === null ? {} : { companyId },
        }),
        invalidatesTags: ['MicrositeLists'],
      }),
      syncState: build.query<SyncState, void>({
        query: () => 'api/documents/syncUAT',
        providesTags: ['MicrositeSync'],
      }),
      syncUat: build.mutation<WorkBegun, void>({
        query: () => ({ url: 'api/documents/syncUAT', method: 'POST' }),
        invalidatesTags: ['MicrositeSync'],
      }),
    }),
  });
export const {
  useLibraryQuery,
  useMappingsQuery,
  useSeenQuery,
  useSaveDocumentMutation,
  useDeleteDocumentMutation,
  useSaveMappingMutation,
  useMapPlanMutation,
  useOrderMappingsMutation,
  useUnmapMutation,
  useClearCacheMutation,
  useSyncStateQuery,
  useSyncUatMutation,
} = micrositeDocumentsApi;
