import type { PeerFigure, PlanPeers } from '@superscope/contracts/plan-peers';
import { number } from '../../ui/format';

export type PeerUnit = 'stars' | 'percent';

const format = (value: number, unit: PeerUnit) => (unit === 'stars' ? number(value, 2) : `${number(value, 1)}%`);

/** `Half of 12 plans: 46.6 to 53.3%`: the range of the middle half of the plans. One number if they are equal. */
export function halfText({ plans, lower, upper }: PeerFigure, unit: PeerUnit): string {
  const from = lower === upper ? '' : `${unit === 'stars' ? number(lower, 2) : number(lower, 1)} to `;
  return `Half of ${plans} plans: ${from}${format(upper, unit)}`;
}

/** A sentence that says why there is no comparison with peers; null if there is one. */
export const noPeersText = ({ because }: PlanPeers): string | null =>
  because === 'fewPlans'
    ? 'Fewer than 11 plans of 30 members or more are on its platform: there are no peers to compare it with.'
    : because === 'fewMembers'
      ? 'Plans under 30 members are not compared with others.'
      : null;
