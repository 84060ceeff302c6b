import type { Cell, Change } from '../../../portal/analytics/result';
import { number } from '../../../ui/format';
import { membersWords, sinceWords, TOO_FEW } from './words';

interface Figures {
  share: Cell;
  change: Change | null;
  /** The first month of the change with its share. */
  first: Cell | undefined;
  month: string | undefined;
  score: Cell;
}

/** The share of members whom an area concerns, and how it moved. `meaning` goes on after 'members'. */
export function componentSentence(meaning: string, { share, change, first, month, score }: Figures): string {
  const members = membersWords(share);
  if (members !== null) {
    const since = sinceWords(change, first, month);
    return `${members} ${meaning}${since === null ? '' : `; ${since}`}.`;
  }
  if (share.withheld === '<11') return `Fewer than about 11 members, even none, ${meaning}.`;
  return score.value === null
    ? TOO_FEW
    : `Members score ${number(score.value, 2)} of one star here; how many ${meaning} is not published.`;
}

/** The same for retirement, where the Age Pension makes the difference. Shares of members below the Modest standard. */
export function adequacySentence(withPension: Figures, alone: Cell): string {
  const most = withPension.share.withheld === '<11' || (withPension.share.value ?? 100) < 5;
  if (most && alone.value !== null && alone.value >= LEAST_IN_TEN && alone.about !== 'least')
    return `Counting the Age Pension nearly all members reach the Modest standard at 67; on super alone about ${inTen(alone.value)} in ten do not.`;
  return componentSentence('are projected to live below the Modest standard at 67', withPension);
}
/** Percent from which a share is at least about one in ten. */
const LEAST_IN_TEN = 5;
const inTen = (percent: number) =>
  ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][Math.round(percent / 10)]!;
