import type { WriteAnswer } from '@superscope/contracts/csv-import';
import type { KeptRefusedFile } from '@superscope/contracts/import-repair';
import type {
  OnecentralErrorLogs,
  OnecentralExpectation,
  OnecentralExpected,
  OnecentralFile,
  OnecentralLedger,
} from '@superscope/contracts/onecentral-imports';
import { baseApi } from '../../portal/api/base.api';

const at = 'api/devops/onecentral/imports';

const onecentralImportsApi = baseApi.enhanceEndpoints({ addTagTypes: ['OnecentralImports'] }).injectEndpoints({
  endpoints: (build) => ({
    onecentralFiles: build.query<OnecentralFile[], void>({
      query: () => at,
      providesTags: ['OnecentralImports'],
    }),
    onecentralErrors: build.query<OnecentralErrorLogs, string | null>({
      query: (filename) => ({ url: `${at}/errorLogs`, params: filename === null ? {} : { filename } }),
      providesTags: ['OnecentralImports'],
    }),
    onecentralExpected: build.query<OnecentralExpected, void>({
      query: () => 'api/devops/onecentral/expected',
      providesTags: ['OnecentralImports'],
    }),
    onecentralLedger: build.query<OnecentralLedger, { page: number; size: number }>({
      query: (params) => ({ url: 'api/devops/onecentral/ledger', params }),
      providesTags: ['OnecentralImports'],
    }),
    setOnecentralExpectation: build.mutation<WriteAnswer, OnecentralExpectation>({
      query: (body) => ({ url: 'api/devops/onecentral/expected', method: 'PUT', body }),
      invalidatesTags: ['OnecentralImports'],
    }),
    queueOnecentralFile: build.mutation<WriteAnswer, string>({
      query: (filename) => {
        const body = new FormData();
        body.append('filename', filename);
        return { url: `${at}/queue`, method: 'PATCH', body };
      },
      invalidatesTags: ['OnecentralImports'],
    }),
    /** Keeps a copy to be corrected on a page of its own. The file stays as it is. */
    repairOnecentralFile: build.mutation<KeptRefusedFile, string>({
      query: (filename) => ({ url: `${at}/repair`, method: 'POST', body: { filename } }),
    }),
    deleteOnecentralFile: build.mutation<WriteAnswer, string>({
      query: (filename) => ({ url: `${at}/delete`, method: 'DELETE', params: { filename } }),
      invalidatesTags: ['OnecentralImports'],
    }),
  }),
});
export const {
  useOnecentralFilesQuery,
  useOnecentralErrorsQuery,
  useOnecentralExpectedQuery,
  useOnecentralLedgerQuery,
  useSetOnecentralExpectationMutation,
  useQueueOnecentralFileMutation,
  useDeleteOnecentralFileMutation,
  useRepairOnecentralFileMutation,
} = onecentralImportsApi;
