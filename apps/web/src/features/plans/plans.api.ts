import type { PlansCompleteness, PlansOverview } from '@superscope/contracts/plans-overview';
import { baseApi } from '../../portal/api/base.api';

const plansApi = baseApi.enhanceEndpoints({ addTagTypes: ['PlansOverview', 'PlansCompleteness'] }).injectEndpoints({
  endpoints: (build) => ({
    plansOverview: build.query<PlansOverview, void>({
      query: () => 'api/plans',
      providesTags: ['PlansOverview'],
    }),
    plansCompleteness: build.query<PlansCompleteness, void>({
      query: () => 'api/plans/completeness',
      providesTags: ['PlansCompleteness'],
    }),
  }),
});
export const { usePlansOverviewQuery, usePlansCompletenessQuery } = plansApi;
