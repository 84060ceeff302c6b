import { monthOf, sydneyDate } from '@superscope/domain/calendar-dates';

/** A month as one number, year x 12 + month (January is 0). */
export type MonthIndex = number;

export const monthIndex = (yearMonth: string): MonthIndex => {
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(yearMonth);
  if (!match) throw new Error(`'${yearMonth}' is not a month; write it as yyyy-MM, such as 2026-10.`);
  return Number(match[1]) * 12 + Number(match[2]) - 1;
};

export const yearOf = (month: MonthIndex): number => Math.floor(month / 12);

/** 1 for January. */
export const monthOfYear = (month: MonthIndex): number => (month % 12) + 1;

export const isJuly = (month: MonthIndex): boolean => month % 12 === 6;

export const financialYearOf = (month: MonthIndex): number => yearOf(month) + (month % 12 >= 6 ? 1 : 0);

export const daysIn = (month: MonthIndex): number =>
  new Date(Date.UTC(yearOf(month), (month % 12) + 1, 0)).getUTCDate();

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

export const yearMonth = (month: MonthIndex): string => `${yearOf(month)}-${two(monthOfYear(month))}`;

/** An ISO date in that month; the day is limited to the month's last day. */
export const dayIn = (month: MonthIndex, day: number): string =>
  `${yearMonth(month)}-${two(Math.max(1, Math.min(day, daysIn(month))))}`;

export const monthEnd = (month: MonthIndex): string => dayIn(month, 31);

/** The date `days` later, but never after the end of `last`. */
export const daysLater = (month: MonthIndex, day: number, days: number, last: MonthIndex): string => {
  let m = month;
  let d = day + days;
  while (d > daysIn(m)) {
    if (m === last) return monthEnd(last);
    d -= daysIn(m);
    m++;
  }
  return dayIn(m, d);
};

/** The last complete month in Sydney, whose calendar the fund uses. */
export const lastCompleteMonth = (now: Date): string => yearMonth(monthIndex(monthOf(sydneyDate(now))) - 1);
