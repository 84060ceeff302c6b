import { isIsoDate, monthEnd, monthOf } from '../calendar-dates.js';
import { holdsTaxFileNumber } from '../tax-file-number.js';

/** A value that a refused cell may have meant. A guess could as well be another one, so it is never taken together with others. */
export interface NearValue {
  value: string;
  isGuess: boolean;
}

/** What is known of the cell's column. */
export interface RefusedColumn {
  readonly type: 'id' | 'text' | 'email' | 'choice' | 'date' | 'instant' | 'money' | 'number' | 'integer' | 'flag';
  /** The values of a choice. */
  readonly values?: readonly string[];
  /** The ids that the cell may name; undefined if it may hold any. */
  readonly known?: Iterable<string>;
  /** Whether the column takes a value. */
  readonly accepts: (text: string) => boolean;
}

/**
 * The one value near a refused cell that its column accepts; null if there is none, or several. A cell that names a tax file number has
 * none, because a part of the number would be repeated.
 */
export function nearValue(cell: string, column: RefusedColumn): NearValue | null {
  const written = cell.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
  if (written === '' || written.length > longestCell || holdsTaxFileNumber(cell)) return null;
  const fits = ({ value }: NearValue) => value !== cell && column.accepts(value);
  return nearOf(written, column).find(fits) ?? null;
}

/** Longer cells are texts, to which nothing is near. */
const longestCell = 200;

const sure = (value: string): NearValue => ({ value, isGuess: false });
const guess = (value: string): NearValue => ({ value, isGuess: true });

/** Nearest first. */
function nearOf(written: string, { type, values = [], known }: RefusedColumn): NearValue[] {
  switch (type) {
    case 'choice':
      return oneOf(written, values);
    case 'flag':
      return oneOf(written, ['Yes', 'No']);
    case 'money':
    case 'number':
    case 'integer':
      return [sure(plainNumber(written))];
    case 'date':
      return days(written);
    case 'instant':
      return [sure(asDigits(written))];
    case 'email':
      return [sure(written.replace(/^mailto:/i, '').replaceAll(/\s+/g, ''))];
    default:
      return known === undefined ? [sure(written), sure(written.replace(/^'+/, ''))] : oneOfIds(written, known);
  }
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** The value that differs only in case and signs; the only one that begins like this; or the nearest one within two letters. */
function oneOf(written: string, values: readonly string[]): NearValue[] {
  const key = bare(written);
  if (key === '') return [];
  const same = only(values, (value) => bare(value) === key);
  if (same !== null) return [sure(same)];
  const begun = only(values, (value) => bare(value).startsWith(key));
  if (begun !== null) return [sure(begun)];
  const near = nearest(key, values, bare, Math.min(2, Math.floor(key.length / 2)));
  return near === null ? [] : [sure(near)];
}

/** An id that only looks different is meant. One with another letter may as well be another plan, so it is a guess. */
function oneOfIds(written: string, known: Iterable<string>): NearValue[] {
  const ids = [...known];
  const look = lookOf(written);
  const same = only(ids, (id) => lookOf(id) === look);
  if (same !== null) return [sure(same)];
  const near = look.length < 4 ? null : nearest(look, ids, lookOf, 1);
  return near === null ? [] : [guess(near)];
}

const lookOf = (text: string): string => bare(asDigits(text));

function only(values: readonly string[], fits: (value: string) => boolean): string | null {
  const found = new Set(values.filter(fits));
  return found.size === 1 ? [...found][0]! : null;
}

/** The only value at the least distance; null if it is further away than `most`. */
function nearest(
  key: string,
  values: readonly string[],
  keyOf: (value: string) => string,
  most: number,
): string | null {
  let least = most;
  let found: string | null = null;
  for (const value of new Set(values)) {
    const far = distance(key, keyOf(value), least);
    if (far > least) continue;
    found = far === least && found !== null ? null : value;
    // Two at the same distance: only a nearer one decides.
    if (found === null) least = far - 1;
    else least = far;
    if (least < 0) return null;
  }
  return found;
}

/** How many letters are to be inserted, left out or replaced to make one text of the other; more than `most` if it is more than that. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = row[to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[to]! + 1, next[to - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}

/** Letters that are taken for digits, as digits. */
const asDigits = (text: string): string => text.replaceAll(/[oO]/g, '0').replaceAll(/[lI|]/g, '1');

/** A number without what people and programs write around it: spaces, dollars, the brackets or the minus behind of a negative one. */
function plainNumber(written: string): string {
  const text = asDigits(written.replaceAll(/\s+|AUD|A?\$/g, '')).replaceAll('\u2212', '-');
  const [, bracketed] = /^\((.+)\)$/.exec(text) ?? [];
  if (bracketed !== undefined) return `-${bracketed}`;
  const [, before] = /^([^-]+)-$/.exec(text) ?? [];
  return before === undefined ? text : `-${before}`;
}

const pad = (part: string) => part.padStart(2, '0');
const asPeopleWrite = (date: string): string => date.split('-').toReversed().join('/');

/**
 * The day that is written with other signs, or with letters for digits. Days that do not exist become the month's last, days within a month
 * the month's end, and the American order is turned: those are guesses.
 */
function days(written: string): NearValue[] {
  const parts = asDigits(written).split(/[\s./\\,_-]+/);
  const [first = '', month = '', last = ''] = parts;
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return [];
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  if (year.length !== 4 || day.length > 2 || month.length > 2) return [];
  const date = `${year}-${pad(month)}-${pad(day)}`;
  const firstOf = (of: string) => `${year}-${pad(of)}-01`;
  if (isIsoDate(date)) return [sure(asPeopleWrite(date)), guess(asPeopleWrite(monthEnd(monthOf(date))))];
  if (isIsoDate(firstOf(month)) && Number(day) > 0 && Number(day) <= 31)
    return [guess(asPeopleWrite(monthEnd(monthOf(firstOf(month)))))];
  const turned = `${year}-${pad(day)}-${pad(month)}`;
  return isIsoDate(turned) ? [guess(asPeopleWrite(turned))] : [];
}
