import type { Cell, Change } from '../../../portal/analytics/result';
import { longMonth, number, share } from '../../../ui/format';

/** Upper bounds (in percent, not included) of the words for a share. */
const SHARES: readonly [number, string][] = [
  [2.5, 'Very few members'],
  [7.5, 'One member in twenty'],
  [15, 'One member in ten'],
  [22.5, 'Two members in ten'],
  [27.5, 'A quarter of members'],
  [35, 'Three members in ten'],
  [42.5, 'Four members in ten'],
  [49.5, 'Nearly half of members'],
  [50.5, 'Half of members'],
  [55, 'Just over half of members'],
  [65, 'Six members in ten'],
  [72.5, 'Seven members in ten'],
  [77.5, 'Three quarters of members'],
  [85, 'Eight members in ten'],
  [92.5, 'Nine members in ten'],
];

/** A share of members in words, such as 'Nearly half of members'. */
export const shareWords = (percent: number): string =>
  SHARES.find(([below]) => percent < below)?.[1] ?? 'Nearly all members';

/** A share of members in words and figure, or only in figures if it is approximate; null if it is not published. */
export function membersWords({ value, about }: Cell): string | null {
  if (value === null) return null;
  if (about === 'least') return `About ${number(value)}% of members or more`;
  if (about === 'tens') return `About ${number(value)}% of members`;
  return `${shareWords(value)}, ${share(value, 1)},`;
}

/** How a share moved since a month, as the end of a sentence without its full stop; null if that is not known. */
export function sinceWords(change: Change | null, first: Cell | undefined, month: string | undefined): string | null {
  if (!change || !first || first.value === null || month === undefined) return null;
  if (!change.clear) return `nothing has clearly changed since ${longMonth(month)}`;
  const then = first.about === null ? share(first.value, 1) : `about ${number(first.value)}%`;
  return `it was ${then} in ${longMonth(month)}`;
}

/** The end of every list of sentences. */
export const TOO_FEW =
  'Too few members to say more: the figures of this page would tell too much about single members.';
