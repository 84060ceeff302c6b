import { expect, it } from 'vitest';
import { comparePositions, decodePosition, encodePosition, positionVersion } from './position.js';

it('orders positions like the log, beyond the precision of a float', () => {
  const earlier = { commit: 9007199254740992n, prepare: 5n };
  const later = { commit: 9007199254740993n, prepare: 1n };
  expect(comparePositions(earlier, later)).toBeLessThan(0);
  expect(comparePositions(later, earlier)).toBeGreaterThan(0);
  expect(comparePositions(earlier, { ...earlier })).toBe(0);
  expect(comparePositions(earlier, { ...earlier, prepare: 4n })).toBeGreaterThan(0);
  expect(positionVersion(later) > positionVersion(earlier)).toBe(true);
});

it('writes a position as text and reads it back', () => {
  const position = { commit: 18446744073709551615n, prepare: 0n };
  expect(encodePosition(position)).toBe('18446744073709551615/0');
  expect(decodePosition(encodePosition(position))).toEqual(position);
});

it.each(['', '1', '1/', '/1', '-1/1', '1/1/1', '1e3/1', 'a/b', ' 1/1'])('reads %j as no position', (text) => {
  expect(decodePosition(text)).toBeNull();
});
