import { describe, expect, it } from 'vitest';
import type { Attack } from '../attack.js';
import type { GroupClaim } from '../claims.js';
import { facts, type Fact } from '../facts.js';
import type { Figure } from '../figure.js';
import { employerOf, simulateFund, type SimulatedFund } from '../simulated-fund.js';
import { joinersAndLeavers } from './joiners-and-leavers.attack.js';
import { leastSquares } from './least-squares.attack.js';
import { leaveOneOut } from './leave-one-out.attack.js';
import { best, posterior, runLengths } from './posterior.attack.js';
import { countsThatFit } from './score-counts.attack.js';
import { subtraction } from './subtraction.attack.js';
import { unchangedGroups } from './unchanged-groups.attack.js';

const months = Array.from({ length: 6 }, (_, i) => `2026-0${i + 1}`);
const flag = facts.noLifeInsurance.filter!.member;
const fund = (members: number, churn?: number) => simulateFund(members, months, [flag], { churn });

const countIn = ({ having }: SimulatedFund, { month, members }: GroupClaim) =>
  members.filter((member) => having.get(flag)!.get(month)!.has(member)).length;

/** An attack's claims about groups of one to ten members, for the fund's only fact. */
async function claimsOf(attack: Attack, of: SimulatedFund, mechanism: 'exact' | 'adjusted') {
  const { groups } = await attack.run(employerOf(of, mechanism));
  return groups.filter(({ fact, members }) => fact === facts.noLifeInsurance && members.length <= 10);
}

describe.each([
  ['subtracting parts from a group', subtraction, 90],
  ['leaving one out', leaveOneOut, 300],
  ['comparing months with joiners and leavers', joinersAndLeavers, 90],
] as const)('%s', (_, attack, size) => {
  it('finds small counts exactly when they are only withheld', async () => {
    const simulated = fund(size);
    const claims = await claimsOf(attack, simulated, 'exact');
    expect(claims.length).toBeGreaterThan(1);
    for (const claim of claims) expect([claim.count, claim.variance]).toEqual([countIn(simulated, claim), 0]);
  });
});

describe.each([
  ['subtracting parts from a group', subtraction],
  ['comparing months with joiners and leavers', joinersAndLeavers],
] as const)('%s', (_, attack) => {
  it('finds counts with a known error when numbers are adjusted', async () => {
    const simulated = fund(90);
    const claims = await claimsOf(attack, simulated, 'adjusted');
    expect(claims.length).toBeGreaterThan(0);
    expect(Math.min(...claims.map(({ variance }) => variance))).toBeGreaterThanOrEqual(12);
    const right = claims.filter((claim) => claim.count === countIn(simulated, claim));
    expect(right.length).toBeLessThanOrEqual(claims.length / 2);
  });
});

describe('an unchanged group', () => {
  it('shows that a member changed', async () => {
    const simulated = fund(40, 0);
    const [somebody] = simulated.having.get(flag)!.get('2026-06')!;
    (simulated.having.get(flag)!.get('2026-06') as Set<number>).delete(somebody!);
    const { changes } = await unchangedGroups.run(employerOf(simulated, 'exact'));
    expect(changes.length).toBeGreaterThan(0);
    for (const { since, month, count } of changes) expect([since, month, count]).toEqual(['2026-05', '2026-06', -1]);
  });

  it('shows nothing when no member changed', async () => {
    expect((await unchangedGroups.run(employerOf(fund(40, 0), 'exact'))).changes).toEqual([]);
  });
});

describe('least squares', () => {
  const told = async (mechanism: 'exact' | 'adjusted') => {
    const simulated = fund(60);
    const { members } = await leastSquares.run(employerOf(simulated, mechanism));
    const claims = members.filter(({ fact }) => fact === facts.noLifeInsurance);
    const right = claims.filter(
      ({ month, member, has }) => simulated.having.get(flag)!.get(month)!.has(member) === has,
    );
    return { claims: claims.length, right: right.length };
  };

  it('identifies members correctly when answers are exact', async () => {
    const { claims, right } = await told('exact');
    expect(claims).toBeGreaterThan(3);
    expect(right).toBeGreaterThan(0.9 * claims);
  });

  it('claims no member when answers are adjusted', async () => {
    expect((await told('adjusted')).claims).toBeLessThan((await told('exact')).claims);
  });
});

describe('the posterior', () => {
  const quarters = ['2025', '2026'].flatMap((year) => ['03', '06', '09', '12'].map((at) => `${year}-${at}`));
  const guesses = async (mechanism: 'exact' | 'adjusted') => {
    const simulated = simulateFund(100, quarters, [flag], { churn: 0.04 });
    const { members } = await posterior(() => () => 0.4, 300).run(employerOf(simulated, mechanism));
    const claims = members.filter(({ fact }) => fact === facts.noLifeInsurance);
    const isRight = ({ month, member, has }: (typeof claims)[number]) =>
      simulated.having.get(flag)!.get(month)!.has(member) === has;
    const sure = claims.filter(({ confidence }) => confidence >= 0.95);
    return { right: claims.filter(isRight).length / claims.length, sure: sure.length / claims.length };
  };

  it('guesses better than the prior when answers are adjusted, but is sure of almost no member', async () => {
    const { right, sure } = await guesses('adjusted');
    expect(right).toBeGreaterThan(0.6);
    expect(sure).toBeLessThan(0.06);
  });
});

describe('a count that several answers contain', () => {
  const { binding, nonBinding, valid, noNomination } = facts;
  const answers = (told: readonly (readonly [Fact, Figure])[]) => (fact: Fact) => new Map(told).get(fact);
  const number = (value: number, variance: number): Figure => ({ kind: 'value', value, variance });

  it('has the noise of its boundaries; a sum of neighbours has only that of the outer boundary', () => {
    const told = answers([
      [noNomination, number(40, 32)],
      [binding, number(12, 16)],
      [nonBinding, number(30, 48 + 3)],
    ]);
    expect(best([[noNomination]], told, 16)).toEqual({ value: 40, variance: 32, boundaries: 2 });
    expect(best([[valid], [binding, nonBinding]], told, 16)).toEqual({ value: 42, variance: 32 + 3, boundaries: 2 });
  });

  it('is a number rather than bounds, and unknown if a neighbour is withheld', () => {
    const few: Figure = { kind: 'between', low: 0, high: 10 };
    expect(best([[valid]], answers([[valid, few]]), 16)).toMatchObject({ value: { low: 0, high: 10 } });
    expect(best([[binding, nonBinding]], answers([[binding, few]]), 16)).toBeNull();
    const both = answers([
      [valid, few],
      [binding, number(12, 16)],
      [nonBinding, number(30, 32)],
    ]);
    expect(best([[valid], [binding, nonBinding]], both, 16)).toMatchObject({ value: 42 });
  });
});

describe('an average of four values times the headcount', () => {
  const between = { kind: 'between', low: 1, high: 10 } as const;
  const exact = (value: number) => ({ kind: 'value', value, variance: 0 }) as const;

  it('determines the two withheld counts', () => {
    // Given 3 binding, 20 non-binding, 2 expired and 15 none, of which the small two are withheld
    const sum = 3 + 20 * 0.6 + 2 * 0.4;
    const found = countsThatFit(40, sum, 0, [between, exact(20), between, exact(15)]);
    expect(found!.map(({ mean }) => mean)).toEqual([3, 20, 2, 15]);
    expect(found!.every(({ variance }) => variance === 0)).toBe(true);
  });

  it('leaves several solutions when the average is adjusted', () => {
    const found = countsThatFit(40, 15.8, 1.5, [between, exact(20), between, exact(15)]);
    expect(found![0]!.variance).toBeGreaterThan(0.5);
  });

  it('has no solution when no counts fit', () => {
    expect(countsThatFit(10, 20, 0, [])).toBeNull();
  });
});

it('groups that stay the same are counted as runs', () => {
  expect(runLengths(['a', 'a', 'b', 'a', 'a', 'a'])).toEqual([2, 2, 1, 3, 3, 3]);
});
