import type { Cell } from '../../../portal/analytics/result';
import { figureText } from '../../../portal/figures/figure-text';
import { ATTENTION_SHARE } from '../../../portal/figures/scored-areas';
import { number, share } from '../../../ui/format';
import { listed } from '../../../ui/listed';
import { capital, inWords } from '../../../ui/in-words';
import { TOO_FEW } from './words';

export interface AreaShare {
  /** What touches members, such as 'low balances'. */
  concern: string;
  share: Cell;
}

/** The areas that need attention, the largest first; otherwise the largest of all. */
export function fitnessSentence(areas: readonly AreaShare[]): string {
  const known = areas
    .filter(({ share: { value } }) => value !== null)
    .toSorted((a, b) => b.share.value! - a.share.value!);
  const [largest] = known;
  if (!largest) return TOO_FEW;
  const attention = known.filter(({ share: { value } }) => value! > ATTENTION_SHARE);
  const names = listed(attention.map(({ concern }) => concern));
  const bound = `more than ${number(ATTENTION_SHARE)}% of members`;
  if (attention.length === 1) return `One area needs attention: ${names} touches ${bound}.`;
  if (attention.length > 1)
    return `${capital(inWords(attention.length))} areas need attention: ${names} each touch ${bound}.`;
  const size = figureText(largest.share, (value) => share(value, 1));
  const none = known.length < areas.length ? 'No area that is published needs attention' : 'No area needs attention';
  const which = known.length === 1 ? largest.concern : `the largest, ${largest.concern},`;
  return `${none}; ${which} touches ${size} of members.`;
}
