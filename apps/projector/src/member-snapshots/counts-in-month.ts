import { countsIn, type CountedBy } from '@superscope/domain/member/membership-dates';
import { datesOf, hasMoved, type MemberHistory } from '../plan-facts/member-history.js';

/** A plan's month (yyyy-MM), and how its members are counted. */
export interface CountedMonth {
  planId: string;
  month: string;
  countedBy: CountedBy;
}

/**
 * Whether a member with a snapshot counts in a plan's month. The snapshot is of `snapshotMonth`, which is earlier than the month if it is
 * carried forward.
 */
export function countsInMonth(
  { planId, month, countedBy }: CountedMonth,
  snapshotMonth: string,
  history: MemberHistory,
): boolean {
  const isCarried = snapshotMonth !== month;
  if (isCarried && hasMoved(history, planId, `${month}-01`)) return false;
  const dates = datesOf(history);
  if (countedBy === 'dates') return countsIn(dates, month);
  return !isCarried || dates.exitDate === null || dates.exitDate >= `${month}-01`;
}
