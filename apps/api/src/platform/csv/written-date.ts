import { isIsoDate } from '@superscope/domain/calendar-dates';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** 30/06/2025, 2025/06/30, 30-Jun-2025, 30 June 2025, 20250630, and ISO itself; anything may follow. */
const dayFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/;
const yearFirst = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?!\d)/;
const named = /^(\d{1,2})([- ])([a-z]{3,9})\2(\d{4})(?!\d)/i;
const compact = /^((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/;

const pad = (part: string) => part.padStart(2, '0');

/** A month's number by its English name or the first letters of it; null for any other word. */
function monthNumber(word: string): string | null {
  const at = months.indexOf(word.slice(0, 3).toLowerCase());
  const isWhole = at !== -1 && (word.length === 3 || longNames[at]!.startsWith(word.toLowerCase()));
  return isWhole ? pad(String(at + 1)) : null;
}

const longNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** A text's day as yyyy-MM-dd, and what follows it; null if it begins with no form of a day that can mean one day only. */
function dayAndRest(text: string): { day: string; rest: string } | null {
  const found = (all: string, year: string, month: string | null, day: string) =>
    month === null ? null : { day: `${year}-${pad(month)}-${pad(day)}`, rest: text.slice(all.length) };
  const slashed = dayFirst.exec(text);
  if (slashed) return found(slashed[0], slashed[3]!, slashed[2]!, slashed[1]!);
  const iso = yearFirst.exec(text);
  // 2025-7-1 is no form of a date that programs write, so its digits may be in another order.
  if (iso) return iso[3]!.length + iso[4]!.length === 4 ? found(iso[0], iso[1]!, iso[3]!, iso[4]!) : null;
  const word = named.exec(text);
  if (word) return found(word[0], word[4]!, monthNumber(word[3]!), word[1]!);
  const digits = compact.exec(text);
  return digits ? found(digits[0], digits[1]!, digits[2]!, digits[3]!) : null;
}

const clock = /^(?:T|\s+)(\d{1,2}):(\d\d)(?::(\d\d)(\.\d+)?)?(?:\s*([ap])\.?m\.?)?(\s*(?:Z|[+-]\d\d(?::?\d\d)?))?$/i;

/** Hours of 24 from those of a clock with AM and PM; null if such a clock has no such hour. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/**
 * Reads a day as spreadsheets and databases write it, with or without a midnight: 30/06/2025 0:00, 2025-06-30T00:00:00. 'time' if it has
 * another time of day, which may belong to another day elsewhere; null if it is no day.
 */
export function writtenDay(text: string): string | 'time' | null {
  const found = dayAndRest(text);
  if (found === null || !isIsoDate(found.day)) return null;
  if (found.rest === '') return found.day;
  const [all, hour, minute, second = '0', fraction = '', half] = clock.exec(found.rest) ?? [];
  if (all === undefined) return null;
  const isMidnight = hourOf(Number(hour), half) === 0 && Number(minute) === 0 && Number(second) === 0;
  return isMidnight && Number(`0${fraction}`) === 0 ? found.day : 'time';
}

/** A day and time of a clock with AM and PM, or a day with its month in letters, as yyyy-MM-dd HH:mm:ss; null for anything else. */
export function writtenInstant(text: string): string | null {
  const found = dayAndRest(text);
  if (found === null) return null;
  if (found.rest === '') return found.day;
  const [all, hour, minute, second = '00', fraction = '', half, zone = ''] = clock.exec(found.rest) ?? [];
  if (all === undefined) return null;
  const hours = hourOf(Number(hour), half);
  return hours === null
    ? null
    : `${found.day} ${pad(String(hours))}:${minute}:${second}${fraction.slice(0, 4)}${zone.trim()}`;
}

/** A day as a spreadsheet counts it, in days since 1900: 45838. */
export const isSerialDay = (text: string): boolean => /^[1-9]\d{4}(?:\.\d+)?$/.test(text);
