import { dayIn, daysIn, type MonthIndex } from './month-calendar.js';
import type { Random } from './random.js';

/** A member's beneficiary nomination as recorded by the fund. Its expiry follows from date and lapsing. */
export interface Nomination {
  type: 'Binding' | 'Non-binding' | 'None';
  date: string;
  lapsing: boolean;
  signedMonth: MonthIndex;
  /** Months after which the member renews a lapsing binding nomination. Three in five renew in time. */
  renewAfter: number;
  /** The member's rank among people of the same age; 0 is the most likely to nominate. */
  rank: number;
  validateMonth: MonthIndex;
}

/** Months of activity before the window, so that rules over 24 months apply from the start. */
export const earlierMonths = 24;

/** Rates by age, which apply at the last month; earlier, fewer members had nominated. */
export const nominationRates = (age: number, progress: number): { binding: number; nonBinding: number } => {
  const years = Math.max(0, age - 18);
  const reached = 0.88 + 0.12 * progress;
  return { binding: reached * (0.03 + 0.004 * years), nonBinding: reached * (0.25 + 0.006 * years) };
};

const typeFor = (rank: number, age: number, progress: number): Nomination['type'] => {
  const { binding, nonBinding } = nominationRates(age, progress);
  return rank < binding ? 'Binding' : rank < binding + nonBinding ? 'Non-binding' : 'None';
};

/** A member's nomination at `entry`, the month before the window or the month of joining. */
export const firstNomination = (
  member: { joinMonth: MonthIndex; joinDay: number; age: number },
  entry: MonthIndex,
  months: number,
  random: Random,
): Nomination => {
  const lax = random.chance(0.62);
  const rank = random.next();
  const nomination: Nomination = {
    type: typeFor(rank, member.age, 0),
    date: '',
    lapsing: random.chance(0.92),
    signedMonth: member.joinMonth,
    renewAfter: lax ? 36 + random.whole(18, 80) : random.whole(28, 36),
    rank,
    validateMonth: 0,
  };
  if (nomination.type === 'None') return nomination;
  const since = nomination.type === 'Binding' ? random.whole(0, nomination.renewAfter) : random.whole(0, 120);
  nomination.signedMonth = Math.max(member.joinMonth, entry - since);
  const earliest = nomination.signedMonth === member.joinMonth ? member.joinDay : 1;
  nomination.date = dayIn(nomination.signedMonth, random.whole(earliest, daysIn(nomination.signedMonth)));
  if (random.chance(0.45))
    nomination.validateMonth = Math.max(
      nomination.signedMonth + 1,
      entry - earlierMonths + random.whole(1, months + earlierMonths),
    );
  return nomination;
};

/** Updates the nomination for `month`: more members nominate as they age, and some renew a lapsing nomination. */
export const reviseNomination = (
  nomination: Nomination,
  month: MonthIndex,
  age: number,
  progress: number,
  random: Random,
): void => {
  const type = typeFor(nomination.rank, age, progress);
  const due = type === 'Binding' && nomination.lapsing && month - nomination.signedMonth >= nomination.renewAfter;
  if (type === 'None' || (type === nomination.type && !due)) return;
  nomination.type = type;
  nomination.signedMonth = month;
  nomination.date = dayIn(month, random.whole(1, 28));
  nomination.validateMonth = random.chance(0.45) ? month + random.whole(1, 4) : 0;
};
