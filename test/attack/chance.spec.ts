import { describe, expect, it } from 'vitest';
import { binomial, confidenceIn, normalBelow, poisson } from './chance.js';

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const upTo = (n: number) => Array.from({ length: n + 1 }, (_, i) => i);

describe('chances', () => {
  it('of all counts add up to one', () => {
    expect(sum(upTo(40).map((count) => binomial(40, 0.3, count)))).toBeCloseTo(1, 10);
    expect(sum(upTo(60).map((count) => poisson(7, count)))).toBeCloseTo(1, 10);
  });

  it('are binomial for coin tosses', () => {
    expect(binomial(4, 0.5, 2)).toBeCloseTo(6 / 16, 12);
    expect(binomial(3, 0.2, 0)).toBeCloseTo(0.8 ** 3, 12);
    expect(binomial(3, 0.2, 4)).toBe(0);
  });

  it('of the normal distribution agree with its tables', () => {
    expect(normalBelow(0)).toBeCloseTo(0.5, 6);
    expect(normalBelow(1.96)).toBeCloseTo(0.975, 4);
    expect(normalBelow(-1)).toBeCloseTo(0.1587, 4);
  });
});

describe('the confidence in a count', () => {
  const even = () => 1 / 11;

  it('is 1 when nothing was adjusted', () => {
    expect(confidenceIn(3, 3, 0, [0, 10], even)).toBe(1);
  });

  it('falls to the prior as the error grows', () => {
    const confidences = [0.1, 4, 32, 10_000].map((variance) => confidenceIn(5, 5, variance, [0, 10], even));
    expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
    expect(confidences[0]).toBeGreaterThan(0.98);
    expect(confidences[3]).toBeCloseTo(1 / 11, 3);
  });
});
