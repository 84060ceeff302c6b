import type { NewsFile } from '@superscope/contracts/read-models/news';
import { baseApi } from '../../portal/api/base.api';

const newsApi = baseApi.enhanceEndpoints({ addTagTypes: ['News'] }).injectEndpoints({
  endpoints: (build) => ({
    news: build.query<NewsFile, void>({ query: () => 'api/news', providesTags: ['News'] }),
    /** `file` is the parsed content of the chosen file; the server validates it. */
    replaceNews: build.mutation<unknown, unknown>({
      query: (file) => ({ url: 'api/news', method: 'PUT', body: file }),
      invalidatesTags: ['News'],
    }),
  }),
});
export const { useNewsQuery, useReplaceNewsMutation } = newsApi;
