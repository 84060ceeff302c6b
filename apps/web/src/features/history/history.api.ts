import type { FiguresAnswer } from '@superscope/contracts/analytics/figures-answer';
import type { AsOfDifferences, PlanMoments } from '@superscope/contracts/as-of-changes';
import { asOfHeader } from '@superscope/contracts/as-of-header';
import type { AsOfRequest, AsOfView } from '@superscope/contracts/as-of-views';
import { audienceHeader } from '@superscope/contracts/analytics/audience-header';
import type { Plan } from '@superscope/contracts/plan';
import { comparedFigures, monthFigures, questionOf, type MonthFigures } from './compared-figures';
import { baseApi } from '../../portal/api/base.api';

interface MonthAsked {
  planId: string;
  /** yyyy-MM */
  month: string;
  /** Null means the current state. */
  viewId: string | null;
}

/** These requests do not depend on the past moment that the tab shows. Each names its view. */
const historyApi = baseApi.enhanceEndpoints({ addTagTypes: ['AsOfViews'] }).injectEndpoints({
  endpoints: (build) => ({
    asOfViews: build.query<AsOfView[], void>({ query: () => 'api/history/views', providesTags: ['AsOfViews'] }),
    asOfView: build.query<AsOfView, string>({
      query: (id) => `api/history/views/${id}`,
      providesTags: (_, __, id) => [{ type: 'AsOfViews', id }],
    }),
    askAsOfView: build.mutation<AsOfView, AsOfRequest>({
      query: (body) => ({ url: 'api/history/views', method: 'POST', body }),
      invalidatesTags: ['AsOfViews'],
    }),
    leaveAsOfView: build.mutation<AsOfView, string>({
      query: (id) => ({ url: `api/history/views/${id}`, method: 'DELETE' }),
      invalidatesTags: ['AsOfViews'],
    }),
    askProof: build.mutation<AsOfView, string>({
      query: (id) => ({ url: `api/history/views/${id}/proof`, method: 'POST' }),
      invalidatesTags: ['AsOfViews'],
    }),
    leaveProof: build.mutation<AsOfView, string>({
      query: (id) => ({ url: `api/history/views/${id}/proof`, method: 'DELETE' }),
      invalidatesTags: ['AsOfViews'],
    }),
    /** Changes around an instant. */
    planMoments: build.query<PlanMoments, { planId: string; at: string }>({
      query: ({ planId, at }) => ({
        url: `api/history/plans/${encodeURIComponent(planId)}/moments`,
        params: { at },
      }),
      keepUnusedDataFor: 0,
    }),
    /** The plan's months as they stood at the view's moment. */
    planAsOf: build.query<Plan, { planId: string; viewId: string }>({
      query: ({ planId, viewId }) => ({
        url: `api/plan/${encodeURIComponent(planId)}`,
        headers: { [asOfHeader]: viewId },
      }),
    }),
    differences: build.query<AsOfDifferences, { viewId: string; month: string | null }>({
      query: ({ viewId, month }) => ({
        url: `api/history/views/${viewId}/differences`,
        ...(month === null ? {} : { params: { month } }),
      }),
      keepUnusedDataFor: 0,
    }),
    monthFigures: build.query<MonthFigures, MonthAsked>({
      queryFn: async (asked, _, __, send) => {
        const headers = { [audienceHeader]: 'staff', ...(asked.viewId === null ? {} : { [asOfHeader]: asked.viewId }) };
        const body = { queries: comparedFigures.map((figure) => questionOf(figure, asked.planId, asked.month)) };
        const { data, error } = await send({ url: 'api/figures', method: 'POST', body, headers });
        return error ? { error: error } : { data: monthFigures(data as FiguresAnswer) };
      },
      keepUnusedDataFor: 0,
    }),
  }),
});
export const {
  useAsOfViewsQuery,
  useAsOfViewQuery,
  useAskAsOfViewMutation,
  useLeaveAsOfViewMutation,
  useAskProofMutation,
  useLeaveProofMutation,
  usePlanMomentsQuery,
  usePlanAsOfQuery,
  useDifferencesQuery,
  useMonthFiguresQuery,
} = historyApi;
