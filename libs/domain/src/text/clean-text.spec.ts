import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, lookAlikeKey, spelledOut } from './clean-text.js';

const invisible = [
  ...'\u00ad\u034f\u061c\u115f\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2064\u2066\u2069\u206f',
  ...'\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9',
  '\u{e0001}',
  '\u{e0100}',
];
const blank = [...'\u00a0\u1680\u2000\u2003\u2009\u200a\u2028\u2029\u202f\u205f\u2800\u3000'];
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...invisible, ...blank, ..."'’–-éø "),
    fc.integer({ min: 1, max: 0x2fff }).map((code) => String.fromCodePoint(code)),
  ),
});

describe('clean text', () => {
  it('has nothing that cannot be seen, wherever it stands', () => {
    for (const sign of invisible)
      for (const text of [`${sign}1001`, `10${sign}01`, `1001${sign}`])
        expect([sign, cleanText(text)]).toEqual([sign, '1001']);
  });

  it('has plain spaces, and none around it', () => {
    for (const space of blank) expect(cleanText(`${space}Van${space}Dyk${space}`)).toBe('Van Dyk');
  });

  it('has its accents in one encoding, also where something invisible stands between letter and accent', () => {
    expect(cleanText('Dvor\u030ca\u0301k')).toBe('Dvo\u0159\u00e1k');
    expect(cleanText('Zoe\u200d\u0308')).toBe('Zo\u00eb');
  });

  it('keeps what can be seen', () => {
    for (const text of ['D’Arcy', "O'Keeffe", 'Smith–Jones', 'a  b', '１２', 'line\nline', '李', '😀'])
      expect(cleanText(text)).toBe(text);
  });

  it('stays the same when it is cleaned again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
      }),
    );
  });
});

describe('keys', () => {
  it('that look the same are equal', () => {
    for (const [one, other] of [
      ['M’1', "M'1"],
      ['M\u02bc1', "M'1"],
      ['A–1', 'A-1'],
      ['A\u20111', 'A-1'],
      ['A\u22121', 'A-1'],
      ['A  1', 'A 1'],
      ['A\u00a0 1', 'A 1'],
      ['10\u200b01', '1001'],
    ] as const)
      expect(lookAlikeKey(one)).toBe(lookAlikeKey(other));
  });

  it('that look different differ', () => {
    const keys = ['1001', '01001', 'a1', 'A1', 'é1', 'e1', '²', '2', 'A-1', 'A1 ', 'A 1', "A'1"].map(lookAlikeKey);
    expect(new Set(keys).size).toBe(keys.length - 1);
  });

  it('that are plain stand for themselves', () => {
    for (const key of ['1001', 'M-1.5', "O'N 7", 'a_b']) expect(lookAlikeKey(key)).toBe(key);
  });

  it('have the same form when it is taken again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(lookAlikeKey(lookAlikeKey(text))).toBe(lookAlikeKey(text));
      }),
    );
  });

  it('are spelled out in messages', () => {
    expect(spelledOut('10\u200b01')).toBe('10‹U+200B›01');
    expect(spelledOut('M’1\u00a0–')).toBe('M’‹U+2019›1‹U+00A0›–‹U+2013›');
    expect(spelledOut("Zoë O'N-1")).toBe("Zoë O'N-1");
  });
});
