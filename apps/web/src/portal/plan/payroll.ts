import type { PlanPayroll } from '@superscope/contracts/plans-overview';

/**
 * Replaces what a plan loses whose employers do not share one payroll: its salary groups are published of the whole plan only, because
 * nobody knows the salaries of another employer's people.
 */
export const SEVERAL_PAYROLLS = 'Salaries of several employers: shown for the whole plan';

/** What is known of a plan's payroll, as Admins read it. */
export const payrollText: Record<PlanPayroll, string> = {
  one: 'One payroll',
  several: 'Several payrolls',
  'one company': 'Not said: one employer',
  'several companies': 'Not said: several employers',
};
