import type { OutboxPage } from '@superscope/contracts/outbox';
import { baseApi } from '../../portal/api/base.api';

export const outboxApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    outbox: build.query<OutboxPage, { page: number; size: number }>({
      query: (params) => ({ url: 'api/outbox', params }),
      // Addresses of people stay no longer than the page.
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useOutboxQuery } = outboxApi;
