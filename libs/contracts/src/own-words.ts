/** Words of the product, which anybody tries first. */
export const productWords: readonly string[] = [
  'superscope',
  'superscore',
  'onecentral',
  'superannuation',
  'super',
  'scope',
  'score',
  'portal',
];

/** Without marks (`é` is `e`), forms for display (`Ａ` is `A`), invisible characters and case. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();

/**
 * The words of names, logins and addresses in their order, each once: `Kestrel Freight` gives `kestrel` and `freight`, `dana84` also gives
 * `dana`. Shorter words than `leastLetters` occur inside other words by chance and are left out.
 */
export function wordsOf(texts: readonly (string | null | undefined)[], leastLetters: number): string[] {
  const words = texts.flatMap((text) =>
    (folded(text ?? '').match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => [word, ...(word.match(/\p{L}+/gu) ?? [])]),
  );
  return [...new Set(words)].filter((word) => word.length >= leastLetters && /\p{L}/u.test(word));
}

/** Letters that people replace by a digit or a sign. */
const meanings: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'il',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};

interface Known {
  letters: string;
  /** How early it is tried, from 0. */
  rank: number;
}

const prepared = new WeakMap<readonly string[], ReadonlyMap<string, Known[]>>();

/** The words, forwards and backwards, by first letter, the longest first. */
function byFirstLetter(words: readonly string[]): ReadonlyMap<string, Known[]> {
  const before = prepared.get(words);
  if (before !== undefined) return before;
  const sorted = new Map<string, Known[]>();
  for (const [rank, word] of words.entries())
    for (const letters of new Set([word, [...word].reverse().join('')])) {
      const known = sorted.get(letters[0]!) ?? [];
      known.push({ letters, rank });
      sorted.set(letters[0]!, known);
    }
  for (const known of sorted.values()) known.sort((a, b) => b.letters.length - a.letters.length || a.rank - b.rank);
  prepared.set(words, sorted);
  return sorted;
}

const isSign = (char: string) => !/[\p{L}\p{N}]/u.test(char);

/** Where a word that begins at `from` ends in the password; null if it is another one. Signs between its letters are passed over. */
function endOf(chars: readonly string[], from: number, { letters }: Known): number | null {
  let at = from;
  for (const letter of letters) {
    while (at > from && at < chars.length && !reads(chars[at]!, letter) && isSign(chars[at]!)) at += 1;
    if (at === chars.length || !reads(chars[at]!, letter)) return null;
    at += 1;
  }
  return at;
}

const reads = (char: string, letter: string) => char === letter || (meanings[char]?.includes(letter) ?? false);

export interface OwnWordsFound {
  /** Logarithm to base 10 of the guesses that the words take together. */
  guesses: number;
  /** The password without them. */
  rest: string;
}

/** A capital, a substitution or the other direction: a guesser tries a few forms of each word. */
const formsOfWord = 4;

/** Finds words in a password, from left to right, the longest first. Null if it holds none. */
export function findOwnWords(password: string, words: readonly string[]): OwnWordsFound | null {
  const chars = [...folded(password)];
  const known = byFirstLetter(words);
  const used = new Set<number>();
  let guesses = 0;
  let rest = '';
  for (let at = 0; at < chars.length;) {
    const char = chars[at]!;
    const [found, end] = longestAt(
      chars,
      at,
      [char, ...(meanings[char] ?? '')].flatMap((l) => known.get(l) ?? []),
    );
    if (found === null) {
      rest += char;
      at += 1;
      continue;
    }
    guesses += Math.log10(formsOfWord * (used.has(found.rank) ? 1 : found.rank + 1));
    used.add(found.rank);
    at = end;
  }
  return used.size === 0 ? null : { guesses, rest };
}

function longestAt(chars: readonly string[], at: number, known: readonly Known[]): [Known | null, number] {
  let longest: [Known | null, number] = [null, at];
  for (const each of known) {
    const end = endOf(chars, at, each);
    if (end !== null && end > longest[1]) longest = [each, end];
  }
  return longest;
}

const year = /(?:19|20)\d\d/g;
const guessesOfYear = 1.5;
const guessesOfSign = 0.5;

/** Logarithm to base 10 of the guesses for digits and signs that were put around words. Null if the text has letters. */
export function guessesOfAppended(text: string): number | null {
  if (/\p{L}/u.test(text)) return null;
  const years = text.match(year)?.length ?? 0;
  const others = [...text.replace(year, '')];
  const signs = others.filter(isSign).length;
  return years * guessesOfYear + signs * guessesOfSign + (others.length - signs);
}
