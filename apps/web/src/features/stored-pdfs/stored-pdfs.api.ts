import type { StoredPdfs } from '@superscope/contracts/stored-pdfs';
import { baseApi } from '../../portal/api/base.api';

const keepOf = (sha256: string) => `api/stored-pdfs/${sha256}/keep`;

const storedPdfsApi = baseApi.enhanceEndpoints({ addTagTypes: ['StoredPdfs'] }).injectEndpoints({
  endpoints: (build) => ({
    storedPdfs: build.query<StoredPdfs, void>({
      query: () => 'api/stored-pdfs',
      providesTags: ['StoredPdfs'],
      // Another person's actions must show at once.
      keepUnusedDataFor: 0,
    }),
    keepPdf: build.mutation<null, { sha256: string; reason: string }>({
      query: ({ sha256, reason }) => ({ url: keepOf(sha256), method: 'POST', body: { reason } }),
      invalidatesTags: ['StoredPdfs'],
    }),
    takeBackPdf: build.mutation<null, string>({
      query: (sha256) => ({ url: keepOf(sha256), method: 'DELETE' }),
      invalidatesTags: ['StoredPdfs'],
    }),
  }),
});
export const { useStoredPdfsQuery, useKeepPdfMutation, useTakeBackPdfMutation } = storedPdfsApi;
