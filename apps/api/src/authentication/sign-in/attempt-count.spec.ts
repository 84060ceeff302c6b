import { describe, expect, it } from 'vitest';
import { isBlocked, oneLess, oneMore, type AttemptCount, type AttemptLimit } from './attempt-count.js';

const minute = 60_000;
const office: AttemptLimit = { free: 20, halfLifeMilliseconds: 15 * minute };
const account: AttemptLimit = { free: 5 };
const start = Date.parse('2025-03-03T09:00:00Z');
const after = (milliseconds: number) => new Date(start + milliseconds);

const many = (times: number, every: number, limit: AttemptLimit): AttemptCount => {
  let count: AttemptCount | null = null;
  for (let i = 0; i < times; i += 1) count = oneMore(count, limit, after(i * every));
  return count!;
};
const waitOf = (count: AttemptCount) =>
  count.blockedUntil === null ? 0 : (count.blockedUntil.getTime() - count.at.getTime()) / 1000;

describe('counting attempts', () => {
  it('never locks out an office with occasional typing errors', () => {
    expect(waitOf(many(1000, 60 * minute, office))).toBe(0);
    expect(waitOf(many(1000, 2 * minute, office))).toBe(0);
  });

  it('doubles the wait with each further guess, up to a quarter of an hour', () => {
    expect([19, 20].map((times) => waitOf(many(times, 0, office)))).toEqual([0, 2]);
    expect([4, 5, 6, 7, 60].map((times) => waitOf(many(times, 0, account)))).toEqual([0, 2, 4, 8, 900]);
  });

  it('does not forgive guesses at one account gradually', () => {
    expect(many(4, 50 * minute, account).failures).toBe(4);
  });

  it('takes back an attempt that was right, and the wait that it caused', () => {
    const before = many(6, 0, account);
    const taken = oneMore(before, account, after(5000));
    const now = oneLess(taken, taken, account);
    expect(now.failures).toBe(6);
    expect(isBlocked(now, after(5001))).toBe(false);
  });

  it('keeps the wait of another attempt that was wrong meanwhile', () => {
    const right = oneMore(many(20, 0, office), office, after(1));
    const wrong = oneMore(right, office, after(2));
    expect(isBlocked(oneLess(wrong, right, office), after(3))).toBe(true);
    const fewer = oneMore(oneMore(many(18, 0, office), office, after(1)), office, after(2));
    expect(isBlocked(oneLess(fewer, right, office), after(3))).toBe(false);
  });
});
