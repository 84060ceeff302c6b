import type { OwnWatches, WatchRequest } from '@superscope/contracts/watches';
import { baseApi } from '../../portal/api/base.api';

const watchesApi = baseApi.enhanceEndpoints({ addTagTypes: ['Watches'] }).injectEndpoints({
  endpoints: (build) => ({
    watches: build.query<OwnWatches, void>({ query: () => 'api/watches', providesTags: ['Watches'] }),
    setWatch: build.mutation<unknown, WatchRequest>({
      query: (body) => ({ url: 'api/watches', method: 'POST', body }),
      invalidatesTags: ['Watches'],
    }),
    removeWatch: build.mutation<unknown, string>({
      query: (watchId) => ({ url: `api/watches/${watchId}`, method: 'DELETE' }),
      invalidatesTags: ['Watches'],
    }),
  }),
});
export const { useWatchesQuery, useSetWatchMutation, useRemoveWatchMutation } = watchesApi;
