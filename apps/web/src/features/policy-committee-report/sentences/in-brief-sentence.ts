import type { Cell, Change } from '../../../portal/analytics/result';
import { figureText } from '../../../portal/figures/figure-text';
import { number } from '../../../ui/format';
import { inWords } from '../../../ui/in-words';

/** The plan's score and how it moved, and how many matters would move it most. */
export function inBriefSentence(score: Cell, change: Change | null, matters: number): string {
  const plan = score.value === null ? null : `The plan scores ${figureText(score, (of) => number(of, 2))} of 5 stars`;
  const moved =
    plan === null || !change
      ? ''
      : change.clear && change.by !== 0
        ? `, ${number(Math.abs(change.by), 2)} ${change.by > 0 ? 'more' : 'less'} than when the period began`
        : ', no clear change since the period began';
  const would =
    matters === 0
      ? 'nothing that is published would clearly move it'
      : matters === 1
        ? 'one matter would move it most'
        : `${inWords(matters)} matters would move it most`;
  return plan === null ? 'The plan’s score is not published; what is published follows.' : `${plan}${moved}; ${would}.`;
}
