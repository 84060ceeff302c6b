import { describe, expect, it } from 'vitest';
import { hasOnePayroll, payrollOf } from './payroll.js';

const before = '2026-01-08';
const nothing = { said: [], companiesAt: [] };

describe('a plan’s payroll as recorded by a moment', () => {
  it('follows from its number of companies until it is said', () => {
    expect(payrollOf(nothing, before)).toBe('one company');
    expect(payrollOf({ ...nothing, companiesAt: ['2025-01-01'] }, before)).toBe('one company');
    expect(payrollOf({ ...nothing, companiesAt: ['2025-01-01', '2025-06-01'] }, before)).toBe('several companies');
    const said = [{ at: '2025-01-01', onePayroll: null }];
    expect(payrollOf({ said, companiesAt: ['2025-01-01', '2025-06-01'] }, before)).toBe('several companies');
  });

  it('does not count companies and sayings that were recorded later', () => {
    expect(payrollOf({ ...nothing, companiesAt: ['2025-01-01', '2026-02-01'] }, before)).toBe('one company');
    const said = [{ at: '2026-02-01', onePayroll: true }];
    expect(payrollOf({ said, companiesAt: ['2025-01-01', '2025-06-01'] }, before)).toBe('several companies');
  });

  it('is what was said last, whatever the number of companies', () => {
    const said = [
      { at: '2025-05-01', onePayroll: false },
      { at: '2025-03-01', onePayroll: true },
    ];
    expect(payrollOf({ said, companiesAt: ['2025-01-01'] }, before)).toBe('several');
    expect(payrollOf({ said, companiesAt: [] }, '2025-04-01')).toBe('one');
    const cleared = [...said, { at: '2025-06-01', onePayroll: null }];
    expect(payrollOf({ said: cleared, companiesAt: ['2025-01-01', '2025-01-01'] }, before)).toBe('several companies');
  });

  it('makes salaries public only where a month’s rows do not name another company', () => {
    expect(hasOnePayroll('one', new Set(['a', 'b']))).toBe(true);
    expect(hasOnePayroll('one company', new Set(['a']))).toBe(true);
    expect(hasOnePayroll('one company', new Set())).toBe(true);
    // One of them has moved to another plan since.
    expect(hasOnePayroll('one company', new Set(['a', 'b']))).toBe(false);
    expect(hasOnePayroll('several', new Set(['a']))).toBe(false);
    expect(hasOnePayroll('several companies', new Set(['a']))).toBe(false);
  });
});
