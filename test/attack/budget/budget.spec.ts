import { expect, describe, it } from 'vitest';
import { Random } from '../../demo-data/random.js';
import { longForm, overBudget, shortForm, simulateBudget } from './budget.js';
import { ratesAlone, sampleFamily, type FamilyModel } from './family-chains.js';
import { measuredWithin, stillOver } from './measured-labels.js';
import { secretFacts } from './secret-facts.js';

const isLong = process.env['SUPERSCOPE_LONG'] === 'true';

describe('the labels of the catalogue', () => {
  const facts = secretFacts();
  const found = (label: string) => facts.find((fact) => fact.label === label)!;
  const reach = (label: string) => {
    const { ofPlan, groupLeast } = found(label);
    return { ofPlan, groupLeast };
  };

  it('are found with how widely they are published', () => {
    expect(facts.length).toBeGreaterThan(90);
    expect(reach('nominationValidated')).toEqual({ ofPlan: false, groupLeast: 0 });
    expect(reach('tpdCover')).toEqual({ ofPlan: false, groupLeast: 100 });
    expect(reach('nomination<=3')).toEqual({ ofPlan: false, groupLeast: Infinity });
    expect(reach('lastSignIn:3')).toMatchObject({ ofPlan: true });
    expect(found('nomination<=3').before).toEqual({ ofPlan: false, groupLeast: 0 });
    expect(found('lifeInsurance<=1').before).toEqual({ ofPlan: false, groupLeast: 100 });
    expect(found('lastSignIn:3').before).toMatchObject({ ofPlan: false });
    expect(reach('insuranceCoverType<=2')).toMatchObject({ ofPlan: true });
    expect(reach('lastSignIn:1')).toMatchObject({ ofPlan: true });
    expect(reach('lastSignIn:12')).toMatchObject({ ofPlan: false });
  });
});

describe('sampling a family of facts', () => {
  const everybody = Int32Array.of(0, 1, 2, 3);
  /** States: neither, the first fact, both. */
  const model = (more: Partial<FamilyModel> = {}): FamilyModel => ({
    times: 1,
    spans: Array.from(everybody, (): [number, number] => [0, 0]),
    priors: Array.from(everybody, () => Float64Array.of(0.4, 0.3, 0.3)),
    turns: [Float64Array.of(0.98, 0.01, 0.01), Float64Array.of(0.01, 0.98, 0.01), Float64Array.of(0.01, 0.01, 0.98)],
    weights: [Float64Array.of(0, 1, 1), Float64Array.of(0, 1, 0)],
    likeness: ['', '', '', ''],
    ...more,
  });
  const sampling = () => ({ burnIn: 200, samples: 2_000, random: new Random('family') });
  const told = (members: number[], value: number, pattern = 0, variance = 0.1, time = 0) => ({
    time,
    members: Int32Array.from(members),
    pattern,
    value,
    variance,
  });

  it('returns the rates without readings', () => {
    const twoTimes = model({ times: 2, spans: Array.from(everybody, (): [number, number] => [0, 1]) });
    const [found] = sampleFamily(twoTimes, [], sampling());
    for (const [state, chance] of ratesAlone(twoTimes, 0).entries()) expect(found![state]).toBeCloseTo(chance, 6);
  });

  it('is sure of a member whom two numbers isolate', () => {
    const found = sampleFamily(model(), [told([0, 1, 2, 3], 3), told([1, 2, 3], 2)], sampling());
    expect(found[0]![0]).toBeLessThan(0.05);
  });

  it('reads the difference of twins', () => {
    const found = sampleFamily(model(), [told([0, 1, 2, 3], 4), told([0], 1, 1), told([1, 2, 3], 0, 1)], sampling());
    expect(found[0]![1]).toBeGreaterThan(0.95);
    for (const member of [1, 2, 3]) expect(found[member]![2]).toBeGreaterThan(0.9);
  });

  it('respects bounds', () => {
    const bounds = { ...told([0, 1, 2, 3], 0), value: { low: 4, high: 4 } };
    for (const chances of sampleFamily(model(), [bounds], sampling())) expect(chances[0]).toBeLessThan(0.1);
  });

  it('carries knowledge to later times', () => {
    const spans = Array.from(everybody, (): [number, number] => [0, 1]);
    const found = sampleFamily(model({ times: 2, spans }), [told([0], 1), told([1, 2, 3], 0)], sampling());
    expect(found[0]![0]).toBeLessThan(0.1);
    expect(found[1]![0]).toBeGreaterThan(0.85);
  });
});

/** Pairs that tell most where their noise is not shared. */
const strongest = [
  ['nomination<=2', 'nomination<=3'],
  ['growthAdequate', 'investmentSuitable'],
] as const;

const isMeasured = (label: string) => stillOver.has(label) || measuredWithin.has(label);

describe('the budget of each secret', () => {
  it('has a number for every label of the catalogue, or attacks it in every build', () => {
    const labels = new Set(secretFacts().map(({ label }) => label));
    expect([...stillOver, ...measuredWithin].filter((label) => !labels.has(label))).toEqual([]);
    expect([...stillOver].filter((label) => measuredWithin.has(label))).toEqual([]);
  });

  it('is kept, or its answers are about the whole plan only', () => {
    const ofGroups = secretFacts().filter(({ ofPlan, groupLeast }) => !ofPlan && groupLeast < Infinity);
    expect(ofGroups.map(({ label }) => label).filter((label) => stillOver.has(label))).toEqual([]);
  });

  it(
    'is kept over all labels and months, but those that are known to exceed it',
    async () => {
      const lines = await simulateBudget(isLong ? longForm : shortForm(strongest, isMeasured));
      expect(lines.length).toBeGreaterThan(3);
      expect(overBudget(lines.filter(({ label, editions }) => editions === 'new' && !stillOver.has(label)))).toEqual(
        [],
      );
    },
    isLong ? 12 * 3_600_000 : 180_000,
  );
});
