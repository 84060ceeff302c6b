import type { ContextOption, UserContexts } from '@superscope/contracts/users';
import { baseApi } from '../api/base.api';

/** The employers, providers and platforms that a user or a browser client may belong to, for forms that register them. */
const contextsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    userContexts: build.query<UserContexts, void>({
      query: () => 'api/authentication/contexts',
      keepUnusedDataFor: 0,
    }),
    browserClientContexts: build.query<ContextOption[], void>({
      query: () => 'api/authentication/browserClientContexts',
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useUserContextsQuery, useBrowserClientContextsQuery } = contextsApi;
