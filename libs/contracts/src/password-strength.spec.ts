import { expect, it } from 'vitest';
import { leastStrength, passwordStrength } from './password-strength.js';

it.each([
  ['', 0],
  ['password12', 1],
  ['qwertyuiop', 0],
  ['aaaaaaaaaaaaaaaa', 0],
  ['a-much-longer-password', 4],
])('rates %j as %d', async (password, strength) => {
  expect(await passwordStrength(password)).toBe(strength);
});

it('rates no short password as strong', async () => {
  expect(await passwordStrength('x7#Kq!v2p')).toBeLessThan(leastStrength);
  expect(await passwordStrength('x7#Kq!v2pZ')).toBeGreaterThanOrEqual(leastStrength);
});

it('rates a very long password by its beginning', async () => {
  expect(await passwordStrength('a'.repeat(1_000))).toBeLessThan(leastStrength);
});
