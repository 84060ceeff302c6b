import type { Cell } from '../../../portal/analytics/result';
import { ATTENTION_SHARE } from '../../../portal/figures/scored-areas';
import { number } from '../../../ui/format';
import { inWords } from '../../../ui/in-words';
import { dollarsInWords } from './fund-sentences';
import { TOO_FEW } from './words';

/** The score of a small plan, and in how many areas a large share of its members may need help. */
export function glanceSentence(score: Cell, members: Cell, shares: readonly Cell[]): string {
  const known = shares.flatMap(({ value }) => value ?? []);
  const high = known.filter((share) => share > ATTENTION_SHARE).length;
  const all = members.value === null ? 'members' : `its ${number(members.value)} members`;
  const bound = `more than ${ATTENTION_SHARE}% of ${all}`;
  const published = known.length < shares.length ? 'published ' : '';
  const help =
    known.length === 0
      ? 'how many members may need help is not published'
      : high === 0
        ? `in no ${published}area may ${bound} need help`
        : `in ${high === known.length ? allOf(high, published) : `${inWords(high)} of ${inWords(known.length)} ${published}areas`} ${bound} may need help`;
  if (score.value === null) return known.length === 0 ? TOO_FEW : `The plan’s score is not published; ${help}.`;
  return `The plan scores ${number(score.value, 2)} of 5 stars; ${help}.`;
}

const allOf = (count: number, published: string) =>
  count === 1
    ? `the one ${published}area`
    : count === 2
      ? `both ${published}areas`
      : `all ${inWords(count)} ${published}areas`;

/** What a small plan's assets came to, and in how many quarters the employer paid in more than a year before. */
export function moneySentence(assets: Cell, employer: readonly Cell[], yearBefore: readonly Cell[]): string {
  if (assets.value === null) return TOO_FEW;
  const begins = `Assets came to ${dollarsInWords(assets.value)}`;
  const steps = employer.flatMap(({ value }, i) => {
    const before = yearBefore[i]?.value ?? null;
    return value === null || before === null ? [] : [value - before];
  });
  if (steps.length === 0) return `${begins}.`;
  const more = steps.filter((step) => step > 0).length;
  const quarters = `of ${inWords(steps.length)} ${steps.length === 1 ? 'quarter' : 'quarters'}`;
  const paid =
    more === 0
      ? `the employer paid in more in none ${quarters}`
      : `the employer paid in more in ${more === steps.length && more > 1 ? 'each' : inWords(more)} ${quarters}`;
  return `${begins}; ${paid} than in the same quarter a year before.`;
}
