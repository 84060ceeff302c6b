import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { actions } from './actions.js';
import { accountBalance } from './area-points.js';
import { areaRules, explanations } from './explanations.js';
import { investmentApproach } from './investment-approach.js';
import { lifeInsurance } from './life-insurance.js';
import { nominatedBeneficiary } from './nominated-beneficiary.js';
import { adequacyLevels, adequacyPoints } from './retirement-adequacy.js';
import { scoredAreas } from './super-score.js';
import { typicalMember } from './typical-member.js';

const page = readFileSync(new URL('../../../../docs/scoring.md', import.meta.url), 'utf8');

it('every scored area is explained, and no id occurs twice', () => {
  const ids = explanations.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([...scoredAreas]));
  expect(new Set(ids).size).toBe(ids.length);
});

describe('the rule of an area in one sentence says what members earn', () => {
  it('by their nomination', () => {
    const nominated = (nomination: object) =>
      nominatedBeneficiary({ ...typicalMember, nominationDate: null, ...nomination }, '2024-06-30').points;
    const binding = nominated({ beneficiaryNominationType: 'Binding' });
    const other = nominated({ beneficiaryNominationType: 'Non-binding' });
    const expired = nominated({ beneficiaryNominationType: 'Binding', nominationDate: '2020-01-01' });
    const none = nominated({ beneficiaryNominationType: 'None' });
    expect(areaRules.nominatedBeneficiary).toBe(
      `A binding nomination counts ${binding}, a non-binding one ${other}, an expired binding one ${expired}, none ${none}.`,
    );
  });

  it('by their balance', () => {
    expect([accountBalance(99_999, 100_000)! < 1, accountBalance(150_000, 100_000)]).toEqual([true, 1]);
    expect(areaRules.accountBalance).toContain(
      `at that average or above it counts ${accountBalance(100_000, 100_000)}.`,
    );
  });

  it('by their cover and balance', () => {
    const need = { numerator: 100_000n, denominator: 1n };
    const covered = (cover: number, balance = 0) => lifeInsurance(cover, balance, need).points;
    expect([covered(40_000, 40_000), covered(150_000)]).toEqual([1, 1]);
    expect(areaRules.lifeInsurance).toContain(`count ${covered(80_000)} from 80%`);
    expect(areaRules.lifeInsurance).toContain(`below that up to ${covered(79_999)!.toFixed(1)}`);
    expect(areaRules.lifeInsurance).toContain(
      `over 1.5 times the need counts ${covered(150_001)}, no cover ${covered(0, 200_000)}.`,
    );
  });

  it('by their growth assets', () => {
    const invested = (growthPercent: number) =>
      investmentApproach({ age: 50, growthPercent, riskProfileName: null, riskProfileAssessedOn: null }, '2024-06-30')
        .points;
    expect(areaRules.investmentApproach).toContain(
      `on target they count ${invested(70)}, 40 points under it ${invested(30)}, over 25 points above it ${invested(96)}.`,
    );
  });

  it('by their projected income', () => {
    const levels = adequacyLevels(
      { modestSingleYearTotal: 30_000, comfortableSingleYearTotal: 50_000 },
      28_000,
      120_000_00,
    );
    const [modest, comfortable, most] = [30_000, 50_000, 72_000].map((income) => adequacyPoints(income, levels));
    const ofLowPay = adequacyLevels(
      { modestSingleYearTotal: 30_000, comfortableSingleYearTotal: 50_000 },
      28_000,
      60_000_00,
    );
    expect(adequacyPoints(50_000, ofLowPay)).toBe(most);
    expect(areaRules.retirementAdequacy).toBe(
      `The projected income counts ${modest} at ASFA’s Modest budget, ${comfortable} at Comfortable and ${most} at 60% of salary, or at Comfortable if that is more, with parts between.`,
    );
  });
});

it('the page on scoring has exactly these explanations', () => {
  const [, said = ''] = page.split("## In the portal's words");
  const listed = said.split('\n').filter((line) => line.startsWith('- '));
  expect(listed).toEqual(explanations.map(({ title, rule }) => `- **${title}.** ${rule}`));
});

it('the page on scoring lists every action with the code’s assumptions', () => {
  const [, said = ''] = page.split('## What would move the score');
  const rows = said
    .split('## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells.map(([, ...of]) => of.slice(0, 4))).toEqual(
    Object.values(actions).map(({ label, area, concerned, assumes }) => [label, area, concerned, assumes]),
  );
});
