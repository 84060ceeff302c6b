import { describe, expect, it } from 'vitest';
import { Claims } from './claims.js';
import { facts } from './facts.js';
import { GroupScore, Judge } from './judge.js';
import { simulateFund } from './simulated-fund.js';

const months = ['2026-09', '2026-10'];
const flag = facts.noLifeInsurance.filter!.member;
const { knowledge, having } = simulateFund(40, months, [flag], { churn: 0 });
const month = '2026-10';
const those = having.get(flag)!.get(month)!;
const [having1, having2] = [...those];
const [lacking1, lacking2] = knowledge.members({}, month).filter((member) => !those.has(member));
const planId = knowledge.planId;
const truth = {
  having: async () => having.get(flag)!,
  balanceOf: () => 100_000,
  salaryOf: () => 80_000,
};
const judge = (prior = 0.4) => new Judge(truth, [knowledge], () => () => prior);

const group = (members: (number | undefined)[], count: number, variance = 0) => ({
  planId,
  month,
  fact: facts.noLifeInsurance,
  members: members as number[],
  count,
  variance,
});
const score = (fill: (claims: Claims) => void, prior?: number) => {
  const claims = new Claims();
  fill(claims);
  return judge(prior).score('an attack', planId, claims);
};

describe('the judge of counts', () => {
  it('counts a small group once, with the probability of its count by chance', async () => {
    const claim = group([having1, lacking1], 1);
    const { groups } = await score((claims) => claims.groups.push(claim, claim));
    const rate = those.size / 40;
    expect(groups).toMatchObject({ claimed: 1, right: 1, sure: 1, sureRight: 1 });
    expect(groups.byChance).toBeCloseTo(2 * rate * (1 - rate), 10);
  });

  it('ignores an impossible count, or a count of many members', async () => {
    const everybody = [...knowledge.members({}, month)];
    const { groups } = await score((claims) =>
      claims.groups.push(group([having1, lacking1], 3), group([having1], -1), group(everybody, those.size)),
    );
    expect(those.size).toBeGreaterThan(10);
    expect(groups.claimed).toBe(0);
  });

  it('is not sure of a count with a large error', async () => {
    const { groups } = await score((claims) => claims.groups.push(group([having1, lacking1], 1, 32)));
    expect(groups).toMatchObject({ claimed: 1, right: 1, sure: 0 });
  });

  it('counts all or none of a group as knowledge of each member', async () => {
    const { members } = await score((claims) =>
      claims.groups.push(group([having1, having2], 2), group([lacking1], 0), group([lacking2, having1], 1)),
    );
    expect(members.insurance).toMatchObject({ right: 3, wrong: 0 });
  });

  it('counts a change in an unchanged group', async () => {
    const change = { ...group([having1, lacking1], 1), since: '2026-09' };
    const { groups } = await score((claims) => claims.changes.push(change));
    expect(groups).toMatchObject({ claimed: 1, right: 0 });
  });
});

describe('the judge of members', () => {
  const claim = (member: number | undefined, has: boolean, confidence = 0.97) => ({
    planId,
    month,
    fact: facts.noLifeInsurance,
    member: member!,
    has,
    confidence,
  });

  it('distinguishes right claims, wrong claims and claims without confidence', async () => {
    const { members } = await score((claims) =>
      claims.members.push(claim(having1, true), claim(lacking1, true), claim(having2, true, 0.9)),
    );
    expect(members.insurance).toMatchObject({ right: 1, wrong: 1, guesses: { made: 3, right: 2, rightByPrior: 1 } });
  });

  it('does not count members known by the demographic prior', async () => {
    const { members } = await score((claims) => claims.members.push(claim(having1, true)), 0.96);
    expect(members.insurance).toMatchObject({ right: 0, wrong: 0 });
  });
});

it('the judge of balances counts those placed with confidence, within 10 and 20 %', async () => {
  const at = (member: number, dollars: number, error: number) => ({ planId, month, member, dollars, error });
  const { balances } = await score((claims) =>
    claims.balances.push(at(0, 101_000, 1), at(1, 115_000, 1_000), at(2, 150_000, 1), at(3, 100_000, 30_000)),
  );
  expect(balances).toEqual({ within10: 1, within20: 2, wrong: 1 });
});

describe('counts that are right', () => {
  const scored = (claims: number, isRight: (i: number) => boolean, chance: number, isSure: boolean) => {
    const groups = new GroupScore();
    for (let i = 0; i < claims; i += 1) groups.add(isRight(i), chance, isSure);
    return groups.isAboveChance;
  };

  it('are above chance when most are right and few would be by chance', () => {
    expect(scored(300, () => true, 0.2, false)).toBe(true);
    expect(scored(20, () => true, 0.5, true)).toBe(true);
  });

  it('are not above chance when about as many would be right by chance', () => {
    expect(scored(300, (i) => i % 4 === 0, 0.2, false)).toBe(false);
    expect(scored(5, () => true, 0.9, true)).toBe(false);
  });

  it('counts members whose salary is told, each once', async () => {
    const salary = (member: number, dollars: number, within: '3 dollars' | '10 %') => ({
      planId,
      month,
      member,
      dollars,
      within,
    });
    const { salaries } = await score((claims) => {
      claims.salaries.push(
        salary(1, 80_002, '3 dollars'),
        salary(1, 79_999, '3 dollars'),
        salary(2, 80_900, '3 dollars'),
      );
      claims.salaries.push(salary(3, 75_000, '10 %'), salary(4, 99_000, '10 %'));
    });
    expect(salaries).toEqual({ within3Dollars: 1, within10Percent: 1, wrong: 2 });
  });
});
