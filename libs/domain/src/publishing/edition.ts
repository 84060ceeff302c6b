import { payrollOf, type Payroll, type PayrollCauses } from './payroll.js';
import type { PublishingRules } from './publishing-rules.js';

/** The instants that determine a plan-month's editions. They share one text format, which sorts chronologically. */
export interface EditionCauses extends PayrollCauses {
  /** When the month was first closed; null while it is open. */
  closedAt: string | null;
  /** When each import of the plan-month's own snapshots was completed. */
  importedAt: readonly string[];
  /** When the plan was published. */
  publishedAt: readonly string[];
  /** Since when the plan is published by the second rules; '' if always, null if not yet. */
  secondRulesSince: string | null;
}

/** The frozen figures of a plan-month that employers see, computed from everything recorded by an instant. */
export interface Edition {
  /** Counts from 1. */
  edition: number;
  /** Facts recorded after this instant do not count. */
  recordedBy: string;
  /** The instant of edition 1. */
  closedAt: string;
  rules: PublishingRules;
  payroll: Payroll;
}

/**
 * The newest edition of a plan-month; null while the month is open or has no import of its own. Edition 1 is made when the month
 * closes, or when its snapshots are complete if that is later. Each later import and publication makes another.
 */
export function editionOf(causes: EditionCauses): Edition | null {
  const { closedAt, importedAt, publishedAt, secondRulesSince } = causes;
  if (closedAt === null || importedAt.length === 0) return null;
  const complete = importedAt.reduce((a, b) => (a < b ? a : b));
  const first = complete > closedAt ? complete : closedAt;
  const since = [...importedAt, ...publishedAt].filter((at) => at > first);
  const recordedBy = since.reduce((a, b) => (a > b ? a : b), first);
  return {
    edition: 1 + since.length,
    recordedBy,
    closedAt: first,
    rules: secondRulesSince !== null && secondRulesSince <= recordedBy ? 2 : 1,
    payroll: payrollOf(causes, recordedBy),
  };
}
