import { describe, expect, it } from 'vitest';
import { GroupScore, type AttackScore } from './judge.js';
import { guessRows, reportMarkdown, reportText, totalRows } from './report.js';

const member = (right: number, wrong: number) => ({
  right,
  wrong,
  byChance: 0.6 * (right + wrong),
  chanceVariance: 0,
  guesses: { made: 10, right: 7, rightByPrior: 6 },
});
const groups = (right: number, claimed: number) => {
  const score = new GroupScore();
  for (let i = 0; i < claimed; i += 1) score.add(i < right, 0.25, i === 0);
  return score;
};
const score = (attack: string, planId: string, right: number, claimed: number): AttackScore => ({
  attack,
  planId,
  groups: groups(right, claimed),
  members: {
    nomination: member(1, 2),
    insurance: member(0, 0),
    'sign-in': member(3, 0),
    'recent sign-in': member(0, 0),
    contact: member(0, 0),
  },
  balances: { within10: 1, within20: 2, wrong: 1 },
  salaries: { within3Dollars: 0, within10Percent: 0, wrong: 0 },
});
const report = {
  mechanism: 'exact',
  scores: [score('posterior', 'a', 4, 8), score('posterior', 'b', 2, 12), score('unions', 'a', 0, 0)],
  upgrades: [],
  budget: [],
  costs: [],
  missed: ['one target'],
  compared: 1_234,
  sizes: new Map([
    ['a', 25],
    ['b', 1_300],
  ]),
};

describe('the report', () => {
  it('adds up an attack’s claims about all plans, and the members that the prior would have had right', () => {
    const [, posterior, unions] = totalRows(report);
    expect(posterior).toEqual([
      'posterior',
      '6 of 20',
      '5',
      '2 of 2',
      '2 of 6 (4)',
      '-',
      '6 of 6 (4)',
      '-',
      '-',
      '2',
      '4 of 6',
      '0',
      '0',
    ]);
    expect(unions!.slice(0, 4)).toEqual(['unions', '-', '-', '-']);
  });

  it('shows guesses by the attack next to those of the prior', () => {
    expect(guessRows(report)[2]).toEqual(['1,300', ...Array<string>(5).fill('60 %, 70 %')]);
  });

  it('ends with the missed targets, and names each plan by its size', () => {
    const text = reportText(report);
    expect(text).toMatch(/posterior +1,300 +2 of 12/);
    expect(text).toMatch(/Targets missed:\n {2}one target$/);
    expect(reportText({ ...report, missed: [] })).toMatch(/Every target is met\.$/);
  });

  it('can be inserted into a page', () => {
    expect(reportMarkdown(report).split('\n')[1]).toMatch(/^(\| --- )+\|$/);
  });
});
