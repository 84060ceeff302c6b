import type { PlanPayroll } from '@superscope/contracts/plans-overview';

/** What is known of a plan's payroll, as Admins read it. */
export const payrollText: Record<PlanPayroll, string> = {
  one: 'One payroll',
  several: 'Several payrolls',
  'one company': 'Not said: one employer',
  'several companies': 'Not said: several employers',
};
