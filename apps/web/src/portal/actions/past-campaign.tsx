import type { PlanAction } from '@superscope/contracts/plan-actions';
import { date } from '../../ui/format';
import { CampaignEffectText } from '../campaigns/campaign-effect-text';
import type { View } from '../analytics/figures-view';

interface Props {
  action: PlanAction;
  view: Pick<View, 'planId' | 'audience'>;
}

/**
 * What the newest campaign about an action did beside members who were not contacted: how many recipients acted says nothing as long as
 * as many of the others may have. Draws nothing without a campaign.
 */
export function PastCampaign({ action: { campaigns }, view }: Props) {
  const [newest] = campaigns;
  return (
    newest !== undefined && (
      <span className="block text-ink-3">
        Campaign of {date(newest.runDate)}: <CampaignEffectText campaignId={newest.campaignId} view={view} />
      </span>
    )
  );
}
