import { describe, expect, it } from 'vitest';
import { Random } from '../demo-data/random.js';
import { hasItOrNot, sampleChains, type ChainModel, type CountObservation } from './member-chains.js';

const model = (
  more: Partial<ChainModel> = {},
  { prior = () => 0.5, changes = 0.01 }: { prior?: (member: number) => number; changes?: number } = {},
): ChainModel => ({
  times: 1,
  members: 4,
  isPresent: () => true,
  ...hasItOrNot(prior, () => 0, changes, changes),
  ...more,
});
const sampling = () => ({ burnIn: 200, samples: 2_000, random: new Random('chains') });
const observed = (members: number[], value: CountObservation['value'], variance = 0, time = 0): CountObservation => ({
  time,
  members,
  states: [1],
  value,
  variance,
});

describe('sampling members with a fact', () => {
  it('returns the prior without observations', () => {
    const [found] = sampleChains(model({}, { prior: (member) => (member === 0 ? 0.9 : 0.2) }), [], sampling());
    expect(found![0]).toBeGreaterThan(0.85);
    expect(found![1]).toBeLessThan(0.27);
  });

  it('is sure of a member whom exact counts identify', () => {
    const [found] = sampleChains(model(), [observed([0, 1, 2, 3], 2), observed([1, 2, 3], 1)], sampling());
    expect(found![0]).toBeGreaterThan(0.95);
  });

  it('learns almost nothing about one member from adjusted counts', () => {
    const [found] = sampleChains(model(), [observed([0, 1, 2, 3], 2, 16), observed([1, 2, 3], 1, 16)], sampling());
    expect(found![0]).toBeGreaterThan(0.4);
    expect(found![0]).toBeLessThan(0.65);
  });

  it('follows a fact that begins or ends at an age', () => {
    const chance = (member: number, time: number) => (member === 0 && time === 1 ? 0.999 : 0.1);
    const [before, after] = sampleChains(
      model({ times: 2, ...hasItOrNot(chance, () => 0, 0.01, 0.01) }),
      [observed([0, 1, 2, 3], 0, 0, 0)],
      sampling(),
    );
    expect(before![0]).toBeLessThan(0.1);
    expect(after![0]).toBeGreaterThan(0.95);
    expect(after![1]).toBeLessThan(0.1);
  });

  it('respects bounds', () => {
    const [all] = sampleChains(model(), [observed([0, 1, 2, 3], { low: 4, high: 4 })], sampling());
    const [some] = sampleChains(model(), [observed([0, 1, 2, 3], { low: 0, high: 4 })], sampling());
    expect(Math.min(...all!)).toBeGreaterThan(0.8);
    expect(Math.min(...some!)).toBeGreaterThan(0.4);
    expect(Math.max(...some!)).toBeLessThan(0.6);
  });

  it('carries knowledge from one time to the next, as far as members keep the fact', () => {
    const known = observed([0], 1);
    const keeps = sampleChains(model({ times: 2 }), [known], sampling());
    const forgets = sampleChains(model({ times: 2 }, { changes: 0.5 }), [known], sampling());
    expect(keeps[1]![0]).toBeGreaterThan(0.75);
    expect(forgets[1]![0]).toBeLessThan(0.6);
  });

  it('distinguishes states by counts of some of them', () => {
    const third = 1 / 3;
    const states: Partial<ChainModel> = {
      prior: () => [third, third, third],
      turns: [0, 1, 2].map((from) => [0, 1, 2].map((to) => Number(from === to))),
    };
    const isInOneOfTheFirst = { ...observed([0], 1), states: [0, 1] };
    const [found] = sampleChains(model(states), [isInOneOfTheFirst], sampling());
    expect(found![0]).toBeLessThan(0.05);
    expect(found![1]).toBeCloseTo(third, 1);
  });

  it('claims nothing about a member at times when they are absent', () => {
    const found = sampleChains(model({ times: 2, isPresent: (time) => time === 1 }), [], sampling());
    expect([...found[0]!]).toEqual([0, 0, 0, 0]);
    expect(found[1]![0]).toBeGreaterThan(0.4);
  });
});
