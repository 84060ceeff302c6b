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

/** Points are published in tenths, or, where they are rounded because few acted, told as whole ones: a tenth would say more than is known. */
const digits = ({ points: { rounded } }: CampaignEffect) => (rounded === true ? 0 : 1);

/** Points without their sign: '8.9', or '9' of rounded ones. */
export const pointsText = (of: CampaignEffect, points: number): string => number(Math.abs(points), digits(of));

/** Whether points are shown as none. */
export const isNoDifference = (of: CampaignEffect, points: number): boolean =>
  Math.abs(points) < 0.5 * 10 ** -digits(of);

/** Whether too few members were not contacted, rather than too few contacted: null if neither is known. */
export const leftOut = ({ recipients, others }: CampaignEffect): 'none' | 'few' | null =>
  (recipients.concerned.value ?? 0) === 0
    ? null
    : others.concerned.value === 0
      ? 'none'
      : others.concerned.because === '<11'
        ? 'few'
        : null;

const TOO_FEW: Record<'none' | 'few' | 'unknown', string> = {
  none: 'everybody was contacted, so nobody is left to compare with',
  few: 'everybody or nearly everybody was contacted, so too few are left to compare with',
  unknown: 'too few members to say',
};

/**
 * What a campaign did, beside members who were not contacted. `did` names what recipients did, where the reader would otherwise not know it:
 * 'nominated somebody'.
 */
export function campaignVerdict(effect: CampaignEffect, did?: string): CampaignVerdict {
  const { state, points, clear, before, after } = effect;
  if (state === 'early') return { is: 'early', text: `too early to say, until ${longMonth(after)} is complete` };
  if (state === 'noBefore') return { is: 'unknown', text: `no figures of ${longMonth(before)} to compare with` };
  if (state === 'tooFew' || points.value === null)
    return { is: 'unknown', text: TOO_FEW[leftOut(effect) ?? 'unknown'] };
  if (isNoDifference(effect, points.value))
    return { is: 'unclear', text: `no clear effect: ${about(effect)}no difference` };
  const size = `${about(effect)}${pointsText(effect, points.value)} pp`;
  const way = points.value < 0 ? 'fewer' : 'more';
  return clear
    ? { is: way, text: `${size} ${way} ${did ?? 'acted'}` }
    : { is: 'unclear', text: `no clear effect: ${size} ${way}${did ? ` ${did}` : ''}, within the margin` };
}
