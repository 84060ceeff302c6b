import { describe, expect, it } from 'vitest';
import { demoSizes } from './generate-demo-data.js';
import { lastCompleteMonth } from './month-calendar.js';
import { planBlueprints } from './plan-blueprints.js';

describe('The sizes of demo data', () => {
  it('distributes exactly the requested members, with some plans too small for published figures', () => {
    for (const { plans, members } of Object.values(demoSizes)) {
      const sizes = planBlueprints(plans, members, 1).map((plan) => plan.members);
      expect(sizes).toHaveLength(plans);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(members);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(5);
      expect(sizes.filter((size) => size <= 40).length).toBeGreaterThanOrEqual(3);
    }
  });

  it('gives the first plans the sizes that are asked for, and the others the rest', () => {
    const plans = planBlueprints(17, 4_000, 1, [2_000, 300]);
    const sizeOf = (id: string) => plans.find((plan) => plan.id === id)!.members;
    expect([sizeOf('P0001'), sizeOf('P0002')]).toEqual([2_000, 300]);
    expect(plans.reduce((sum, { members }) => sum + members, 0)).toBe(4_000);
  });

  const demoPlans = planBlueprints(demoSizes.demo.plans, demoSizes.demo.members, 1);

  it('gives the demo plan of the company representative 1,300 members', () => {
    const plan = demoPlans.find(({ id }) => id === 'P0001')!;
    expect(plan).toMatchObject({ name: 'Kestrel Freight Group Super Plan', members: 1300, platformId: 'TWR' });
  });

  it('gives the demo a plan for every state of published figures', () => {
    expect(demoPlans.map((plan) => plan.members)).toEqual(expect.arrayContaining([8, 25, 60, 300, 1300]));
  });

  it('has one payroll in the plan of the company representative, a group, and says nothing of plans of several employers', () => {
    expect(demoPlans.filter(({ onePayroll }) => onePayroll).map(({ id }) => id)).toEqual(['P0001']);
    expect(demoPlans.find(({ id }) => id === 'P0001')!.companies.length).toBeGreaterThan(1);
    const others = demoPlans.filter(({ companies, onePayroll }) => companies.length > 1 && !onePayroll);
    expect(others.map(({ shortName }) => shortName)).toEqual(expect.arrayContaining(['Bluegum Health']));
  });

  it('has twelve plans of 30 or more members on one platform', () => {
    expect(demoPlans.filter((plan) => plan.platformId === 'TWR' && plan.members >= 30)).toHaveLength(12);
  });

  it('gives every plan a unique name', () => {
    const names = planBlueprints(2_000, 1_000_000, 1).map((plan) => plan.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has between a fifth and four fifths women in a plan, and about half in total', () => {
    const shares = planBlueprints(200, 100_000, 1).map((plan) => plan.femaleShare);
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.2);
    expect(Math.max(...shares)).toBeLessThanOrEqual(0.8);
    expect(mean).toBeGreaterThan(0.43);
    expect(mean).toBeLessThan(0.53);
  });

  it('ends with the last complete month in Sydney', () => {
    expect(lastCompleteMonth(new Date('2026-11-21T12:00:00Z'))).toBe('2026-10');
    expect(lastCompleteMonth(new Date('2026-12-31T14:00:00Z'))).toBe('2026-12');
    expect(lastCompleteMonth(new Date('2026-12-31T12:00:00Z'))).toBe('2026-11');
  });
});
