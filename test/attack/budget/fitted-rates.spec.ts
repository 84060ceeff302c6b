import { describe, expect, it } from 'vitest';
import { fittedRates } from './fitted-rates.js';

const of = (count: number, chance: number) => new Float64Array(count).fill(chance);
const likeness = (count: number, group: (member: number) => string) =>
  Array.from({ length: count }, (_, member) => ['', group(member)]);

describe('rates learned from the answers', () => {
  it('are those of the plan where the answers tell of no member in particular', () => {
    const fitted = fittedRates(
      of(1_000, 0.5),
      of(1_000, 0.6),
      likeness(1_000, () => 'a'),
    );
    for (const chance of fitted) expect(chance).toBeCloseTo(0.6, 2);
  });

  it('differ by group as far as it has many members', () => {
    const found = Float64Array.from({ length: 1_000 }, (_, member) => (member < 500 ? 0.8 : 0.4));
    const fitted = fittedRates(
      of(1_000, 0.5),
      found,
      likeness(1_000, (member) => (member < 500 ? 'a' : 'b')),
    );
    expect(fitted[0]).toBeCloseTo(0.8, 1);
    expect(fitted[999]).toBeCloseTo(0.4, 1);
    const few = fittedRates(
      of(10, 0.5),
      of(10, 0.9),
      likeness(10, () => 'a'),
    );
    expect(few[0]).toBeLessThan(0.8);
  });

  it('do not follow what is found of single members', () => {
    const found = Float64Array.from({ length: 1_000 }, (_, member) => (member % 2 === 0 ? 0.99 : 0.01));
    for (const chance of fittedRates(
      of(1_000, 0.5),
      found,
      likeness(1_000, () => 'a'),
    ))
      expect(chance).toBeCloseTo(0.5, 2);
  });
});
