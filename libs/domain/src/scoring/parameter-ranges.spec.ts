import { describe, expect, it } from 'vitest';
import { superParameterProblem } from './parameter-ranges.js';
import { projectionAssumptions } from './projection-assumptions.js';
import { referenceSuperParameters } from './reference-figures.js';

describe('the value of a super parameter', () => {
  it.each([
    ['sgRatePercent', 0.12],
    ['sgRatePercent', 1200],
    ['sgRatePercent', -1],
    ['concessionalCap', 32.5],
    ['concessionalCap', 0],
    ['concessionalCap', 3_250_000],
    ['wageGrowthPercent', 0.037],
    ['contributionsTaxPercent', 0.15],
    ['drawdownReturnPercent', 600],
    ['retirementAge', 804],
    ['retirementStandard.pensionSingle', 29.024],
    ['deathNeedMultiple:40', 540],
    ['deathNeedMultiple:40', -1],
  ])('is not in another unit: %s %d', (name, value) => {
    expect(superParameterProblem(name, value)).toMatch(new RegExp(`^${name} is from \\S+ to \\S+ \\(`));
  });

  it('is told with its range and unit', () => {
    expect(superParameterProblem('sgRatePercent', 0.12)).toBe('sgRatePercent is from 1 to 25 (percent).');
    expect(superParameterProblem('concessionalCap', 0)).toBe('concessionalCap is from 5,000 to 500,000 (dollars).');
  });

  it.each([...referenceSuperParameters, ...projectionAssumptions])(
    'may be every published one: $name $value',
    ({ name, value }) => expect(superParameterProblem(name, value)).toBeNull(),
  );
});
