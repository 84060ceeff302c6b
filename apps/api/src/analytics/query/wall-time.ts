import type { Granularity } from '@superscope/contracts/analytics/query';
import { zoneOf, type WallTime, type Zone } from '../../platform/time/zoned-time.js';
import { BadQuery } from './bad-query.js';

/** Throws BadQuery if there is no such timezone. */
function askedZone(timezone: string): Zone {
  try {
    return zoneOf(timezone);
  } catch {
    throw new BadQuery(`'${timezone}' is not a timezone`);
  }
}

/** The timezone's name as ClickHouse knows it: it is case-sensitive and has no aliases such as AET. Throws BadQuery. */
export function namedTimezone(timezone: string): string {
  const { name } = askedZone(timezone);
  // Some versions of Node accept offsets such as +10:00, for which ClickHouse has no name.
  if (!/^[A-Z]/i.test(name)) throw new BadQuery(`'${timezone}' is not a timezone`);
  return name;
}

export const wallTimeOf = (instant: Date, timezone: string): WallTime => askedZone(timezone).wallTimeOf(instant);

/** The instant of a wall time. A time that daylight saving skips is taken an hour later; of a repeated time, the first is taken. */
export const instantOf = (wall: WallTime, timezone: string): Date => askedZone(timezone).instantOf(wall, 'later');

/** The first and the last wall time of a year of four digits. */
export const firstWall: WallTime = Date.parse('0000-01-01T00:00:00.000Z');
export const lastWall: WallTime = Date.parse('9999-12-31T23:59:59.999Z');

/** `YYYY-MM-DDTHH:mm:ss.SSS` */
export const formatWall = (wall: WallTime): string => new Date(wall).toISOString().slice(0, 23);

const dateTime = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Parses a date or a time. `whole` says that it was only a date: the caller decides whether that means its start or its end. */
export function parseWall(text: string, timezone: string): { wall: WallTime; whole: boolean } | null {
  const match = dateTime.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const milliseconds = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const date = new Date(0);
  // Date.UTC would take the year 50 for 1950.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const wall = date.setUTCHours(Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0), milliseconds);
  // A 30 February would silently be a day in March.
  if (date.getUTCDate() !== Number(day) || Number(month) > 12) return null;
  if (zone === undefined) return { wall, whole: hour === undefined };
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone === 'Z' ? '0000' : zone.slice(1).replace(':', '');
  const offset = sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000;
  return { wall: wallTimeOf(new Date(wall - offset), timezone), whole: false };
}

const fixed: Partial<Record<Granularity, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

/** Adds units to a wall time. 31 January plus one month is the last day of February. */
export function addUnits(wall: WallTime, unit: Granularity, count: number): WallTime {
  const length = fixed[unit];
  if (length !== undefined) return wall + count * length;
  const months = count * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1);
  const date = new Date(wall);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** The start of the unit that a wall time lies in. Weeks start on Monday. */
export function startOf(wall: WallTime, unit: Granularity): WallTime {
  const date = new Date(wall);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (unit) {
    case 'year':
      return Date.UTC(year, 0, 1);
    case 'quarter':
      return Date.UTC(year, month - (month % 3), 1);
    case 'month':
      return Date.UTC(year, month, 1);
    case 'week':
      return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7));
    default:
      return Math.floor(wall / fixed[unit]!) * fixed[unit]!;
  }
}

export const endOf = (wall: WallTime, unit: Granularity): WallTime => addUnits(startOf(wall, unit), unit, 1) - 1;
