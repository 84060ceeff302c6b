import { number } from '../../ui/format';
import { shareText } from './figure-text';
import type { Published } from './use-share';

/** A change of the score with its sign. */
export const signed = (change: number) =>
  `${Math.abs(change) < 0.005 ? '±' : change > 0 ? '+' : '−'}${number(Math.abs(change), 2)}`;

/** The number of members under the aim, or its published approximation. */
export function underAim({ count, share }: Published): string {
  if (share.withheld === '<11') return 'Fewer than about 11 members, even none, score under 3.';
  if (share.withheld) return 'How many members score under 3 is not published.';
  if (share.value === null) return '';
  const part = shareText(share);
  if (count.value !== null) return `${number(count.value)} members (${part}) score under 3.`;
  return `${part[0]!.toUpperCase()}${part.slice(1)} of members score under 3.`;
}
