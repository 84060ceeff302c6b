import type { PlanAction } from '@superscope/contracts/plan-actions';
import { date } from '../../ui/format';
import type { View } from '../analytics/figures-view';
import { ActionEffectText } from './action-effect-text';

interface Props {
  action: PlanAction;
  view: Pick<View, 'planId' | 'audience'>;
}

/**
 * What the newest campaign about an action did beside members who were not contacted: how many recipients acted says nothing as long as
 * as many of the others may have. Draws nothing without a campaign, and of one that measured something else.
 */
export function PastCampaign({ action, view }: Props) {
  const [newest] = action.campaigns;
  return (
    newest !== undefined && (
      <ActionEffectText action={action} campaignId={newest.campaignId} view={view}>
        {(effect) =>
          effect !== null && (
            <span className="block text-ink-3">
              Campaign of {date(newest.runDate)}: {effect}
            </span>
          )
        }
      </ActionEffectText>
    )
  );
}
