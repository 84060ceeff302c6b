import { monthEnd, monthOf, shiftMonth, type IsoDate, type IsoMonth } from '../calendar-dates.js';

/** The days on which a member joined the fund and left it. Null: not known, or still there. */
export interface MembershipDates {
  joinDate: IsoDate | null;
  exitDate: IsoDate | null;
}

/**
 * How the members of a plan's months are counted. `dates`: those who had joined by the month's last day and had not left before it.
 * `files`: everybody with a row in the month's file, as earlier releases counted.
 */
export type CountedBy = 'dates' | 'files';

/** Whether a member counts in a month: joined on or before its last day, and did not leave before that day. */
export const countsIn = ({ joinDate, exitDate }: MembershipDates, month: IsoMonth): boolean => {
  const lastDay = monthEnd(month);
  return (joinDate === null || joinDate <= lastDay) && (exitDate === null || exitDate >= lastDay);
};

/** Dates of which the exit comes first cannot be those of a membership. Such a member counts in no month. */
const areInOrder = ({ joinDate, exitDate }: MembershipDates): boolean =>
  joinDate === null || exitDate === null || joinDate <= exitDate;

/** Whether a member is among the joiners of a month. */
export const joinsIn = (dates: MembershipDates, month: IsoMonth): boolean =>
  dates.joinDate !== null && monthOf(dates.joinDate) === month && areInOrder(dates);

/**
 * Whether a member is among the leavers of a month. A member who leaves on a month's last day still counts in that month and is a leaver of
 * the next one. So a month's members are those of the month before, with the joiners and without the leavers.
 */
export const leavesIn = (dates: MembershipDates, month: IsoMonth): boolean => {
  const { exitDate } = dates;
  if (exitDate === null || !areInOrder(dates)) return false;
  return exitDate >= monthEnd(shiftMonth(month, -1)) && exitDate < monthEnd(month);
};
