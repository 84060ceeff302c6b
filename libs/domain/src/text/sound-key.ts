/** Letters that are written for one sound, in the order in which they are replaced. */
const sounds: readonly [RegExp, string][] = [
  [/ph/g, 'f'],
  // Silent, or part of the letter before it: Ahmed, Sarah, Marchetti, Smith.
  [/(?<=.)h/gu, ''],
  [/[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/y/g, 'i'],
  [/z/g, 's'],
  [/(.)\1+/gu, '$1'],
];

/** A word of a search key (see `searchKey`) as it sounds, roughly: Marchetti and Marketti have one key, and so have Smyth and Smith. */
export const soundKey = (word: string): string =>
  sounds.reduce((key, [written, sound]) => key.replace(written, sound), word);

/** Words that sound shorter are near to too many others. */
const shortest = 4;
/** The letters of a word that are compared; two words that differ by one letter also do within as many. */
const compared = 8;

/**
 * Keys of which two words share one if they sound alike, or if one letter more, less, other or exchanged makes them sound alike: a word as
 * it sounds, and without each of its letters. Words may share one and differ by two letters: see `isNear`.
 */
export function nearKeysOf(word: string): string[] {
  const letters = [...soundKey(word)].slice(0, compared);
  const whole = letters.join('');
  if (letters.length < shortest) return [whole];
  return [...new Set([whole, ...letters.map((_, i) => letters.toSpliced(i, 1).join(''))])];
}

/** Whether two words sound alike, or would with one letter more, less, other or exchanged. */
export function isNear(one: string, other: string): boolean {
  const [a, b] = [[...soundKey(one)], [...soundKey(other)]];
  if (a.length < shortest && b.length < shortest) return a.join('') === b.join('');
  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  const equal = (x: string[], y: string[]) => x.join('') === y.join('');
  if (equal(restA, restB)) return true;
  const swapped = [restB[1], restB[0], ...restB.slice(2)].join('');
  return (
    equal(restA.slice(1), restB) ||
    equal(restA, restB.slice(1)) ||
    equal(restA.slice(1), restB.slice(1)) ||
    (restB.length > 1 && restA.join('') === swapped)
  );
}
