/** Unicode's characters without a glyph: zero width, soft hyphen, direction marks, joiners, variation selectors, fillers. */
const hidden = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** Every other space looks like the plain one, and so do the separators of lines and the blank of Braille. */
const spaces = /[\p{Zs}\u2028\u2029\u2800]/gu;
const plain = /^[\x20-\x7e]*$/;

/**
 * Text as it is stored: without characters that cannot be seen, with plain spaces, trimmed, and with each accent in its letter (NFC). So
 * two texts that differ only in what nobody sees are one. Line breaks and other control characters stay.
 */
export const cleanText = (text: string): string =>
  plain.test(text) ? text.trim() : text.replace(hidden, '').replace(spaces, ' ').normalize('NFC').trim();

/** Text for a message, in which a reader can see what `cleanText` or `lookAlikeKey` disregards: `10‹U+200B›01`. */
export const spelledOut = (text: string): string =>
  text
    .replace(hidden, codePoint)
    .replace(spaces, (space) => (space === ' ' ? space : codePoint(space)))
    .replace(apostrophes, (mark) => (mark === "'" ? mark : `${mark}${codePoint(mark)}`))
    .replace(hyphens, (mark) => (mark === '-' ? mark : `${mark}${codePoint(mark)}`));

const codePoint = (character: string): string =>
  `‹U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}›`;

/** Apostrophes, single quotation marks, primes, and the accents that keyboards offer in their place. */
export const apostrophes =
  /['`\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u0374\u0384\u055a\u05f3\u07f4\u07f5\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2018-\u201b\u2032\u2035\u275b\u275c\ua78b\ua78c\uff07\uff40]/gu;
/** Hyphens, dashes and minus signs. */
export const hyphens = /[\p{Pd}\u02d7\u2043\u2212]/gu;

const itsOwnKey = /^(?:[!-_a-~]| (?! ))*$/;

/**
 * The form in which keys are compared: keys that look the same to a reader have one form. It also disregards which apostrophe, hyphen and
 * number of spaces a key is written with. Upper and lower case differ.
 */
export const lookAlikeKey = (text: string): string => {
  const clean = cleanText(text);
  if (itsOwnKey.test(clean)) return clean;
  return clean.replace(apostrophes, "'").replace(hyphens, '-').replace(/ +/g, ' ').normalize('NFC');
};
