import type { OutboxPage } from '@superscope/contracts/outbox';
import { baseApi } from '../../portal/api/base.api';

const outboxApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    outbox: build.query<OutboxPage, { page: number; size: number }>({
      query: (params) => ({ url: 'api/outbox', params }),
      // E-mail addresses are not cached beyond the page.
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useOutboxQuery } = outboxApi;
