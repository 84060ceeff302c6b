import { sydneyDate, sydneyTime } from '@superscope/contracts/sydney-time';

// Everything a person reads is written the Australian way, whatever the browser's own locale.
const LOCALE = 'en-AU';

/** Kept, because making one takes tens of times as long as writing a number, and a report writes thousands. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(digits: number, style: 'decimal' | 'currency'): Intl.NumberFormat {
  const key = `${style} ${digits}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const fractions = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const made = new Intl.NumberFormat(LOCALE, { style, ...(style === 'currency' && { currency: 'AUD' }), ...fractions });
  formats.set(key, made);
  return made;
}

export const number = (value: number, digits = 0) => formatOf(digits, 'decimal').format(value);

/** `ratio` 0.461 becomes 46.1%. */
export const percent = (ratio: number, digits = 1) => `${number(ratio * 100, digits)}%`;

/** 46.1 of a hundred becomes 46.1%. */
export const share = (of100: number, digits = 1) => `${number(of100, digits)}%`;

/** Whole dollars, such as $98,640. */
export const dollars = (amount: number) => formatOf(0, 'currency').format(amount);

/** Dollars and cents with a true minus, such as $1,234.50. */
export const money = (amount: number, digits = 2) => `${amount < 0 ? '−' : ''}$${number(Math.abs(amount), digits)}`;

/** The same without cents where there are none, such as $92,000. */
export const trimmedMoney = (amount: number) => money(amount, Number.isInteger(amount) ? 0 : 2);

/** Units of large amounts. Below each limit the rounded amount still belongs to the smaller unit: $999,960 is $1.0M. */
const UNITS = [
  { from: 999_950_000, of: 1e9, sign: 'B' },
  { from: 999_950, of: 1e6, sign: 'M' },
  { from: 10_000, of: 1e3, sign: 'K' },
] as const;
const unitOf = (amount: number) => UNITS.find(({ from }) => Math.abs(amount) >= from);

/** A large amount in few digits: $126.7M, $841.3K, $512. */
export function shortDollars(amount: number) {
  const unit = unitOf(amount);
  return unit ? `${dollarsWith(amount / unit.of)}${unit.sign}` : dollars(amount);
}

/** A large amount with its margin, if it has one, in the same unit and rounded up: $6.1M ± $0.4M. */
export function shortDollarsWithin(amount: number, margin: number) {
  if (margin === 0) return shortDollars(amount);
  const unit = unitOf(Math.max(Math.abs(amount), margin));
  if (!unit) return `${dollars(amount)} ± ${dollars(Math.ceil(margin))}`;
  const inUnit = (value: number) => `${dollarsWith(value)}${unit.sign}`;
  return `${inUnit(amount / unit.of)} ± ${inUnit(ceilTo(margin / unit.of, 1))}`;
}

/** Rounded up, so that a margin never reads 0 unless it is. A sum of doubles may be a little over its last digit. */
export const ceilTo = (value: number, digits: number) =>
  Math.max(0, Math.ceil(value * 10 ** digits - 1e-9)) / 10 ** digits;

const dollarsWith = (amount: number) => formatOf(1, 'currency').format(amount);

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
