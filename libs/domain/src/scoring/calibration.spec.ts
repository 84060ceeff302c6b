import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.fixture.js';
import { figuresAt, peerAverageCents } from './figures-at.js';
import { type MemberScore, scoreMember } from './member-score.js';
import { referenceFigures, typicalMember } from './typical-member.js';

const asAt = '2024-06-30';
const figures = figuresAt(referenceFigures, asAt);

/** The same people in every run. */
function generator(seed: number) {
  const uniform = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, chance: (share: number) => uniform() < share, lognormal: (s: number) => Math.exp(s * normal()) };
}

/** People with the demo data's distributions: ages, pay, balances, cover, nominations and growth of a usual plan. */
function population(size: number): MemberScore[] {
  const { uniform, chance, lognormal } = generator(7);
  const between = (from: number, to: number) => from + Math.floor(uniform() * (to - from + 1));
  return Array.from({ length: size }, () => {
    const cohort = uniform();
    const age =
      cohort < 0.24
        ? between(18, 30)
        : cohort < 0.6
          ? between(31, 44)
          : cohort < 0.82
            ? between(45, 54)
            : between(55, 66);
    const gender = chance(0.48) ? 'Female' : 'Male';
    const salary = (gender === 'Female' ? 72_000 : 86_000) * lognormal(0.45);
    const balance = 0.84 * (peerAverageCents(figures, gender, age)! / 100) * lognormal(0.9) * (salary / 80_000) ** 0.6;
    const binding = chance(0.03 + 0.004 * (age - 18));
    const nomination = binding ? 'Binding' : chance(0.25 + 0.006 * (age - 18)) ? 'Non-binding' : 'None';
    const insured = chance(age < 25 ? 0.35 : 0.82);
    const cover = insured ? salary * Math.max(0.5, (65 - age) * 0.12) * lognormal(0.5) : 0;
    const voluntary = chance(0.14) ? Math.round(salary * 0.04 * 100) : 0;
    const member = {
      ...typicalMember,
      birthMonth: `${2024 - age}-0${between(1, 6)}`,
      gender,
      salaryCents: Math.round(salary * 100),
      totalAssetsOwnedCents: Math.round(balance * 100),
      deathCoverCents: Math.round(cover * 100),
      beneficiaryNominationType: nomination,
      nominationDate: chance(0.2) ? '2019-01-01' : '2023-01-01',
      growthExposurePercent: chance(0.62) ? (age < 50 ? 80 : 65) : between(20, 95),
      trailingYear: { ...typicalMember.trailingYear, salarySacrificeCents: voluntary },
    };
    return scoreMember(member, referenceFigures, asAt);
  });
}

/** Of people who all have a score, in stars. */
const meanScore = (people: readonly MemberScore[]) =>
  people.reduce((sum, person) => sum + person.scoreMillionths!, 0) / people.length / 1_000_000;

describe('20,000 members of usual plans', () => {
  const people = population(20_000);
  const scores = people.map((person) => person.scoreMillionths! / 1_000_000).sort((a, b) => a - b);
  const share = (is: (person: MemberScore) => boolean) => people.filter(is).length / people.length;

  it('score about three stars, most of them between two and four', () => {
    const mean = meanScore(people);
    expect(mean).toBeGreaterThan(2.6);
    expect(mean).toBeLessThan(3.3);
    expect(scores[2_000]).toBeGreaterThan(1.6);
    expect(scores[2_000]).toBeLessThan(2.4);
    expect(scores[18_000]).toBeGreaterThan(3.6);
    expect(scores[18_000]).toBeLessThan(4.4);
    const underThree = scores.filter((score) => score < 3).length / scores.length;
    expect(underThree).toBeGreaterThan(0.35);
    expect(underThree).toBeLessThan(0.65);
  });

  it('reach modest with the Age Pension nearly all, and on super alone only a few', () => {
    expect(share((person) => person.projectedRetirementStandardName === '1|Inadequate')).toBeLessThan(0.05);
    const superOnly = share((person) => person.projectedRetirementStandardSuperOnlyName === '1|Inadequate');
    expect(superOnly).toBeGreaterThan(0.5);
    expect(superOnly).toBeLessThan(0.9);
  });

  it('make plans of 150 that differ by tenths of a star, not by stars', () => {
    const plans = Array.from({ length: 130 }, (_, plan) => meanScore(people.slice(plan * 150, plan * 150 + 150)));
    const spread = Math.max(...plans) - Math.min(...plans);
    expect(spread).toBeGreaterThan(0.1);
    expect(spread).toBeLessThan(0.8);
  });
});
