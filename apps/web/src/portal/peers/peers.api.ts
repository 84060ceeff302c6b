import type { PlanPeers } from '@superscope/contracts/plan-peers';
import { figuresTag } from '../analytics/analytics.api';
import { baseApi } from '../api/base.api';

export const peersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    planPeers: build.query<PlanPeers, { planId: string }>({
      query: ({ planId }) => `api/plans/${encodeURIComponent(planId)}/peers`,
      providesTags: (_, __, { planId }) => [figuresTag(planId, 'employer'), 'Peers'],
    }),
  }),
});
export const { usePlanPeersQuery } = peersApi;
