import type { PlanActions } from '@superscope/contracts/plan-actions';
import { figuresTag } from '../analytics/analytics.api';
import { asAudience } from '../analytics/ask-figures';
import { loadedOf, type Loaded } from '../analytics/loaded';
import type { View } from '../analytics/figures-view';
import { baseApi } from '../api/base.api';

interface Asked extends Pick<View, 'planId' | 'audience'> {
  /** yyyy-MM */
  month: string;
}

const planActionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    planActions: build.query<PlanActions, Asked>({
      query: ({ planId, audience, month }) => ({
        url: `api/plans/${encodeURIComponent(planId)}/actions`,
        params: { month },
        ...asAudience(audience),
      }),
      extraOptions: { asOf: true },
      providesTags: (_, __, { planId, audience }) => [
        figuresTag(planId, audience),
        { type: audience === 'staff' ? 'ExactCampaigns' : 'Campaigns', id: planId },
      ],
    }),
  }),
});

/** The actions that would move the score in the view's last month. They cover the whole plan, whatever the view's filters are. */
export function useActions({ planId, audience, dateRange }: View): Loaded<PlanActions> {
  const month = dateRange[1].slice(0, 7);
  const answer = planActionsApi.usePlanActionsQuery({ planId, audience, month });
  return loadedOf(answer, answer.error === undefined ? answer.data : undefined);
}
