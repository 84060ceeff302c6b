import type { CampaignEffect } from '@superscope/contracts/campaign-effect';
import { figuresTag } from '../analytics/analytics.api';
import { asAudience } from '../analytics/ask-figures';
import { loadedOf, type Loaded } from '../analytics/loaded';
import type { View } from '../analytics/figures-view';
import { baseApi } from '../api/base.api';

interface Asked extends Pick<View, 'planId' | 'audience'> {
  campaignId: string;
}

const campaignEffectApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    campaignEffect: build.query<CampaignEffect, Asked>({
      query: ({ planId, campaignId, audience }) => ({
        url: `api/plans/${encodeURIComponent(planId)}/campaigns/${encodeURIComponent(campaignId)}/effect`,
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

/** The same where there may be no campaign: null without one. */
export function useEffectOf(
  view: Pick<View, 'planId' | 'audience'>,
  campaignId: string | undefined,
): Loaded<CampaignEffect | null> {
  const { planId, audience } = view;
  const answer = campaignEffectApi.useCampaignEffectQuery(
    { planId, audience, campaignId: campaignId ?? '' },
    { skip: campaignId === undefined },
  );
  return loadedOf(answer, campaignId === undefined ? null : answer.error === undefined ? answer.data : undefined);
}

/** Who acted after a campaign. */
export function useCampaignEffect(asked: Asked): Loaded<CampaignEffect> {
  const answer = campaignEffectApi.useCampaignEffectQuery(asked);
  return loadedOf(answer, answer.error === undefined ? answer.data : undefined);
}
