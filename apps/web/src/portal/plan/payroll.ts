/**
 * Replaces what a plan loses whose employers do not share one payroll: its salary groups are published of the whole plan only, because
 * nobody knows the salaries of another employer's people.
 */
export const SEVERAL_PAYROLLS = 'Salaries of several employers: shown for the whole plan';
