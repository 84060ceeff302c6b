import { expect, it } from 'vitest';
import { holdsControlCharacters } from './control-characters.js';

it('a text of one line has no control character at all', () => {
  for (const bad of ['\u0000', '\t', '\n', '\r', '\u001f', '\u007f', '\u0085', '\u009f', '\ud800', '\udc00'])
    expect([bad, holdsControlCharacters(`a${bad}b`)]).toEqual([bad, true]);
  expect(holdsControlCharacters('Zoë O’Brien 👩‍🌾 日本')).toBe(false);
});

it('a text of several lines may have tabs and line breaks', () => {
  expect(holdsControlCharacters('First\r\n\tSecond\n', 'several lines')).toBe(false);
  for (const bad of ['\u0000', '\u000b', '\u000c', '\u001b', '\u007f', '\u0085', '\ud83d'])
    expect([bad, holdsControlCharacters(`a${bad}b`, 'several lines')]).toEqual([bad, true]);
});
