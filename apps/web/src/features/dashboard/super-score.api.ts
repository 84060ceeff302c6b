import type { CalculationVariables } from '@superscope/contracts/calculation-variables';
import type { PlanSuperScore } from '@superscope/contracts/super-score';
import { baseApi } from '../../app/api/base.api';

export const superScoreApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    planSuperScore: build.query<PlanSuperScore, string>({
      query: (planId) => ({ url: 'api/planSuperScore', params: { planId } }),
      providesTags: (_, __, planId) => [{ type: 'Figures', id: planId }],
    }),
    calculationVariables: build.query<CalculationVariables, void>({
      query: () => 'api/calculationVariables',
      providesTags: ['Settings'],
    }),
  }),
});
export const { usePlanSuperScoreQuery, useCalculationVariablesQuery } = superScoreApi;
