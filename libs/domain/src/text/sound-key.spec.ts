import { describe, expect, it } from 'vitest';
import { searchKey } from './search-key.js';
import { isNear, nearKeysOf, soundKey } from './sound-key.js';

const shareKey = (one: string, other: string) => {
  const keys = new Set(nearKeysOf(other));
  return nearKeysOf(one).some((key) => keys.has(key));
};

describe('a name as it sounds', () => {
  it.each([
    ['marketti', 'Marchetti'],
    ['smyth', 'Smith'],
    ['Catherine', 'Kathryne'],
    ['stephens', 'Stefens'],
    ['Sara', 'Sarah'],
    ['aleksander', 'Alexander'],
    ['MULLER', 'Müller'],
  ])('is near for %s and %s, which share a key', (typed, name) => {
    const [one, other] = [searchKey(typed), searchKey(name)];
    expect([isNear(one, other), isNear(other, one), shareKey(one, other)]).toEqual([true, true, true]);
  });

  it('is near to itself with any one letter more, less, other or exchanged, however long it is', () => {
    for (const name of [
      'marta',
      'okafor',
      'papadopoulos',
      'wijesinghearachchige',
      'łukasz',
      '\u{20000}\u{20001}\u{20002}\u{20003}',
    ]) {
      const sound = soundKey(searchKey(name));
      const letters = [...sound];
      const typos = letters.flatMap((_, i) => [
        letters.toSpliced(i, 1),
        letters.toSpliced(i, 0, 'b'),
        letters.toSpliced(i, 1, 'b'),
        letters.toSpliced(i, 2, ...letters.slice(i, i + 2).reverse()),
      ]);
      // Two letters that become neighbours may be one sound.
      const sounding = typos.map((typo) => typo.join('')).filter((typo) => soundKey(typo) === typo);
      expect(sounding.length).toBeGreaterThan(10);
      for (const typo of sounding)
        expect([typo, isNear(typo, sound), shareKey(typo, sound)]).toEqual([typo, true, true]);
    }
  });

  it.each([
    ['marchetti', 'mancini'],
    ['smith', 'smithers'],
    ['ng', 'wu'],
    ['jo', 'jon'],
    ['abcd', 'badc'],
  ])('is not near for %s and %s', (one, other) => {
    expect([isNear(one, other), isNear(other, one)]).toEqual([false, false]);
  });

  it('of a hundred letters has few keys', () => {
    expect(nearKeysOf('ab'.repeat(50)).length).toBeLessThanOrEqual(9);
    expect(soundKey('')).toBe('');
    expect(nearKeysOf('')).toEqual(['']);
  });
});
