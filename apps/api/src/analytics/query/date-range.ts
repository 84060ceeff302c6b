import { granularities, type Granularity } from '@superscope/contracts/analytics/query';
import { BadQuery, quoted } from './bad-query.js';
import { addUnits, endOf, firstWall, formatWall, lastWall, parseWall, startOf, wallTimeOf } from './wall-time.js';
import type { WallTime } from '../../platform/time/zoned-time.js';

/** The moment and the timezone against which a relative range is read. */
export interface Clock {
  now: Date;
  timezone: string;
}

type Span = [WallTime, WallTime];

const unitNames = granularities.join('|');
const spanPattern = new RegExp(`^(this|last|next)(?:\\s+(\\d{1,5}))?\\s+(${unitNames})s?$`);
const offsetPattern = new RegExp(`^(\\d{1,5}|a|an)\\s+(${unitNames})s?\\s+(ago|from now)$`);
const fromToPattern = /^from\s+(.+?)\s+to\s+(.+)$/;

const notARange = (text: unknown): BadQuery => new BadQuery(`${quoted(text)} is not a date range`);

function around(unit: Granularity, now: WallTime, first: number, last: number): Span {
  return [startOf(addUnits(now, unit, first), unit), endOf(addUnits(now, unit, last), unit)];
}

const days = new Map(Object.entries({ yesterday: -1, today: 0, tomorrow: 1 }));
const withinDay = new Set<Granularity>(['second', 'minute', 'hour']);

/** One end of `from … to …`, and its precision: '3 hours ago' means an hour, '3 days ago' and 'now' a whole day. */
function point(text: string, now: WallTime, timezone: string): { at: WallTime; unit: Granularity } | null {
  if (text === 'now') return { at: now, unit: 'day' };
  const shift = days.get(text);
  if (shift !== undefined) return { at: addUnits(now, 'day', shift), unit: 'day' };
  const offset = offsetPattern.exec(text);
  if (offset) {
    const unit = offset[2] as Granularity;
    const count = Number(offset[1]) || 1;
    return { at: addUnits(now, unit, offset[3] === 'ago' ? -count : count), unit: withinDay.has(unit) ? unit : 'day' };
  }
  const date = parseWall(text.toUpperCase(), timezone);
  return date && { at: date.wall, unit: date.whole ? 'day' : 'second' };
}

function relative(text: string, now: WallTime, timezone: string): Span | null {
  if (text === 'now') return [now, now];
  const shift = days.get(text);
  if (shift !== undefined) return around('day', now, shift, shift);
  const span = spanPattern.exec(text);
  if (span) {
    const unit = span[3] as Granularity;
    const count = span[2] === undefined ? 1 : Number(span[2]);
    if (count < 1) return null;
    if (span[1] === 'this') return around(unit, now, 0, count - 1);
    return span[1] === 'last' ? around(unit, now, -count, -1) : around(unit, now, 1, count);
  }
  const fromTo = fromToPattern.exec(text);
  if (!fromTo) return null;
  const from = point(fromTo[1]!, now, timezone);
  const to = point(fromTo[2]!, now, timezone);
  if (!from || !to) return null;
  const finest = granularities[Math.min(granularities.indexOf(from.unit), granularities.indexOf(to.unit))]!;
  return [startOf(from.at, finest), endOf(to.at, finest)];
}

/** The start or the end of a day; a time stays as it is. */
function bound(text: unknown, end: boolean, timezone: string): WallTime {
  const date = typeof text === 'string' ? parseWall(text, timezone) : null;
  if (!date) throw notARange(text);
  return date.whole && end ? endOf(date.wall, 'day') : date.wall;
}

/** Makes a range absolute: a pair of `YYYY-MM-DDTHH:mm:ss.SSS` in the clock's timezone, both ends included. */
export function absoluteRange(range: unknown, { now, timezone }: Clock): [string, string] {
  if (typeof range === 'string' && parseWall(range, timezone) === null) {
    const span = relative(range.trim().toLowerCase().replace(/\s+/g, ' '), wallTimeOf(now, timezone), timezone);
    if (!span) throw notARange(range);
    return written(span, range);
  }
  const [first, last] = typeof range === 'string' ? [range, range] : Array.isArray(range) ? range : [];
  if (Array.isArray(range) && (range.length < 1 || range.length > 2)) throw notARange(range);
  const start = bound(first, false, timezone);
  const end = bound(last ?? first, true, timezone);
  if (end < start) throw new BadQuery(`The date range ends before it starts: ${String(first)} to ${String(last)}`);
  return written([start, end], range);
}

/** Throws BadQuery for years beyond four digits, as in 'last 99999 years'. */
function written([start, end]: Span, range: unknown): [string, string] {
  if (!(start >= firstWall && end <= lastWall)) throw notARange(range);
  return [formatWall(start), formatWall(end)];
}

/** Whether a query's text may hold a range that depends on the current moment: a word where a date could stand. */
export const dependsOnNow = (text: string): boolean =>
  /\b(today|yesterday|tomorrow|now|this|last|next|ago)\b/i.test(text);
