// Calendar arithmetic on ISO strings. Dates sort and compare as text, and no time zone can shift them.

/** 'YYYY-MM-DD' */
export type IsoDate = string;
/** 'YYYY-MM' */
export type IsoMonth = string;

const pad = (value: number, width = 2) =>
  width === 2 && value > 9 ? String(value) : String(value).padStart(width, '0');
const digits = (text: string, from: number, to: number) => {
  let value = 0;
  for (let i = from; i < to; i++) value = value * 10 + text.charCodeAt(i) - 48;
  return value;
};

const hyphen = 45;
const zero = 48;
const nine = 57;

export const yearOf = (date: IsoDate | IsoMonth): number => digits(date, 0, 4);
/** 1 to 12 */
const monthNumberOf = (date: IsoDate | IsoMonth): number => digits(date, 5, 7);
const dayOf = (date: IsoDate) => digits(date, 8, 10);

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
/** @param month 1 to 12 */
const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);

export const isIsoMonth = (text: string): text is IsoMonth => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
/** True for a day that exists, so not for 2023-02-29. */
export const isIsoDate = (text: string): text is IsoDate => {
  // Checked by hand rather than by Date: this runs several times for every imported row.
  if (text.length !== 10) return false;
  for (let i = 0; i < 10; i += 1) {
    const code = text.charCodeAt(i);
    if (i === 4 || i === 7 ? code !== hyphen : code < zero || code > nine) return false;
  }
  // daysInMonth is 0 for a month that does not exist.
  return dayOf(text) >= 1 && dayOf(text) <= daysInMonth(yearOf(text), monthNumberOf(text));
};

export const monthOf = (date: IsoDate): IsoMonth => date.slice(0, 7);
export const monthStart = (month: IsoMonth): IsoDate => `${month}-01`;
export const monthEnd = (month: IsoMonth): IsoDate =>
  `${month}-${pad(daysInMonth(yearOf(month), monthNumberOf(month)))}`;

const monthIndex = (date: IsoDate | IsoMonth) => yearOf(date) * 12 + monthNumberOf(date) - 1;
const monthAt = (index: number): IsoMonth => `${pad(Math.floor(index / 12), 4)}-${pad((index % 12) + 1)}`;

/** Calendar months from the first month to the second; negative when the second is earlier. */
export const monthsBetween = (from: IsoDate | IsoMonth, to: IsoDate | IsoMonth): number =>
  monthIndex(to) - monthIndex(from);
export const shiftMonth = (month: IsoMonth, months: number): IsoMonth => monthAt(monthIndex(month) + months);
/** March, June, September, December. */
export const isQuarterEnd = (month: IsoMonth): boolean => monthNumberOf(month) % 3 === 0;
/** The newest quarter end at or before a month, and the first at or after it. */
export const quarterEndUpTo = (month: IsoMonth): IsoMonth => shiftMonth(month, -(monthNumberOf(month) % 3));
export const quarterEndFrom = (month: IsoMonth): IsoMonth => quarterEndUpTo(shiftMonth(month, 2));
/** Every month from the first to the last, both included; empty when the last is earlier. */
export const monthsFrom = (first: IsoMonth, last: IsoMonth): IsoMonth[] =>
  Array.from({ length: Math.max(0, monthsBetween(first, last) + 1) }, (_, i) => shiftMonth(first, i));

/** The same day of another month, or that month's last day where there is no such day (29 February becomes the 28th). */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const month = monthAt(monthIndex(date) + months);
  return `${month}-${pad(Math.min(dayOf(date), daysInMonth(yearOf(month), monthNumberOf(month))))}`;
}

const MILLISECONDS_PER_DAY = 86_400_000;
// The arithmetic is in UTC, in which every day has 24 hours, so the text's day is the date's own.
export const addDays = (date: IsoDate, days: number): IsoDate =>
  // eslint-disable-next-line no-restricted-syntax
  new Date(Date.parse(date) + days * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);

const dayAfter = (date: IsoDate): IsoDate => {
  const month = monthOf(date);
  return date === monthEnd(month) ? monthStart(shiftMonth(month, 1)) : `${month}-${pad(dayOf(date) + 1)}`;
};

/** Completed years. A birthday on 29 February falls on 28 February in other years. Negative when `to` is earlier. */
export function yearsBetween(from: IsoDate, to: IsoDate): number {
  const years = yearOf(to) - yearOf(from);
  return addMonths(from, years * 12) > to ? years - 1 : years;
}

/** Completed years at the end of a month. The birth month suffices, because every birthday of the month has passed by then. */
export const ageAtMonthEnd = (birthMonth: IsoMonth, asAt: IsoDate | IsoMonth): number =>
  Math.floor(monthsBetween(birthMonth, asAt) / 12);

/** First day of "the trailing N months" to a date: the day after the date, less N calendar months. */
export const trailingWindowStart = (asAt: IsoDate, months: number): IsoDate => addMonths(dayAfter(asAt), -months);
/** True from the window's first day through the date itself. */
export const isWithinTrailingMonths = (on: IsoDate | null, asAt: IsoDate, months: number): boolean =>
  on !== null && on <= asAt && on >= trailingWindowStart(asAt, months);

/** Financial year N runs from 1 July N-1 to 30 June N. */
export const financialYear = (date: IsoDate | IsoMonth): number =>
  monthNumberOf(date) >= 7 ? yearOf(date) + 1 : yearOf(date);
export const financialYearStart = (year: number): IsoDate => `${pad(year - 1, 4)}-07-01`;

const sydneyCalendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Australia/Sydney',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
/** The date that an instant falls on in Australia/Sydney, where the fund's days begin and end. */
// The formatter writes the years before 1000 with fewer digits.
export const sydneyDate = (instant: string | Date): IsoDate =>
  sydneyCalendar.format(new Date(instant)).padStart(10, '0');

/** The instant (ISO, UTC) at which a day begins in Australia/Sydney. Clocks change at two or three o'clock there, never at midnight. */
export function sydneyDayStart(day: IsoDate): string {
  const inSummer = `${addDays(day, -1)}T13:00:00.000Z`;
  return sydneyDate(inSummer) === day ? inSummer : `${addDays(day, -1)}T14:00:00.000Z`;
}

const sydneyClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Australia/Sydney',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
/** The time of an instant as clocks in Sydney show it, HH:mm. */
export const sydneyTime = (instant: string | Date): string => sydneyClock.format(new Date(instant));
