import { describe, expect, it } from 'vitest';
import { isInNames, placeInName } from './name-search.js';

describe('names', () => {
  it('hold a text in whatever form either is typed', () => {
    expect(isInNames(['Sons’ Freight'], "sons'")).toBe(true);
    expect(isInNames([null, 'Zoe\u0308 O’Keeffe'], 'zoë okeeffe')).toBe(true);
    expect(isInNames(['Kestrel', undefined], 'kite')).toBe(false);
    expect(isInNames([null], ' \u200b')).toBe(true);
  });
});

describe('the place of a text in a name', () => {
  const found = (name: string, text: string) => {
    const place = placeInName(name, text);
    return place && name.slice(...place);
  };

  it('is where the name writes it, accents and apostrophes included', () => {
    expect(found('D’Arcy, Zoë', "d'ar")).toBe('D’Ar');
    expect(found('D’Arcy, Zoë', 'arcy zo')).toBe('Arcy, Zo');
    expect(found('Dvor\u030ca\u0301k', 'dvor')).toBe('Dvor\u030c');
    expect(found('Dvor\u030ca\u0301k', 'dvořák')).toBe('Dvor\u030ca\u0301k');
    expect(found('Strauß & Co', 'strauss')).toBe('Strauß');
    expect(found('Strauß & Co', 'straus')).toBe('Strauß');
    expect(found('Smith–Jones', 'h jo')).toBe('h–Jo');
    expect(found('Kestrel Freight', 'FREIGHT')).toBe('Freight');
    expect(found('😀 Mills', 'mil')).toBe('Mil');
  });

  it('is nowhere in another name, and for no text', () => {
    expect(placeInName('Kestrel', 'kite')).toBeNull();
    expect(placeInName('Kestrel', " '")).toBeNull();
  });
});
