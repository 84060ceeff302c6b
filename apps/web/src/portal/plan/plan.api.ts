import type { Plan, PlanOption } from '@superscope/contracts/plan';
import type { PlanGroups } from '@superscope/contracts/plan-groups';
import { baseApi } from '../api/base.api';

/** Before its first month is closed, a plan's months follow from its members, so a change of exact figures makes the plan stale too. */
const tagsOf = (plan: Plan | null | undefined, id: string) => [
  { type: 'Plan', id } as const,
  ...(plan && plan.closedMonth !== null ? [] : [{ type: 'ExactFigures', id } as const]),
];

export const planApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Plans whose name contains the text, among those that the signed-in user may see. */
    plans: build.query<PlanOption[], string>({
      query: (name) => ({ url: 'api/plan', params: { name } }),
      providesTags: ['Plans'],
    }),
    /** The same, but only plans of one platform if `platformId` is given. */
    plansOfPlatform: build.query<PlanOption[], { name: string; platformId: string | undefined }>({
      query: (params) => ({ url: 'api/plan', params }),
      providesTags: ['Plans'],
    }),
    /** The plan of a company representative; null if there is none. The argument is the plan id of the account, and is not sent. */
    ownPlan: build.query<Plan | null, string | null>({
      query: () => 'api/plan',
      transformResponse: (plan: Plan | null | undefined) => plan ?? null,
      // Tagged with the account's plan id, so that a plan that is imported later is fetched then.
      providesTags: (plan, _, planId) => tagsOf(plan, planId ?? 'OWN'),
    }),
    plan: build.query<Plan, string>({
      query: (id) => `api/plan/${encodeURIComponent(id)}`,
      extraOptions: { asOf: true },
      providesTags: (plan, _, id) => tagsOf(plan, id),
    }),
    /** The plan's companies and member categories, by which figures can be filtered. */
    planGroups: build.query<PlanGroups, string>({
      query: (id) => `api/plan/${encodeURIComponent(id)}/groups`,
      extraOptions: { asOf: true },
      providesTags: (_, __, id) => [{ type: 'Plan', id }],
    }),
  }),
});
export const { usePlansQuery, usePlansOfPlatformQuery, useOwnPlanQuery, usePlanQuery, usePlanGroupsQuery } = planApi;
