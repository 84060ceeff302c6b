import type { Cell, Change } from '../../../portal/analytics/result';
import { figureText } from '../../../portal/figures/figure-text';
import { ATTENTION_SCORE, ATTENTION_SHARE } from '../../../portal/figures/scored-areas';
import { number, share } from '../../../ui/format';
import { listed } from '../../../ui/listed';
import { capital, inWords, uncapital } from '../../../ui/in-words';
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

export interface MovedArea {
  name: string;
  /** Of the share of members whom it concerns: more is worse. */
  share: Change | null;
  score: Cell;
  /** Of the average score: more is better. */
  scoreChange: Change | null;
}

/** Which areas moved clearly, by their shares and by their scores, as their own pages say, and which has the lowest score. */
export function movedSentence(areas: readonly MovedArea[]): string {
  const named = (of: readonly MovedArea[]) => listed(of.map(({ name }) => uncapital(name)));
  const moved = (of: 'share' | 'scoreChange', up: boolean) =>
    areas.filter((area) => area[of]?.clear && area[of].by !== 0 && area[of].by > 0 === up);
  const told = (which: string, of: readonly MovedArea[], how: string) =>
    of.length === 0 ? [] : [`${which}${of.length === 1 ? '' : 's'} in ${named(of)} ${how}.`];
  const shares = [
    ...told('The share', moved('share', false), 'improved by more than the margin'),
    ...told('The share', moved('share', true), 'worsened by more than the margin'),
  ];
  const scores = [
    ...told('The average score', moved('scoreChange', true), 'rose by more than its margin'),
    ...told('The average score', moved('scoreChange', false), 'fell by more than its margin'),
  ];
  const known = areas.filter(({ share }) => share !== null);
  const none =
    shares.length > 0
      ? []
      : [
          known.length === 0
            ? 'How shares changed is not published.'
            : 'No share of an area changed by more than its margin.',
        ];
  const scored = areas
    .filter(({ score: { value } }) => value !== null)
    .toSorted((a, b) => a.score.value! - b.score.value!);
  const low = scored.filter(({ score: { value } }) => value! < ATTENTION_SCORE);
  const least =
    scored.length > 1 && scored[0]!.score.value! < scored[1]!.score.value!
      ? [
          `${scored[0]!.name} has the lowest score${
            low.length === 1
              ? ', the only one under 0.5'
              : low.length > 1
                ? `; ${inWords(low.length)} are under 0.5`
                : ''
          }.`,
        ]
      : [];
  return [...shares, ...none, ...scores, ...least].join(' ');
}
