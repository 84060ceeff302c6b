import type { CampaignEffect } from '@superscope/contracts/campaign-effect';
import { longMonth, number } from '../../ui/format';

export interface CampaignVerdict {
  /** Whether more or fewer of the recipients acted than of members who were not contacted, beyond chance; or why that is not said. */
  is: 'more' | 'fewer' | 'unclear' | 'early' | 'unknown';
  text: string;
}

/** How a verdict is drawn: a colour only for what chance does not explain. */
export const VERDICT_TONE: Record<CampaignVerdict['is'], string> = {
  more: 'font-semibold text-good',
  fewer: 'font-semibold text-attention',
  unclear: 'text-ink-2',
  early: 'text-ink-3',
  unknown: 'text-ink-3',
};

const about = ({ points: { rounded } }: CampaignEffect) => (rounded === true ? 'about ' : '');

/** What a campaign did, beside members who were not contacted. */
export function campaignVerdict(effect: CampaignEffect): CampaignVerdict {
  const { state, points, clear, before, after } = effect;
  if (state === 'early') return { is: 'early', text: `too early to say, until ${longMonth(after)} is complete` };
  if (state === 'noBefore') return { is: 'unknown', text: `no figures of ${longMonth(before)} to compare with` };
  if (state === 'tooFew' || points.value === null) return { is: 'unknown', text: 'too few members to say' };
  const size = `${about(effect)}${number(Math.abs(points.value), 1)} pp`;
  const way = points.value < 0 ? 'fewer' : 'more';
  return clear
    ? { is: way, text: `${size} ${way} acted` }
    : { is: 'unclear', text: `no clear effect: ${size} ${way}, within the margin` };
}
