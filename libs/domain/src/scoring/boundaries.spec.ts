import { describe, expect, it } from 'vitest';
import { isApproachingCap } from './contributions.js';
import { figuresAt } from './figures-at.js';
import {
  growthOfHoldings,
  growthTargetOfAge,
  investmentApproach,
  riskProfileGrowthTargets,
} from './investment-approach.js';
import { deathCoverNeed, lifeInsurance } from './life-insurance.js';
import { scoreMember } from './member-score.js';
import { rankPlans } from './plan-ranking.js';
import { adequacyLevels, isOnTrack, projectedStandard } from './retirement-adequacy.js';
import { scoreBand, superScoreMillionths } from './super-score.js';
import { referenceFigures, typicalMember } from './typical-member.js';

// Every case is computed here in whole numbers, which give the expected side of each boundary.

const asAt = '2024-06-30';

/** Counts the failed cases and keeps the first few for the failure message. */
function wrongCases() {
  const examples: string[] = [];
  let cases = 0;
  let wrong = 0;
  return {
    check(right: boolean, example: () => string) {
      cases++;
      if (right || wrong++ > 4) return;
      examples.push(example());
    },
    expectNone(atLeast: number) {
      expect({ wrong, examples }).toEqual({ wrong: 0, examples: [] });
      expect(cases).toBeGreaterThanOrEqual(atLeast);
    },
  };
}

const floor = (dividend: number, divisor: number) => Math.floor(dividend / divisor);
const ceil = (dividend: number, divisor: number) => -Math.floor(-dividend / divisor);

describe('cover against need', () => {
  const multiples = figuresAt(referenceFigures, asAt).deathNeedMultiples!;
  // The published multiples in hundredths at 20, 25 and so on to 65.
  const hundredths = [930, 795, 660, 600, 540, 430, 320, 240, 160, 80];
  /** The multiple at an age in 1/500: linear between two ages of the table, flat beyond both ends. */
  const multipleOf = (age: number) => {
    const years = Math.min(44, Math.max(0, age - 20));
    const [from, since] = [Math.floor(years / 5), years % 5];
    return age >= 65 ? 5 * 80 : hundredths[from]! * (5 - since) + hundredths[from + 1]! * since;
  };

  it('of exactly 1.5 needs is not over them, and exactly 0.8 with the balance is on target', () => {
    const cases = wrongCases();
    let exact = 0;
    for (let age = 15; age <= 75; age++) {
      // For multiples of $50 both limits are whole cents at any age; for odd cents they rarely are.
      for (let step = 0; step < 2_000; step++) {
        const salaryCents = 18_000_00 + step * 125_00 + (step % 2) * 37;
        const need = deathCoverNeed(salaryCents, age, multiples);
        const needOf500 = salaryCents * multipleOf(age);
        const [most, enough] = [floor(3 * needOf500, 1000), ceil(8 * needOf500, 5000)];
        if (3 * needOf500 === 1000 * most) exact++;
        const cover = floor(enough, 3);
        const indicator = (coverCents: number, balanceCents: number) =>
          lifeInsurance(coverCents, balanceCents, need).indicator;
        const at = () => `age ${age}, salary ${salaryCents}`;
        cases.check(indicator(most, 0) === 'On target', () => `1.5 needs, ${at()}`);
        cases.check(indicator(most + 1, 0) === 'Over insured', () => `above 1.5 needs, ${at()}`);
        cases.check(indicator(cover, enough - cover) === 'On target', () => `R of 0.8, ${at()}`);
        cases.check(indicator(cover, enough - cover - 1) === 'Under insured', () => `R below 0.8, ${at()}`);
      }
    }
    cases.expectNone(200_000);
    expect(exact).toBeGreaterThan(10_000);
  });

  it('decides a member’s indicator and points alike', () => {
    // 7.95 has no exact double: 1.5 times its double is less than 11.925.
    const young = { ...typicalMember, birthMonth: '1999-06', salaryCents: 80_000_00, totalAssetsOwnedCents: 0 };
    const indicator = (deathCoverCents: number) =>
      scoreMember({ ...young, deathCoverCents }, referenceFigures, asAt).lifeInsuranceIndicatorResult;
    expect([954_000_00, 954_000_01].map(indicator)).toEqual(['On target', 'Over insured']);
    expect([508_800_00, 508_799_99].map(indicator)).toEqual(['On target', 'Under insured']);
  });
});

describe('growth', () => {
  it('of holdings that average a whole percent is exactly that percent, and a cent more or less is not', () => {
    const cases = wrongCases();
    for (const percent of [0, 10, 20, 40, 45, 50, 60, 65, 70, 80])
      for (let hundredths = 1; hundredths <= 199; hundredths += 6)
        for (let low = 1; low <= 7; low++)
          for (let high = 1; high <= 7; high++) {
            const holdings = (cents: number) => [
              { balanceCents: low * 1_000_01, growthPercent: (percent * 100 + high * hundredths) / 100 },
              { balanceCents: high * 1_000_01 + cents, growthPercent: (percent * 100 - low * hundredths) / 100 },
            ];
            const [less, same, more] = [1, 0, -1].map((cents) => growthOfHoldings(holdings(cents))!);
            const right = less! < percent && same === percent && more! > percent;
            cases.check(right, () => `${percent}: ${JSON.stringify(holdings(0))} is ${same}`);
          }
    cases.expectNone(15_000);
  });

  it('that differs from a whole percent by less than the precision of a double still differs', () => {
    const holdings = [
      { balanceCents: 9_000_000_000_000_00, growthPercent: 40 },
      { balanceCents: 1, growthPercent: 39.9 },
    ];
    expect(growthOfHoldings(holdings)).toBeLessThan(40);
    expect(
      growthOfHoldings([
        { balanceCents: -100, growthPercent: 10 },
        { balanceCents: 300, growthPercent: 10 },
      ]),
    ).toBe(10);
  });

  it('of exactly the target less 10 is within it, plus 10 is aligned, and plus 25 is not too much', () => {
    const cases = wrongCases();
    const at = (age: number | null, hundredths: number, riskProfileName: string | null) =>
      investmentApproach(
        { age, growthPercent: hundredths / 100, riskProfileName, riskProfileAssessedOn: '2024-01-01' },
        asAt,
      );
    for (let hundredths = 0; hundredths <= 100_00; hundredths++) {
      for (const age of [44, 54, 59, 60]) {
        const over = hundredths - 100 * growthTargetOfAge(age);
        const { growthExposureAdequated, strategySuitable, points } = at(age, hundredths, null);
        const right = growthExposureAdequated === over >= -1000 && strategySuitable === (over >= -1000 && over <= 2500);
        cases.check(right && (points === 1) === (over >= 0 && over <= 2500), () => `${hundredths} at ${age}`);
      }
      for (const [name, target] of Object.entries(riskProfileGrowthTargets)) {
        const over = hundredths - 100 * target;
        const { assessedAndAligned, points } = at(null, hundredths, name);
        const right =
          assessedAndAligned === Math.abs(over) <= 1000 && (points === 0.8) === (over > 2500 || over === -800);
        cases.check(right, () => `${hundredths} of ${name}`);
      }
    }
    cases.expectNone(100_000);
  });
});

it('a balance of exactly 80 % of the peer average is within it', () => {
  const cases = wrongCases();
  const within = (birthMonth: string, gender: string, totalAssetsOwnedCents: number) =>
    scoreMember({ ...typicalMember, birthMonth, gender, totalAssetsOwnedCents }, referenceFigures, asAt);
  for (const gender of ['Male', 'Female'])
    for (let age = 16; age <= 75; age++) {
      const birthMonth = `${2024 - age}-06`;
      const enough = ceil(8 * within(birthMonth, gender, 0).peerAverageCents!, 10);
      const told = [enough, enough - 1].map((cents) => within(birthMonth, gender, cents).balanceWithinAverage);
      cases.check(told[0] === true && told[1] === false, () => `${gender} of ${age}`);
    }
  cases.expectNone(100);
});

it('an income of exactly 95 % of modest is on track, and of 60 % of salary is aspirational', () => {
  const cases = wrongCases();
  /** Dollars from 1/10,000 dollars, parsed from their decimal notation. */
  const dollars = (parts: number) => Number(`${Math.floor(parts / 10_000)}.${String(parts % 10_000).padStart(4, '0')}`);
  const standard = { modestSingleYearTotal: 1, comfortableSingleYearTotal: 2 };
  for (let cents = 20_000_00; cents < 60_000_00; cents += 97) {
    const levels = adequacyLevels({ ...standard, modestSingleYearTotal: dollars(cents * 100) }, 0, 0);
    const onTrack = [95 * cents, 95 * cents - 1].map((parts) => isOnTrack(dollars(parts), levels));
    cases.check(onTrack[0] === true && onTrack[1] === false, () => `modest ${cents} cents`);
    const salaried = adequacyLevels(standard, 0, cents);
    const reached = [60 * cents, 60 * cents - 1].map((parts) => projectedStandard(dollars(parts), salaried));
    cases.check(reached[0] === '4|Aspirational' && reached[1] === '3|Comfortable', () => `salary ${cents} cents`);
  }
  cases.expectNone(80_000);
});

it('contributions of exactly 80 % of the cap, or on pace for exactly 90 %, approach it', () => {
  const cases = wrongCases();
  for (let capCents = 20_000_00; capCents <= 40_000_00; capCents += 100_01)
    for (let months = 1; months <= 12; months++) {
      const share = ceil(8 * capCents, 10);
      const pace = months < 3 ? share : Math.min(share, ceil(capCents * 9 * months, 120));
      const told = [pace - 1, pace, capCents, capCents + 1].map((cents) =>
        isApproachingCap({ cents, monthsWithSnapshot: months }, capCents),
      );
      cases.check(told.join() === 'false,true,true,false', () => `cap ${capCents} after ${months} months: ${told}`);
    }
  cases.expectNone(2_000);
});

it('ranks that sum to exactly 225, 150 or 75 are below the cut', () => {
  const cases = wrongCases();
  let exact = 0;
  for (const plans of [2, 3, 6, 10, 14, 22, 26])
    for (let second = 0; second < plans; second++)
      for (let third = 0; third < plans; third++) {
        const placesOf = (plan: number) => [plan, (plan + second) % plans, (plan + third) % plans] as const;
        const shares = Array.from({ length: plans }, (_, plan) => {
          const [loggedIn, adequate, nominated] = placesOf(plan).map((count) => ({ count, total: plans }));
          return {
            planId: `${plan}`,
            members: 100,
            loggedIn: loggedIn!,
            adequateRetirementStandard: adequate!,
            nominatedBeneficiary: nominated!,
          };
        });
        for (const [plan, { quartile, sum }] of rankPlans(shares).entries()) {
          // Each rank is 100 (2 x place + 1) / 2N, so the limits of the numerators' sum are 4.5 N, 3 N and 1.5 N.
          const halves = 2 * placesOf(plan).reduce((a, b) => a + b) + 3;
          const cut = [9, 6, 3].findIndex((times) => 2 * halves > times * plans);
          if ([9, 6, 3].some((times) => 2 * halves === times * plans)) exact++;
          const right = quartile === (['TOP', '2ND', '3RD'][cut] ?? '4TH');
          cases.check(right, () => `${plans} plans, places ${placesOf(plan)}: ${sum} is ${quartile}`);
        }
      }
  cases.expectNone(30_000);
  expect(exact).toBeGreaterThan(800);
});

it('a score equal to the lower bound of a band is in that band', () => {
  const cases = wrongCases();
  const parts = [null, 0, 2, 4, 5, 6, 8, 10];
  const tenths = (part: number | null) => (part === null ? null : part / 10);
  for (const a of parts)
    for (const b of parts)
      for (const c of parts)
        for (const d of parts)
          for (const e of parts) {
            const given = [a, b, c, d, e].filter((part) => part !== null);
            if (given.length < 3) continue;
            const sum = given.reduce((x, y) => x + y);
            const score = superScoreMillionths({
              nominatedBeneficiary: tenths(a),
              accountBalance: tenths(b),
              lifeInsurance: tenths(c),
              investmentApproach: tenths(d),
              retirementAdequacy: tenths(e),
            });
            const halfUp = floor(2 * 500_000 * sum + given.length, 2 * given.length);
            const band = Math.min(4, floor(halfUp, 1_000_000));
            cases.check(score === halfUp && scoreBand(score) === band, () => `${[a, b, c, d, e]}: ${score}`);
          }
  cases.expectNone(30_000);
});
