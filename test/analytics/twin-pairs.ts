import type { Elders } from '@superscope/domain/publishing/twins';
import type { Truth } from './label-truths.js';

/** Two labels, and how much their facts are true of the same members; negative if mostly of others. */
export interface Pair {
  labels: readonly [string, string];
  correlation: number;
  /** The least correlation, of either sign, that makes them twins. */
  least: number;
}

const twins = 0.5;
const neighbourTwins = 0.75;

/** A truth as bits, which are counted much faster than booleans. */
interface Bits {
  words: Uint32Array;
  /** How many rows there are, and of how many the fact is true. */
  n: number;
  count: number;
}

const bitsIn = (word: number): number => {
  let left = word - ((word >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
};

function bitsOf(truth: Truth): Bits {
  const words = new Uint32Array(Math.ceil(truth.length / 32));
  for (const [i, holds] of truth.entries()) if (holds) words[i >>> 5]! |= 1 << (i & 31);
  return { words, n: truth.length, count: truth.filter(Boolean).length };
}

/** Pearson's correlation of two truths; null if one of them holds for everybody or for nobody. */
function correlationOf(a: Bits, b: Bits): number | null {
  const { n } = a;
  const spread = Math.sqrt(a.count * (n - a.count) * b.count * (n - b.count));
  if (spread === 0) return null;
  let both = 0;
  for (const [i, word] of a.words.entries()) both += bitsIn(word & b.words[i]!);
  return (n * both - a.count * b.count) / spread;
}

/** The correlations among `own` labels, and between one of them and one of the `others`. */
export function pairsAmong(
  own: ReadonlyMap<string, Truth>,
  others: ReadonlyMap<string, Truth>,
  areNeighbours: (a: string, b: string) => boolean,
): Pair[] {
  const [all, beside] = [own, others].map((truths) =>
    [...truths].map(([label, truth]) => [label, bitsOf(truth)] as const),
  ) as [[string, Bits][], [string, Bits][]];
  return all.flatMap(([a, first], i) =>
    [...all.slice(i + 1), ...beside].flatMap(([b, second]): Pair[] => {
      const correlation = correlationOf(first, second);
      const least = areNeighbours(a, b) ? neighbourTwins : twins;
      return correlation === null ? [] : [{ labels: [a, b], correlation, least }];
    }),
  );
}

export const areTwins = ({ correlation, least }: Pair): boolean => Math.abs(correlation) >= least;

export const inOneFamily = ({ labels: [a, b] }: Pair, elders: Elders): boolean =>
  (elders.get(a)?.label ?? a) === (elders.get(b)?.label ?? b);

/** Says of each two twins that share no noise what to do about it. */
export const outOfOrder = (pairs: readonly Pair[], elders: Elders): string[] =>
  pairs
    .filter((pair) => areTwins(pair) && !inOneFamily(pair, elders))
    .map(({ labels, correlation }) => {
      const said = labels.map((label) => {
        const elder = elders.get(label);
        return elder ? `'${label}' (whose elder is '${elder.label}')` : `'${label}'`;
      });
      return `${said.join(' and ')} correlate by ${correlation.toFixed(2)}: nearly one secret, published with two noises. Put them into one family in libs/domain/src/publishing/twins.ts.`;
    });
