import { expect, it } from 'vitest';
import { secondsLeft, timeLeftText } from './time-left';

it('is estimated from the speed since the first poll', () => {
  expect(secondsLeft({ done: 100, atMs: 0 }, { done: 300, atMs: 2_000 }, 1_000)).toBe(7);
});

it('is unknown until a second of progress was seen', () => {
  expect(secondsLeft({ done: 100, atMs: 0 }, { done: 100, atMs: 5_000 }, 1_000)).toBeNull();
  expect(secondsLeft({ done: 100, atMs: 0 }, { done: 300, atMs: 500 }, 1_000)).toBeNull();
});

it.each([
  [0, 'a few seconds left'],
  [12, 'about 15 s left'],
  [55, 'about a minute left'],
  [61, 'about 2 minutes left'],
  [600, 'about 10 minutes left'],
])('of %d seconds is told as %j', (seconds, text) => expect(timeLeftText(seconds)).toBe(text));
