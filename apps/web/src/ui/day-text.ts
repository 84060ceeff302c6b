import { isIsoDate } from '@superscope/contracts/sydney-time';

/** Day, month and year with slashes, dots, hyphens or spaces between them, or as eight digits. */
const written = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})$|^(\d{2})(\d{2})(\d{4})$/;
/** The same before hours and minutes of 24 hours, or twelve digits. */
const writtenWithTime = /^(.+?)[\s,]+(\d{1,2})[:.](\d{2})$|^(\d{8})(\d{2})(\d{2})$/;

const partsOf = (text: string): [day: string, hour: string, minute: string] => {
  const [, day, hour, minute, ...digits] = writtenWithTime.exec(text.trim()) ?? [];
  return [day ?? digits[0] ?? '', hour ?? digits[1] ?? '', minute ?? digits[2] ?? ''];
};

const isoOf = (text: string): string | undefined => {
  const [, d1, m1, y1, d2, m2, y2] = written.exec(text.trim()) ?? [];
  const [day, month, year] = [d1 ?? d2, m1 ?? m2, y1 ?? y2];
  return year === undefined ? undefined : `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
};

/** Converts a typed `dd/MM/yyyy` to yyyy-MM-dd; null if there is no such day. */
export function dayOf(text: string): string | null {
  const iso = isoOf(text);
  return iso !== undefined && isIsoDate(iso) ? iso : null;
}

/** Converts a typed `dd/MM/yyyy HH:mm` to yyyy-MM-ddTHH:mm; null if there is no such day or time. */
export function dayTimeOf(text: string): string | null {
  const [day, hour, minute] = partsOf(text);
  const iso = dayOf(day);
  if (iso === null || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${iso}T${hour.padStart(2, '0')}:${minute}`;
}

/** yyyy-MM-dd as dd/MM/yyyy, and yyyy-MM-ddTHH:mm as dd/MM/yyyy HH:mm. */
export function dayText(iso: string): string {
  const [day = '', time] = [iso.slice(0, 10), iso.slice(11)];
  const text = day.split('-').reverse().join('/');
  return time === '' ? text : `${text} ${time}`;
}

/** Says why a text is not the date that somebody typed: `31/02/2026 is not a date`. */
export const notADate = (text: string): string => `${text.trim().slice(0, 40)} is not a date`;

/** Whether a text is written like a day, or a day and a time, although there may be no such day. */
export const isWrittenOut = (text: string): boolean =>
  isoOf(text) !== undefined || isoOf(partsOf(text)[0]) !== undefined;
