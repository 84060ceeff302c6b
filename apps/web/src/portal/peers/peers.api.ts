import type { PlanPeers } from '@superscope/contracts/plan-peers';
import { figuresTag } from '../analytics/analytics.api';
import { baseApi } from '../api/base.api';

const peersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    planPeers: build.query<PlanPeers, { planId: string; from: string }>({
      query: ({ planId, from }) => ({ url: `api/plans/${encodeURIComponent(planId)}/peers`, params: { from } }),
      providesTags: (_, __, { planId }) => [figuresTag(planId, 'employer'), 'Peers'],
    }),
  }),
});
export const { usePlanPeersQuery } = peersApi;
