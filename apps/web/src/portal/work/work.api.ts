import type { ReportRequest, ScheduledClocks, WorkBegun, WorkList } from '@superscope/contracts/work';
import { baseApi } from '../api/base.api';

/** `keep`: for seven years instead of 30 days. */
export type WorkChange = 'stop' | 'retry' | 'keep';

export const workApi = baseApi.enhanceEndpoints({ addTagTypes: ['Work'] }).injectEndpoints({
  endpoints: (build) => ({
    ownWork: build.query<WorkList, void>({ query: () => 'api/work/mine', providesTags: ['Work'] }),
    work: build.query<WorkList, void>({ query: () => 'api/work', providesTags: ['Work'] }),
    clocks: build.query<ScheduledClocks, void>({ query: () => 'api/work/clocks' }),
    requestReport: build.mutation<WorkBegun, ReportRequest>({
      query: (body) => ({ url: 'api/reports', method: 'POST', body }),
      invalidatesTags: ['Work'],
    }),
    acknowledgeWork: build.mutation<unknown, { workId: string; reason: string }>({
      query: ({ workId, reason }) => ({ url: `api/work/${workId}/acknowledge`, method: 'POST', body: { reason } }),
      invalidatesTags: ['Work'],
    }),
    changeWork: build.mutation<unknown, { workId: string; how: WorkChange }>({
      query: ({ workId, how }) => ({
        url: how === 'keep' ? `api/reports/${workId}/keep` : `api/work/${workId}/${how}`,
        method: 'POST',
      }),
      invalidatesTags: ['Work'],
    }),
  }),
});
export const {
  useOwnWorkQuery,
  useWorkQuery,
  useClocksQuery,
  useRequestReportMutation,
  useAcknowledgeWorkMutation,
  useChangeWorkMutation,
} = workApi;

export const fileOf = (workId: string) => `api/reports/${workId}/file`;
