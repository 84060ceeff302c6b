import { number } from '../../../ui/format';
import { TOO_FEW } from './words';

/** Points (of 300) above which a plan earns the trophy, and those above which it is in the top quartile. */
export const TROPHY = 150;
export const TOP = 225;

export type Quartile = 'TOP' | '2ND' | '3RD' | '4TH';
export const QUARTILES: Record<Quartile, string> = { TOP: 'top', '2ND': 'second', '3RD': 'third', '4TH': 'fourth' };

/** Where a plan stands among all plans. */
export function rankingSentence(sum: number | null, quartile: Quartile | null, plans: number): string {
  if (sum === null || quartile === null) return TOO_FEW;
  return `The plan stands in the ${QUARTILES[quartile]} quartile of ${number(plans)} plans, with ${number(sum)} of 300 points; more than ${TROPHY} earns the trophy, more than ${TOP} the top quartile.`;
}
