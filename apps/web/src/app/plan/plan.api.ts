import type { Plan, PlanOption } from '@superscope/contracts/plan';
import { baseApi } from '../api/base.api';

export const planApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Plans whose name contains the text, within the reach of who is signed in. */
    plans: build.query<PlanOption[], string>({
      query: (name) => ({ url: 'api/plan', params: { name } }),
      providesTags: ['Plans'],
    }),
    /** The one plan of a company representative, asked with its id; null where there is none. */
    ownPlan: build.query<Plan | null, string | null>({
      query: () => 'api/plan',
      transformResponse: (plan: Plan | null | undefined) => plan ?? null,
      // By the id of the account, so that a plan that is imported later is asked for then.
      providesTags: (_, __, planId) => [{ type: 'Plan', id: planId ?? 'OWN' }],
    }),
    plan: build.query<Plan, string>({
      query: (id) => `api/plan/${encodeURIComponent(id)}`,
      providesTags: (_, __, id) => [{ type: 'Plan', id }],
    }),
  }),
});
export const { usePlansQuery, useOwnPlanQuery, usePlanQuery } = planApi;
