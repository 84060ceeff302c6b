import { describe, expect, it } from 'vitest';
import { productWords, wordsOf } from './own-words.js';
import { leastFundPasswordLength } from './password-rule.js';
import { leastStrength, ratePassword } from './password-strength.js';

const strengthOf = async (password: string) => (await ratePassword(password)).strength;

it.each([
  ['', 0],
  ['password12', 1],
  ['qwertyuiop', 0],
  ['aaaaaaaaaaaaaaaa', 0],
  ['a-much-longer-password', 4],
])('rates %j as %d', async (password, strength) => {
  expect(await strengthOf(password)).toBe(strength);
});

it('rates no short password as strong', async () => {
  expect(await strengthOf('x7#Kq!v2p')).toBeLessThan(leastStrength);
  expect(await strengthOf('x7#Kq!v2pZ')).toBeGreaterThanOrEqual(leastStrength);
});

it('rates a very long password by its beginning', async () => {
  expect(await strengthOf('a'.repeat(1_000))).toBeLessThan(leastStrength);
});

it('asks people of the fund for more characters', async () => {
  const rule = { leastLength: leastFundPasswordLength, words: productWords };
  expect((await ratePassword('x7#Kq!v2pZ4', rule)).strength).toBeLessThan(leastStrength);
  expect((await ratePassword('x7#Kq!v2pZ4s', rule)).strength).toBeGreaterThanOrEqual(leastStrength);
});

describe('a password that builds on words of the portal, the fund or the person', () => {
  const person = wordsOf(['dwhitlock', 'Dana Whitlock', 'dana.whitlock@kestrel.example'], 3);
  const fund = wordsOf(['Tallowood', 'Tallowood Mastertrust', 'Kestrel Freight Group', 'Café Zürich'], 4);
  const rule = { leastLength: 10, words: [...productWords, ...person, ...fund] };

  it.each([
    'Superscope1',
    'Superscope2026!',
    'Sup3rsc0pe2026',
    '5up3r5c0p3-2026',
    '$uper$c0pe2026',
    'S.u.p.e.r.scope1',
    'epocsrepus2026',
    'Superscope1Superscope1',
    'superscope-portal-1',
    'SuperScope!2026#portal',
    'Ta11owood-2026',
    'T4llowood2026!!',
    'Kestrel-Tallowood-2026',
    'KestrelFreightGroup26',
    'Tall0w00d@2026Q4',
    'Superscope#K9',
    'DanaWhitlock1984',
    'Whitlock.Dana.99',
    'dwhitlock123456',
    'cafezurich2026',
    'Süperscope2026',
    'Ｓｕｐｅｒｓｃｏｐｅ１',
    'super\u200bscope2026',
  ])('is easy to guess: %s', async (password) => {
    const { strength, buildsOnOwnWords } = await ratePassword(password, rule);
    expect(strength).toBeLessThan(leastStrength);
    expect(buildsOnOwnWords).toBe(true);
  });

  it.each(['superscope-horse-battery-9', 'tram-5-Lemon-kite', 'kestrel#K9vQ2xw7', 'weather-channel-window-7'])(
    'may hold such a word if the rest is hard to guess: %s',
    async (password) => {
      const { strength, buildsOnOwnWords } = await ratePassword(password, rule);
      expect(strength).toBeGreaterThanOrEqual(leastStrength);
      expect(buildsOnOwnWords).toBe(false);
    },
  );

  it('counts for more the later somebody would try the word, so that a large fund’s many names forbid no sentence', async () => {
    const many = Array.from({ length: 4_000 }, (_, i) => `word${i}`);
    const sentence = 'quokka-lantern-marimba';
    const words = [...many, 'quokka', 'lantern', 'marimba'];
    expect((await ratePassword(sentence, { leastLength: 10, words })).strength).toBe(4);
    const few = ['quokka', 'lantern', 'marimba'];
    expect((await ratePassword(sentence, { leastLength: 10, words: few })).strength).toBeLessThan(leastStrength);
  });

  it('is not named where the password is easy to guess anyway', async () => {
    expect(await ratePassword('password12', rule)).toEqual({ strength: 1, buildsOnOwnWords: false });
  });
});

describe('the words of names and addresses', () => {
  it('are folded, split, and each listed once', () => {
    expect(wordsOf(['dana84', 'Dana Whitlock', 'dana.whitlock@kestrel.example'], 3)).toEqual([
      ...['dana84', 'dana', 'whitlock', 'kestrel', 'example'],
    ]);
    expect(wordsOf(['O’Brien & Søns Pty Ltd', null, undefined, '2026'], 4)).toEqual(['brien', 'søns']);
  });
});
