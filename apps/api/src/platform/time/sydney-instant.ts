import { isIsoDate } from '@superscope/domain/calendar-dates';
import { LRUCache } from 'lru-cache';
import { zoneOf } from './zoned-time.js';

/** Cached, because a file repeats the same days. */
const midnights = new LRUCache<string, number>({ max: 10_000 });
const sydney = zoneOf('Australia/Sydney');

/**
 * The instant of a clock time in Sydney. If the time occurs twice, the first counts; if daylight saving skips it, it is taken an hour
 * earlier.
 */
function sydneyInstant(date: string, time: string): number {
  const known = time === '00:00:00' ? midnights.get(date) : undefined;
  if (known !== undefined) return known;
  const instant = sydney.instantOf(Date.parse(`${date}T${time}Z`), 'earlier').getTime();
  if (time === '00:00:00') midnights.set(date, instant);
  return instant;
}

const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,3})?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Parses an instant: a date, or a date and time. Without `Z` or an offset it is Sydney time, and a date alone is the beginning of that day
 * in Sydney. Returns ISO text in UTC with milliseconds, or null for anything else.
 */
export function parseInstant(text: string): string | null {
  const [, date, hour, minute, second = '00', fraction = '', zone] = written.exec(text) ?? [];
  if (date === undefined || !isIsoDate(date)) return null;
  if (hour === undefined) return new Date(sydneyInstant(date, '00:00:00')).toISOString();
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const time = `${hour}:${minute}:${second}`;
  if (zone === undefined)
    return new Date(sydneyInstant(date, time) + Math.round(Number(`0${fraction || '.0'}`) * 1000)).toISOString();
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const instant = Date.parse(`${date}T${time}${fraction}${offset}`);
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}
