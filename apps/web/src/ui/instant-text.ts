import { isIsoDate } from '@superscope/contracts/sydney-time';
import { sydneyInstant } from './format';

const written = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * The instant (ISO, UTC) that an address gives: an ISO instant, or a day or time of Sydney. Null for any other text: browsers take
 * 31 February for 3 March.
 */
export function instantOf(text: string): string | null {
  const [, day, hour, zone] = written.exec(text) ?? [];
  if (day === undefined || !isIsoDate(day)) return null;
  if (zone === undefined) return sydneyInstant(hour === undefined ? `${day}T00:00` : text);
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
