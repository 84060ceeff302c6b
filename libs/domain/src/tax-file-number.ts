import { plainDigits } from './text/plain-digits.js';

/** Weights of the check digits, by the number of digits (Australian Taxation Office). The weighted sum is a multiple of 11. */
const weights: Readonly<Record<number, readonly number[]>> = {
  8: [10, 7, 8, 4, 6, 3, 5, 1],
  9: [1, 4, 3, 7, 5, 8, 6, 9, 10],
};

/** Whether 8 or 9 digits are a tax file number. Zeros alone have right check digits, but stand for 'not given'. */
export function isTaxFileNumber(digits: string): boolean {
  const weighting = weights[digits.length];
  if (weighting === undefined || /^0+$/.test(digits)) return false;
  return weighting.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11 === 0;
}

/**
 * The words by which people name the number: TFN, T.F.N., T/F/N, tax file, tax-file, taxFile, tax number, taxpayer number, tax no, tax id, tax
 * identification, tax identifier. A tax invoice or tax reference is none.
 */
const mention =
  /tfn|(?<!\p{L})t[\s./_-]{1,2}f[\s./_-]{1,2}n(?!\p{L})|tax[\s._-]*file|(?<!\p{L})tax(?:[\s._-]*payer)?(?:['’]?s)?[\s._-]*(?:(?:n(?:o|r|um|umber)|id)(?!\p{L})|#|identifi)/iu;
/** Greek and Cyrillic letters that look like those of 'TFN' and 'tax', by which a mention would be hidden. */
const lookAlikes: Readonly<Record<string, string>> = {
  Τ: 'T',
  Т: 'T',
  Ν: 'N',
  А: 'A',
  Α: 'A',
  а: 'a',
  α: 'a',
  Х: 'X',
  Χ: 'X',
  х: 'x',
  т: 't',
};
const lookAlikeLetters = new RegExp(`[${Object.keys(lookAlikes).join('')}]`, 'gu');
/**
 * Digits in groups, as people write a number: whatever stands between them, as long as it is neither a letter nor a quotation mark, which
 * ends a value of JSON.
 */
const groupedDigits = /\d+(?:[^\p{L}\d"]{1,12}\d+)*/gu;
/**
 * A day in the same text: 2026-06-30, 30.06.2026. It may well have eight digits with right check digits, by itself or together with the day
 * beside it, as in a range of days.
 */
const days = /(?<!\d)(?:(?:19|20)\d\d([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:19|20)\d\d)(?!\d)/g;
/** Three groups that may be a day, in whatever writing. */
const day = /^(?:(?:19|20)\d\d\D\d{1,2}\D\d{1,2}|\d{1,2}\D\d{1,2}\D(?:19|20)\d\d)$/;

const plainAscii = /^[\x20-\x7e\s]*$/;
const eightDigits = /(?:\d\D*){8}/;

/** The shortest text that can hold both a mention and a number. */
const shortest = 'tfn'.length + 8;

/**
 * Whether a text names a tax file number and holds one: 8 or 9 digits with right check digits beside 'TFN', 'tax file' or 'tax number'.
 * Letters and digits of other widths and scripts count as the plain ones that they look like, and characters that cannot be seen are skipped.
 */
export function holdsTaxFileNumber(text: string): boolean {
  // Nearly all cells of a file end here.
  if (text.length < shortest) return false;
  const plain = plainAscii.test(text) ? text : inPlainLetters(text);
  if (!eightDigits.test(plain) || !mention.test(plain)) return false;
  for (const [run] of plain.replaceAll(days, '"').matchAll(groupedDigits)) if (hasNumber(run)) return true;
  return false;
}

const inPlainLetters = (text: string): string =>
  plainDigits(text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')).replaceAll(
    lookAlikeLetters,
    (letter) => lookAlikes[letter]!,
  );

/** Whether some groups of digits that follow one another make up a tax file number. */
function hasNumber(run: string): boolean {
  const groups = [...run.matchAll(/\d+/g)];
  for (let from = 0; from < groups.length; from += 1) {
    let digits = '';
    for (let to = from; to < groups.length && digits.length < 9; to += 1) {
      const last = groups[to]!;
      digits += last[0];
      if (!isTaxFileNumber(digits)) continue;
      if (!day.test(run.slice(groups[from]!.index, last.index + last[0].length))) return true;
    }
  }
  return false;
}

/** For everybody who wrote one. It does not repeat the number. */
export const noTaxFileNumbers =
  'Tax file numbers are never accepted. Remove the number, and say only whether one was provided.';
