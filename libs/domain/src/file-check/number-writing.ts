import { plainDigits } from '../text/plain-digits.js';
import { searchKey } from '../text/search-key.js';

/**
 * Letters that look like another character, in upper case: those of Unicode's confusables that a fund's number may hold. Each stands for
 * the digit or the Latin letter that it looks like.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  O: '0',
  I: '1',
  L: '1',
  '|': '1',
  S: '5',
  B: '8',
  Z: '2',
  // Greek
  Α: 'A',
  Β: '8',
  Ε: 'E',
  Ζ: '2',
  Η: 'H',
  Ι: '1',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: '0',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  // Cyrillic
  А: 'A',
  В: '8',
  Е: 'E',
  З: '3',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: '0',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  Ѕ: '5',
  І: '1',
  Ј: 'J',
  Ӏ: '1',
};

/** Full-width letters and the digits of other scripts as plain ones, without the signs that people put between digits. */
const narrow = (number: string): string => plainDigits(number.normalize('NFKC')).replace(/[\s._\-/\p{Pd}]/gu, '');
const sameCase = (number: string): string => narrow(number).toUpperCase();
const withoutZeros = (number: string): string => number.replace(/(?<!\d)0+(?=[\dA-Z])/g, '');
const latin = (number: string): string => [...sameCase(number)].map((letter) => lookAlikes[letter] ?? letter).join('');

/** The form in which two numbers are equal that differ only in leading zeros, case, width, signs, or letters that look alike. */
export const numberSkeleton = (number: string): string => withoutZeros(latin(number));

/** In what two numbers of one skeleton differ, in words. */
export function differenceOf(a: string, b: string): string {
  if (narrow(a) === narrow(b)) return 'width and signs';
  if (sameCase(a) === sameCase(b)) return 'case';
  if (withoutZeros(sameCase(a)) === withoutZeros(sameCase(b))) return 'leading zeros';
  return latin(a) === latin(b) ? 'letters that look alike' : 'leading zeros and letters that look alike';
}

/** Whether a number may have lost its last digits: a spreadsheet keeps 15 and writes zeros for the others. */
export const mayHaveLostDigits = (number: string): boolean => /^\d{14,}0$/.test(narrow(number));

/** What tells people apart, beside their numbers. */
export interface Person {
  readonly surname: string | null;
  readonly givenName: string | null;
  /** yyyy-MM-dd */
  readonly dateOfBirth: string | null;
}

/** What two people have in common, in words: their name, their birth date or both. Null if neither. */
export function inCommon(a: Person, b: Person): string | null {
  const name = ({ surname, givenName }: Person) => searchKey(`${surname ?? ''} ${givenName ?? ''}`);
  const isNamed = a.surname !== null && b.surname !== null && name(a) !== '' && name(a) === name(b);
  const isBorn = a.dateOfBirth !== null && a.dateOfBirth === b.dateOfBirth;
  if (isNamed && isBorn) return 'name and birth date';
  return isNamed ? 'name' : isBorn ? 'birth date' : null;
}
