import { inWords, TOO_FEW } from './words';

/** How many birth groups are below ASFA's target; `shares` are those of the target (percent) of the groups that are published. */
export function asfaSentence(shares: readonly number[]): string {
  if (shares.length === 0) return TOO_FEW;
  const below = shares.filter((share) => share < 100);
  const target = 'the ASFA target for a comfortable retirement';
  if (below.length === 0) return `In no birth group is the average balance below ${target}.`;
  const groups =
    below.length === shares.length
      ? 'every birth group'
      : `${inWords(below.length)} of ${inWords(shares.length)} birth groups`;
  const [least, most] = [Math.round(Math.min(...below)), Math.round(Math.max(...below))];
  const range = least === most ? `${least}% of it` : `between ${least}% and ${most}% of it`;
  return `In ${groups} the average balance is below ${target}: ${range}.`;
}
