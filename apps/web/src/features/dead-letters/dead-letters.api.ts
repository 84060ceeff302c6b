import type { DeadLetterFilter, DeadLettersPage, RetryAnswer } from '@superscope/contracts/dead-letters';
import { baseApi } from '../../portal/api/base.api';

const of = (id: string, action: string) => `api/dead-letters/${encodeURIComponent(id)}/${action}`;

const deadLettersApi = baseApi.enhanceEndpoints({ addTagTypes: ['DeadLetters'] }).injectEndpoints({
  endpoints: (build) => ({
    deadLetters: build.query<DeadLettersPage, { state: DeadLetterFilter; page: number; size: number }>({
      query: (params) => ({ url: 'api/dead-letters', params }),
      providesTags: ['DeadLetters'],
      // Another operator's actions must show at once.
      keepUnusedDataFor: 0,
    }),
    retryDeadLetter: build.mutation<RetryAnswer, string>({
      query: (id) => ({ url: of(id, 'retry'), method: 'POST' }),
      invalidatesTags: ['DeadLetters'],
    }),
    dropDeadLetter: build.mutation<null, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ url: of(id, 'drop'), method: 'POST', body: { reason } }),
      invalidatesTags: ['DeadLetters'],
    }),
  }),
});
export const { useDeadLettersQuery, useRetryDeadLetterMutation, useDropDeadLetterMutation } = deadLettersApi;
