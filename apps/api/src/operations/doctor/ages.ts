import { counted } from './findings.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A time span in its largest unit, such as '3 hours'. Never negative, because clocks differ a little. */
export function ageText(ms: number): string {
  if (ms >= 2 * dayMs) return counted(Math.floor(ms / dayMs), 'day');
  if (ms >= 2 * hourMs) return counted(Math.floor(ms / hourMs), 'hour');
  return counted(Math.max(0, Math.floor(ms / minuteMs)), 'minute');
}
