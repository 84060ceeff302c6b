import type { CalculationVariables } from '@superscope/contracts/calculation-variables';
import type { PlanSuperScore } from '@superscope/contracts/super-score';
import { figuresTag } from './analytics.api';
import { asAudience } from './ask-figures';
import type { View } from './figures-view';
import { baseApi } from '../api/base.api';

export const superScoreApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    planSuperScore: build.query<PlanSuperScore, Pick<View, 'planId' | 'audience'>>({
      query: ({ planId, audience }) => ({ url: 'api/planSuperScore', params: { planId }, ...asAudience(audience) }),
      extraOptions: { asOf: true },
      providesTags: (_, __, { planId, audience }) => [figuresTag(planId, audience)],
    }),
    calculationVariables: build.query<CalculationVariables, void>({
      query: () => 'api/calculationVariables',
      extraOptions: { asOf: true },
      providesTags: ['Settings'],
    }),
  }),
});
export const { usePlanSuperScoreQuery, useCalculationVariablesQuery } = superScoreApi;
