import { apostrophes, hyphens } from './clean-text.js';

const hidden = /[\p{M}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const quotes = /["\u201c-\u201f\u2033\u2036\u275d\u275e\uff02]/gu;
/** Commas stand between names ('Mills, Jo'), and only there. */
const gaps = /[\s\u2800,;\u060c\u3001\uff0c]/gu;

/** Letters that Unicode does not decompose, as people write them who do not have their key. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ɖ: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ȷ: 'j',
  ĸ: 'k',
  ŋ: 'ng',
  ŧ: 't',
  ƀ: 'b',
  ɓ: 'b',
  ɗ: 'd',
  ɨ: 'i',
  ƙ: 'k',
  ƴ: 'y',
  ƶ: 'z',
  ς: 'σ',
};
/** Nearly every name is plain, and takes a fifth of the time. */
const plain = /^[\x20-\x7e]*$/;

const ownLetters = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');

/**
 * Text in the form that searches compare, each character on its own: without accents, apostrophes and case, and with a space for each
 * hyphen and comma. Runs of spaces stay.
 */
export const foldCharacters = (text: string): string =>
  plain.test(text) ? text.toLowerCase().replace(/["'`]/g, '').replace(/[-,;]/g, ' ') : foldAll(text);

const foldAll = (text: string): string =>
  text
    .replace(apostrophes, '')
    .replace(quotes, '')
    .normalize('NFKD')
    // An accent on its own, which keyboards offer as an apostrophe, decomposes into a space and the accent.
    .replace(/ \p{M}+/gu, '')
    .toLowerCase()
    .replace(hidden, '')
    .replace(ownLetters, (letter) => letters[letter]!)
    .replace(apostrophes, '')
    .replace(hyphens, ' ')
    .replace(gaps, ' ');

/**
 * The key under which a name is found: however its accents, apostrophes, hyphens, spaces and case are typed or encoded, it has one key.
 * A name holds a text if its key includes the text's key. Empty for a text of which nothing is left.
 */
export const searchKey = (text: string): string => foldCharacters(text).replace(/ +/g, ' ').trim();
