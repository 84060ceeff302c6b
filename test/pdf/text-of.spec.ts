import { expect, it } from 'vitest';
import { hasText } from './text-of.js';

it('finds a number by itself only', () => {
  const text = 'Members 1,300 + 3.0 % of 12.5, $118,600.';
  for (const there of ['1,300', '3.0%', '12.5', '$118,600', 'Members 1,300'])
    expect([there, hasText(text, there)]).toEqual([there, true]);
  for (const part of ['300', '1,30', '2.5', '12', '118', '$118'])
    expect([part, hasText(text, part)]).toEqual([part, false]);
});
