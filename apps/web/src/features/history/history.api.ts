import type { FiguresAnswer } from '@superscope/contracts/analytics/figures';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import type { AsOfDifferences, PlanMoments } from '@superscope/contracts/as-of-changes';
import { asOfHeader } from '@superscope/contracts/as-of-header';
import type { AsOfRequest, AsOfView } from '@superscope/contracts/as-of-views';
import { audienceHeader } from '@superscope/contracts/analytics/audience-header';
import type { Plan } from '@superscope/contracts/plan';
import { monthRange } from './month-range';
import { baseApi, type ApiError } from '../../portal/api/base.api';

/** The figures of a plan-month that are compared; null where there are none. */
export const comparedMeasures = [
  'SuperScore.averageSuperScore',
  'MemberSnapshot.countMembers',
  'MemberSnapshot.totalAssetsOwned',
  'MemberSnapshot.averageTotalAssetsOwned',
  'MemberSnapshot.averageAge',
] as const;
export type ComparedMeasure = (typeof comparedMeasures)[number];
export type MonthFigures = Record<ComparedMeasure, number | null>;

interface MonthAsked {
  planId: string;
  /** yyyy-MM */
  month: string;
  /** Null: as it is now. */
  viewId: string | null;
}

const question = (measure: ComparedMeasure, { planId, month }: MonthAsked): AnalyticsQuery => ({
  measures: [measure],
  filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
  timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: monthRange(month) }],
});

function monthFigures({ answers }: FiguresAnswer): MonthFigures {
  const values = comparedMeasures.map((measure, at) => {
    const answer = answers[at];
    const value = answer && 'figures' in answer ? answer.figures.data[0]?.[measure] : null;
    return [measure, value === null || value === undefined ? null : Number(value)] as const;
  });
  return Object.fromEntries(values) as MonthFigures;
}

/** Nothing here is of the past moment that the tab shows: each request names the view that it is about. */
export const historyApi = baseApi.enhanceEndpoints({ addTagTypes: ['AsOfViews'] }).injectEndpoints({
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
    /** Its months as of then. */
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
        const body = { queries: comparedMeasures.map((measure) => question(measure, asked)) };
        const { data, error } = await send({ url: 'api/figures', method: 'POST', body, headers });
        return error ? { error: error as ApiError } : { data: monthFigures(data as FiguresAnswer) };
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
