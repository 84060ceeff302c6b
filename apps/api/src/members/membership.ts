import { sydneyDate } from '@superscope/domain/calendar-dates';
import { RuleViolation } from '@superscope/domain/rule-violation';

/** The day (yyyy-MM-dd) on which a member left their plan, once it is over: months count it as one of membership. Null for a member of the plan. */
export const leftOn = ({ exitDate }: { exitDate: string | null }): string | null =>
  exitDate !== null && exitDate < sydneyDate(new Date()) ? exitDate : null;

/** Throws RuleViolation for somebody who has left the plan. `what`: 'Advice is', 'Quotations are'. */
export function requireMembership(member: { exitDate: string | null }, what: string): void {
  const left = leftOn(member);
  if (left !== null)
    throw new RuleViolation(
      'conflict',
      `This member left the plan on ${left.split('-').reverse().join('/')}. ${what} for members of the plan.`,
    );
}
