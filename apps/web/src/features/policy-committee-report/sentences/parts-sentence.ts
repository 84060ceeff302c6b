import type { Cell } from '../../../portal/analytics/result';
import { number } from '../../../ui/format';
import { uncapital } from '../../../ui/in-words';
import { TOO_FEW } from './words';

export interface AreaScore {
  name: string;
  score: Cell;
}

/** Which of the five areas gives the least of its star, and which the most. */
export function partsSentence(areas: readonly AreaScore[]): string {
  const known = areas
    .filter(({ score: { value } }) => value !== null)
    .toSorted((a, b) => a.score.value! - b.score.value!);
  const [least, most] = [known[0], known.at(-1)];
  if (!least || !most) return TOO_FEW;
  const told = ({ name }: AreaScore) => `${uncapital(name)} gives`;
  if (least === most) return `Five areas make up to one star each; ${told(least)} ${number(least.score.value!, 2)}.`;
  const among = known.length < areas.length ? 'Of the areas that are published' : 'Five areas make up to one star each';
  const join = known.length < areas.length ? ',' : ';';
  return `${among}${join} ${told(least)} the least, ${number(least.score.value!, 2)}, and ${uncapital(most.name)} the most, ${number(most.score.value!, 2)}.`;
}
