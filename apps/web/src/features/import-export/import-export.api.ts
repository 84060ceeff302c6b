import type { CsvTableInfo, ImportHistory, ImportProgress } from '@superscope/contracts/csv-import';
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
    }),
  });
export const { useCsvTablesQuery, useImportHistoryQuery, useImportProgressQuery } = importExportApi;
