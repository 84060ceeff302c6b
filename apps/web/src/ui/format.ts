import { sydneyDate, sydneyTime } from '@superscope/contracts/sydney-time';

// Everything a person reads is written the Australian way, whatever the browser's own locale.
const LOCALE = 'en-AU';

export const number = (value: number, digits = 0) =>
  value.toLocaleString(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** `ratio` 0.461 becomes 46.1%. */
export const percent = (ratio: number, digits = 1) => `${number(ratio * 100, digits)}%`;

/** 46.1 of a hundred becomes 46.1%. */
export const share = (of100: number, digits = 1) => `${number(of100, digits)}%`;

/** Whole dollars, such as $98,640. */
export const dollars = (amount: number) =>
  amount.toLocaleString(LOCALE, { style: 'currency', currency: 'AUD', maximumFractionDigits: 0 });

/** A large amount in few digits: $126.7M, $841.3K, $512. */
export function shortDollars(amount: number) {
  const size = Math.abs(amount);
  // Below these limits the rounded figure still belongs to the smaller unit: $999,960 is $1.0M.
  if (size >= 999_950_000) return `${dollarsWith(amount / 1e9)}B`;
  if (size >= 999_950) return `${dollarsWith(amount / 1e6)}M`;
  if (size >= 10_000) return `${dollarsWith(amount / 1e3)}K`;
  return dollars(amount);
}
const dollarsWith = (amount: number) =>
  amount.toLocaleString(LOCALE, {
    style: 'currency',
    currency: 'AUD',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });

/** `2025-03-11` (or a longer text without a time zone) becomes 11/03/2025, and an instant its day in Sydney. */
export function date(iso: string): string {
  const day = /T.*(Z|[+-]\d\d:\d\d)$/.test(iso) ? sydneyDate(iso) : iso;
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

/** A day as `date` writes it, or 'as at today' for one that is still to come: the end of a running month. */
export const dayOrToday = (iso: string, today = sydneyToday()): string => (iso > today ? 'as at today' : date(iso));

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const LONG_MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** `2025-03` (or a longer ISO text) becomes Mar 2025. */
export const month = (iso: string) => `${MONTHS[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`;
export const longMonth = (iso: string) => `${LONG_MONTHS[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`;

/** The date in Sydney as `yyyy-MM-dd`: "today" for every as-at date. */
export const sydneyToday = (now: Date = new Date()): string => sydneyDate(now);

/** An instant as clocks in Sydney show it, `yyyy-MM-ddTHH:mm`: the value of a field for date and time. */
export const sydneyField = (instant: string): string => `${sydneyDate(instant)}T${sydneyTime(instant)}`;

/** An instant as dd/MM/yyyy HH:mm in Sydney; a text that is not an instant is returned unchanged. */
export function dateTime(instant: string) {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? instant : `${date(sydneyDate(at))} ${sydneyTime(at)}`;
}

/** The same with seconds, which are the same in every time zone. */
export const momentTime = (instant: string) => `${dateTime(instant)}:${new Date(instant).toISOString().slice(17, 19)}`;

/** The instant of a date-and-time field's text, in Sydney's time; null for an invalid text. */
export function sydneyInstant(field: string): string | null {
  const asIfUtc = Date.parse(`${field}Z`);
  if (Number.isNaN(asIfUtc)) return null;
  const offset = Date.parse(`${sydneyField(new Date(asIfUtc).toISOString())}Z`) - asIfUtc;
  return new Date(asIfUtc - offset).toISOString();
}
