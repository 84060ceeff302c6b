import type { CalculationVariables } from '@superscope/contracts/calculation-variables';
import type { PlanSuperScore } from '@superscope/contracts/super-score';
import { figuresTag } from './analytics.api';
import { asAudience } from './ask-figures';
import type { View } from './figures-view';
import { baseApi } from '../api/base.api';

const superScoreApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    planSuperScore: build.query<PlanSuperScore, Pick<View, 'planId' | 'audience'>>({
      query: ({ planId, audience }) => ({ url: 'api/planSuperScore', params: { planId }, ...asAudience(audience) }),
      extraOptions: { asOf: true },
      providesTags: (_, __, { planId, audience }) => [figuresTag(planId, audience)],
    }),
    /** Those by which a closed month (yyyy-MM) of a plan was derived; without one those of today. */
    calculationVariables: build.query<CalculationVariables, { planId: string; month: string } | void>({
      query: (of) => ({ url: 'api/calculationVariables', params: of ?? {} }),
      extraOptions: { asOf: true },
      providesTags: (_, __, of) => (of ? ['Settings', figuresTag(of.planId, 'employer')] : ['Settings']),
    }),
  }),
});
export const { usePlanSuperScoreQuery, useCalculationVariablesQuery } = superScoreApi;
