/** What a plan said of its payroll, and when (the text format of editions' instants). Null: nothing, so its number of companies decides. */
export interface PayrollSaid {
  at: string;
  onePayroll: boolean | null;
}

/**
 * Whether one employer, or a group with one payroll, knows the salaries of all of a plan's members: because the plan says so, or because it
 * has at most one company.
 */
export const payrolls = ['one', 'several', 'one company', 'several companies'] as const;
export type Payroll = (typeof payrolls)[number];

export interface PayrollCauses {
  said: readonly PayrollSaid[];
  /** When each of the plan's companies was registered. */
  companiesAt: readonly string[];
}

/** The payroll of a plan of which this is said, with so many companies. */
export const payrollNow = (onePayroll: boolean | null, companies: number): Payroll =>
  onePayroll !== null ? (onePayroll ? 'one' : 'several') : companies > 1 ? 'several companies' : 'one company';

/** The payroll of a plan as recorded by an instant. */
export function payrollOf({ said, companiesAt }: PayrollCauses, recordedBy: string): Payroll {
  const last = said
    .filter(({ at }) => at <= recordedBy)
    .reduce<PayrollSaid | null>((a, b) => (a === null || b.at >= a.at ? b : a), null);
  return payrollNow(last?.onePayroll ?? null, companiesAt.filter((at) => at <= recordedBy).length);
}

/** Whether a plan-month's salaries and ages are public. `companyIds` are those of the month's rows, which may name a company that has left the plan. */
export const hasOnePayroll = (payroll: Payroll, companyIds: ReadonlySet<string>): boolean =>
  payroll === 'one' || (payroll === 'one company' && companyIds.size <= 1);
