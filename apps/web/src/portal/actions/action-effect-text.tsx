import type { PlanAction } from '@superscope/contracts/plan-actions';
import type { ReactNode } from 'react';
import type { View } from '../analytics/figures-view';
import { CampaignEffectText } from '../campaigns/campaign-effect-text';
import { useEffectOf } from '../campaigns/campaign-effect.api';

interface Props {
  action: Pick<PlanAction, 'concerned'>;
  campaignId: string;
  view: Pick<View, 'planId' | 'audience'>;
  /** Draws the verdict; null where the campaign's effect is measured on other members than the action's. */
  children: (effect: ReactNode) => ReactNode;
}

/**
 * The verdict on a campaign beside an action. Several actions of an area share its campaigns, but a campaign's effect is measured on one
 * fact: of a campaign for nominations it says who nominated somebody, and nothing of nominations that became binding.
 */
export function ActionEffectText({ action, campaignId, view, children }: Props) {
  const { data } = useEffectOf(view, campaignId);
  const measuresOthers = data && data.concerned !== action.concerned;
  return children(measuresOthers ? null : <CampaignEffectText campaignId={campaignId} view={view} named />);
}
