import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchKey } from './search-key.js';

describe('a name is found', () => {
  const same = (...names: string[]) => expect([...new Set(names.map(searchKey))]).toHaveLength(1);

  it('by any apostrophe, and without one', () => {
    same(..."'’‘‛ʼʻ`´′＇‵՚ʹ".split('').map((mark) => `D${mark}Arcy`), 'DArcy');
  });

  it('by any hyphen, and by a space', () => {
    same(...'-‐‑‒–—−﹣－'.split('').map((hyphen) => `Smith${hyphen}Jones`), 'Smith Jones', 'smith\u00a0 jones');
    same('Smith\u00adson', 'Smithson');
  });

  it('in any encoding of its accents, and without them', () => {
    for (const name of ['Dvořák', 'Szőke', 'Núñez', 'Nguyễn', 'Çelik', 'İnan'])
      same(name.normalize('NFC'), name.normalize('NFD'));
    same('Dvořák', 'dvorak');
    same('Nguyễn', 'NGUYEN');
    same('İnan', 'inan', 'ınan');
  });

  it('by the letters that people type for letters they have no key for', () => {
    same('Sørensen', 'Sorensen');
    same('Łukasz', 'lukasz');
    same('Đorđević', 'dordevic');
    same('Strauß', 'STRAUSS', 'strauss');
    same('Æbelø', 'aebelo');
    same('Œuvre', 'oeuvre');
    same('Þór', 'thor');
  });

  it('in any case, width and spacing', () => {
    same('ＭＩＬＬＳ', 'mills', ' Mills ', 'Mi\u200blls');
    same('Van  Dyk', 'van\u2009dyk');
    same('Mills, Jo', 'mills jo', 'Mills,Jo');
    same('Παππάς', 'ΠΑΠΠΑΣ');
  });

  it('but not by another name', () => {
    const names = ['Mills', 'Miles', 'Mils', 'Mills Jo', 'Jo Mills', 'Smithjones', 'Smith Jones'];
    expect(new Set(names.map(searchKey)).size).toBe(names.length);
  });
});

const anyCharacters = fc
  .array(fc.integer({ min: 1, max: 0x2fff }), { maxLength: 8 })
  .map((codes) => String.fromCodePoint(...codes));

describe('a search key', () => {
  it('is its own key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(searchKey(searchKey(text))).toBe(searchKey(text));
      }),
    );
    fc.assert(
      fc.property(anyCharacters, (text) => {
        expect(searchKey(searchKey(text))).toBe(searchKey(text));
      }),
    );
  });

  it('is the same for every encoding of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
          expect(searchKey(text.normalize(form))).toBe(searchKey(text));
      }),
    );
  });

  it('of nothing that can be seen is empty', () => {
    expect(searchKey("\u200b ' – \u0301")).toBe('');
  });
});
