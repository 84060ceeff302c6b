import { isIsoDate } from '@superscope/domain/calendar-dates';

const sydneyClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Australia/Sydney',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** How far Sydney's clocks are ahead of UTC at an instant, in milliseconds. */
function sydneyOffset(instant: number): number {
  const [date, time] = sydneyClock.format(instant).split(', ');
  return Date.parse(`${date}T${time}Z`) - Math.floor(instant / 1000) * 1000;
}

/** A file names the same day over and over. */
const midnights = new Map<string, number>();

/** The instant of a clock time in Sydney; in the hour that daylight saving repeats, the first of the two. */
function sydneyInstant(date: string, time: string): number {
  const known = time === '00:00:00' ? midnights.get(date) : undefined;
  if (known !== undefined) return known;
  const clock = Date.parse(`${date}T${time}Z`);
  const first = clock - sydneyOffset(clock - 11 * 3_600_000);
  const instant = first + sydneyOffset(first) === clock ? first : clock - sydneyOffset(first);
  if (time === '00:00:00') {
    if (midnights.size > 10_000) midnights.clear();
    midnights.set(date, instant);
  }
  return instant;
}

const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,3})?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Reads an instant: a date, or a date and time, with `Z` or an offset, or else as clocks in Sydney show it; a date alone is the
 * beginning of that day there. Answers ISO in UTC with milliseconds, or null for anything else.
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
