import { describe, expect, it } from 'vitest';
import { hasPublicSalaries } from './plan-payrolls.js';

describe('A plan’s salaries', () => {
  it('are public where its newest edition says so, by the first rules, and before anything is published', () => {
    expect(hasPublicSalaries({ rules: 2, onePayroll: true })).toBe(true);
    expect(hasPublicSalaries({ rules: 2, onePayroll: false })).toBe(false);
    // The first rules published all salaries, whatever was known of the payroll.
    expect(hasPublicSalaries({ rules: 1, onePayroll: false })).toBe(true);
    expect(hasPublicSalaries(null)).toBe(true);
  });
});
