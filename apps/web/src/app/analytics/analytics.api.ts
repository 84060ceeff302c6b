import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { baseApi } from '../api/base.api';
import { monthsBetween } from '../period/period';
import type { Figures } from './result';

export interface PlanLoad {
  /** Whose figures they are: a change of this plan asks again. */
  planId: string;
  query: AnalyticsQuery;
}
/** The answer with the months it was asked for: what is shown while another period loads stays whole. */
export interface LoadedFigures extends Figures {
  /** yyyy-MM, oldest first. */
  months: string[];
}
const KEPT_S = 300;

function monthsOf({ timeDimensions }: AnalyticsQuery): string[] {
  const range = timeDimensions?.[0]?.dateRange;
  return Array.isArray(range) ? monthsBetween(range[0]!, range[1]!) : [];
}

export const analyticsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    load: build.query<LoadedFigures, PlanLoad>({
      query: ({ query }) => ({ url: 'cubejs-api/v1/load', method: 'POST', body: { query } }),
      // What a screen uses; the rest of the answer (its query and titles) need not be kept.
      transformResponse: ({ data, suppressed }: Figures, _, { query }) => ({
        data,
        ...(suppressed ? { suppressed } : {}),
        months: monthsOf(query),
      }),
      providesTags: (_, __, { planId }) => [{ type: 'Figures', id: planId }],
      keepUnusedDataFor: KEPT_S,
    }),
  }),
});
export const { useLoadQuery } = analyticsApi;
