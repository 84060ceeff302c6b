import { inWords } from '../../../ui/in-words';
import { TOO_FEW } from './words';

/** How many of `all` birth groups are below ASFA's target; `shares` are of the target, in percent, of those that are published. */
export function asfaSentence(shares: readonly number[], all: number): string {
  if (shares.length === 0) return TOO_FEW;
  const below = shares.filter((share) => share < 100);
  const target = 'the ASFA target for a comfortable retirement';
  const published = shares.length < all ? 'published birth group' : 'birth group';
  if (below.length === 0)
    return `In ${shares.length === 1 ? 'the only' : 'no'} ${published} ${shares.length === 1 ? 'the average balance is not' : 'is the average balance'} below ${target}.`;
  const groups =
    shares.length === 1
      ? `the only ${published}`
      : below.length === shares.length
        ? `every ${published}`
        : `${inWords(below.length)} of ${inWords(shares.length)} ${published}s`;
  const [least, most] = [Math.round(Math.min(...below)), Math.round(Math.max(...below))];
  const range = least === most ? `${least}% of it` : `between ${least}% and ${most}% of it`;
  return `In ${groups} the average balance is below ${target}: ${range}.`;
}
