import { cx } from '../../ui/class-names';
import { Bone } from '../../ui/states';
import { useUnfinished } from '../../ui/unfinished';
import type { View } from '../analytics/figures-view';
import { useEffectOf } from './campaign-effect.api';
import { campaignVerdict, VERDICT_TONE } from './campaign-verdict';

interface Props {
  campaignId: string;
  view: Pick<View, 'planId' | 'audience'>;
  /** Says what recipients did ('nominated somebody') rather than that they acted. */
  named?: boolean;
}

/** The verdict on a campaign, beside members who were not contacted, in a line of a table or an action. */
export function CampaignEffectText({ campaignId, view, named = false }: Props) {
  const { data, failed } = useEffectOf(view, campaignId);
  useUnfinished(failed ? 'failed' : data ? null : 'loading');
  if (failed) return <span className="text-ink-3">Did not load</span>;
  if (!data) return <Bone className="h-4 w-40" />;
  const { is, text } = campaignVerdict(data, named ? data.acted : undefined);
  return <span className={cx(VERDICT_TONE[is])}>{text}</span>;
}
