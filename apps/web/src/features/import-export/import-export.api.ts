import type { CsvTableInfo, ImportAnswer, ImportHistory, ImportProgress } from '@superscope/contracts/csv-import';
import type { ImportRepair, KeptRefusedFiles, RepairDraft } from '@superscope/contracts/import-repair';
import { baseApi } from '../../portal/api/base.api';

export const importExportApi = baseApi
  .enhanceEndpoints({ addTagTypes: ['CsvTables', 'ImportHistory'] })
  .injectEndpoints({
    endpoints: (build) => ({
      csvTables: build.query<CsvTableInfo[], void>({
        query: () => 'api/csv/tables',
        providesTags: ['CsvTables'],
      }),
      importHistory: build.query<ImportHistory, { table?: string; page: number; size: number }>({
        query: (params) => ({ url: 'api/csv/history', params }),
        providesTags: ['ImportHistory'],
        // Another user's imports must show at once.
        keepUnusedDataFor: 0,
      }),
      importProgress: build.query<ImportProgress, string>({
        query: (id) => `api/csv/imports/${id}`,
        keepUnusedDataFor: 0,
      }),
      keptRefusedFiles: build.query<KeptRefusedFiles, void>({
        query: () => 'api/csv/repairs',
        keepUnusedDataFor: 0,
      }),
      /** A refused file as it stands with what was typed. */
      repair: build.query<ImportRepair, RepairAsked>({
        query: ({ importId, draft, page, show, typist }) => ({
          url: `api/csv/repairs/${importId}/check`,
          method: 'POST',
          params: { page, show, typist },
          body: draft,
        }),
        // What was typed may be about people.
        keepUnusedDataFor: 0,
      }),
      importRepaired: build.mutation<ImportAnswer, RepairedFile>({
        query: ({ importId, draft, ...params }) => ({
          url: `api/csv/repairs/${importId}/import`,
          method: 'POST',
          params,
          body: draft,
        }),
        invalidatesTags: (answer) => (answer === undefined ? [] : ['CsvTables', 'ImportHistory']),
      }),
      discardRefusedFile: build.mutation<void, string>({
        query: (importId) => ({ url: `api/csv/repairs/${importId}`, method: 'DELETE' }),
      }),
    }),
  });
export const {
  useCsvTablesQuery,
  useImportHistoryQuery,
  useImportProgressQuery,
  useKeptRefusedFilesQuery,
  useRepairQuery,
  useImportRepairedMutation,
  useDiscardRefusedFileMutation,
} = importExportApi;

export interface RepairAsked {
  importId: string;
  draft: RepairDraft;
  page: number;
  show: 'open' | 'all';
  /** The page in its tab. */
  typist: string;
}

interface RepairedFile {
  importId: string;
  draft: RepairDraft;
  /** The code of what the user has confirmed. */
  confirmed?: string;
  /** Up to when what stands is known from the check. */
  asOf?: number;
}
