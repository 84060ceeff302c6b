import type { PeerFigure, PlanPeers } from '@superscope/contracts/plan-peers';
import { lastOfMonth } from '../period/period';
import { date, number } from '../../ui/format';

export type PeerUnit = 'stars' | 'percent';

const format = (value: number, unit: PeerUnit) => (unit === 'stars' ? number(value, 2) : `${number(value, 1)}%`);

/** `46.6–53.3%`: the range of the middle half of the plans. */
export function rangeText({ lower, upper }: PeerFigure, unit: PeerUnit): string {
  const to = format(upper, unit);
  return lower === upper ? to : `${unit === 'stars' ? number(lower, 2) : number(lower, 1)}–${to}`;
}

/** The same for readers who do not see the mark under the bar: `Half of 12 plans: 46.6 to 53.3%`. */
export const halfText = ({ plans, lower, upper }: PeerFigure, unit: PeerUnit): string =>
  `Half of ${plans} plans: ${unit === 'stars' ? number(lower, 2) : number(lower, 1)} to ${format(upper, unit)}`;

/** The full text, for hover and screen readers. */
export function explanation(
  { plans, lower, median, upper, own }: PeerFigure,
  { month, from = null }: { month: string; from?: string | null },
  unit: PeerUnit,
): string {
  const [low, half, high] = [lower, median, upper].map((value) => format(value, unit));
  const place = own === null ? '' : ` This plan has ${format(own, unit)}, ${placeOf(own, lower, upper)}.`;
  return `Of the ${plans} plans of 30 members or more on its platform, a quarter have ${low} or less, half have ${half} or less, and a quarter have ${high} or more.${place} Published figures ${from === null ? 'of' : `from ${date(`${from}-01`)} to`} ${date(lastOfMonth(`${month}-01`))}.`;
}

const placeOf = (own: number, lower: number, upper: number) =>
  own < lower ? 'less than most' : own > upper ? 'more than most' : 'within the middle half';

/** A sentence that says why there is no comparison with peers; null if there is one. */
export const noPeersText = ({ because }: PlanPeers): string | null =>
  because === 'fewPlans'
    ? 'Fewer than 11 plans of 30 members or more are on its platform: there are no peers to compare it with.'
    : because === 'fewMembers'
      ? 'Plans under 30 members are not compared with others.'
      : null;
