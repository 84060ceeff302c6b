import { earliestDay, latestDay, type CsvColumn } from '@superscope/contracts/csv-columns';
import { isIsoDate, monthEnd, monthOf, sydneyDate } from '@superscope/domain/calendar-dates';
import { birthProblem, earliestBirth } from '@superscope/domain/member/date-of-birth';
import { holdsControlCharacters } from '@superscope/domain/control-characters';
import { outsideIdPattern } from '@superscope/domain/outside-id';
import { holdsTaxFileNumber, noTaxFileNumbers } from '@superscope/domain/tax-file-number';
import { cleanText } from '@superscope/domain/text/clean-text';
import { parseInstant } from '../time/sydney-instant.js';
import { unguardFormula } from './formula-guard.js';
import { missingCodeProblem, missingNameProblem, missingProblem } from './missing-words.js';
import { brokenValueProblem, debrisProblem } from './spreadsheet-debris.js';
import { isSerialDay, writtenDay, writtenInstant } from './written-date.js';
import { writtenNumber } from './written-number.js';

export type CellValue = string | number | boolean | null;

/** Why a cell is invalid. The message never quotes the cell, which may say something about a person. */
export class CellProblem {
  constructor(readonly message: string) {}
}

/** The moment against which "not in the future" is checked. */
export interface Now {
  /** yyyy-MM-dd in Australia/Sydney. */
  today: string;
  /** ISO, UTC. */
  instant: string;
}

const problem = {
  required: new CellProblem('A value is required.'),
  id: new CellProblem('An id is up to 40 letters, digits, - and _, and begins with a letter or digit.'),
  controls: new CellProblem(
    'The text has a control character, such as a tab or a line break inside it. Remove it, or write the cell again.',
  ),
  lineControls: new CellProblem('The text has a control character. Remove it, or write the cell again.'),
  taxFileNumber: new CellProblem(noTaxFileNumbers),
  email: new CellProblem('This is not an e-mail address, like jo@mills.example. Correct it, or leave it blank.'),
  date: new CellProblem('Write a date that exists as yyyy-MM-dd or dd/MM/yyyy.'),
  dateWithTime: new CellProblem('This has a time of day. Write the date alone, as yyyy-MM-dd or dd/MM/yyyy.'),
  serialDate: new CellProblem(
    'A spreadsheet wrote the date as a number. Format the column as a date, so that it reads dd/MM/yyyy.',
  ),
  birth: new CellProblem(birthProblem),
  monthEnd: new CellProblem("The date must be a month's last day."),
  future: new CellProblem('The date cannot be in the future.'),
  instant: new CellProblem('Write a date and time as yyyy-MM-dd HH:mm or ISO 8601.'),
  money: new CellProblem(
    'Write dollars with at most two decimals, without $. Commas may stand between thousands only, like 1,234.50.',
  ),
  number: new CellProblem(
    'Write a number with at most eight decimals. Commas may stand between thousands only, like 1,234.50.',
  ),
  integer: new CellProblem('Write a whole number.'),
  flag: new CellProblem('Write Yes or No.'),
};

/** Parses a cell by its column; null if it is blank. Free text stays as it is; every other cell is cleaned of what cannot be seen. */
export function parseCell(column: CsvColumn, cell: string, now: Now): CellValue | CellProblem {
  if (cell === '') return column.required ? problem.required : null;
  const trimmed = cleanText(cell);
  if (trimmed === '') return column.required ? problem.required : null;
  switch (column.type) {
    case 'text':
    case 'id':
    case 'email':
      return writtenTextOf(column, cell, trimmed);
    default: {
      const value = valueOf(column, trimmed, now);
      if (!(value instanceof CellProblem)) return value;
      const broken = brokenValueProblem(trimmed) ?? missingProblem(trimmed, column.required) ?? lostCharacter(trimmed);
      return broken === null ? value : new CellProblem(broken);
    }
  }
}

function writtenTextOf(column: CsvColumn, cell: string, trimmed: string): CellValue | CellProblem {
  const text = unguardFormula(trimmed);
  const debris = debrisProblem(text) ?? keyProblem(column, text);
  if (debris !== null) return new CellProblem(debris);
  if (holdsTaxFileNumber(text)) return problem.taxFileNumber;
  switch (column.type) {
    case 'id':
      return outsideIdPattern.test(text) ? text : problem.id;
    case 'email':
      return text.length <= (column.maxLength ?? 254) && emailPattern.test(text) ? text : problem.email;
    default:
      return column.isName ? nameOf(column, text) : textOf(column, unguardFormula(cell));
  }
}

/** What a number, a code or a name cannot be. Free text may hold anything. */
function keyProblem({ type, isCode, isName, required }: CsvColumn, text: string): string | null {
  const missing =
    isCode || type !== 'text' ? missingCodeProblem(text, required) : isName ? missingNameProblem(text, required) : null;
  return missing ?? (isName || type !== 'text' ? lostCharacter(text) : null);
}

/** Programs write U+FFFD for a character that they could not read, so two people's numbers may become one. */
const lostCharacter = (text: string): string | null =>
  text.includes('\ufffd')
    ? 'A program replaced a character that it could not read. Enter the value again, and save the file as UTF-8.'
    : null;

function valueOf(column: CsvColumn, trimmed: string, now: Now): CellValue | CellProblem {
  switch (column.type) {
    case 'date':
      return dateOf(column, trimmed, now.today);
    case 'instant':
      return instantOf(column, trimmed, now.instant);
    case 'money': {
      const cents = parseCents(trimmed) ?? parseCents(writtenNumber(trimmed, 2) ?? '');
      return cents === null ? problem.money : within(column, cents, 100);
    }
    case 'number': {
      const number = numberPattern.test(trimmed) ? trimmed : (writtenNumber(trimmed, 8) ?? '');
      return numberPattern.test(number) ? within(column, Number(number) + 0, 1) : problem.number;
    }
    case 'integer': {
      const whole = integerPattern.test(trimmed) ? trimmed : (writtenNumber(trimmed, 0) ?? '');
      return integerPattern.test(whole) ? within(column, Number(whole) + 0, 1) : problem.integer;
    }
    case 'flag':
      return flags.get(trimmed.toLowerCase()) ?? problem.flag;
    default:
      return choiceOf(column.values ?? [], trimmed);
  }
}

const integerPattern = /^-?\d{1,9}$/;
const numberPattern = /^-?(\d{1,12}(\.\d{0,8})?|\.\d{1,8})$/;
const emailPattern = /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)*$/;

const flags = new Map([
  ['yes', true],
  ['true', true],
  ['1', true],
  ['no', false],
  ['false', false],
  ['0', false],
]);

function textOf({ maxLength, pattern, patternMessage, lines }: CsvColumn, text: string): string | CellProblem {
  if (maxLength !== undefined && text.length > maxLength)
    return new CellProblem(`The text is longer than ${maxLength} characters. Shorten it.`);
  if (holdsControlCharacters(text, lines)) return lines === undefined ? problem.controls : problem.lineControls;
  return pattern && !pattern.test(text) ? new CellProblem(patternMessage ?? 'The text is not as expected.') : text;
}

/**
 * Names and numbers are clean text: a member number with padding, or with an accent as a separate character, would be another person's.
 */
function nameOf(column: CsvColumn, written: string): CellValue | CellProblem {
  const text = written.trim();
  if (text === '') return column.required ? problem.required : null;
  return textOf(column, text);
}

function choiceOf(values: readonly string[], text: string): string | CellProblem {
  if (values.includes(text)) return text;
  const lower = text.toLowerCase();
  const found = values.find((value) => value.toLowerCase() === lower);
  return found ?? new CellProblem(`Write one of: ${values.join(', ')}.`);
}

/** Turns a leading dd/MM/yyyy into yyyy-MM-dd, and pads the one-digit hour that a spreadsheet may write after it. */
const isoDated = (text: string): string => {
  if (text.charCodeAt(1) !== slash && text.charCodeAt(2) !== slash) return text;
  const [all, day, month, year, hour] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d)(?=:))?/.exec(text) ?? [];
  if (all === undefined) return text;
  const time = `${hour === undefined ? '' : ` 0${hour}`}${text.slice(all.length)}`;
  return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}${time}`;
};

function dateOf(column: CsvColumn, text: string, today: string): string | CellProblem {
  const date = isoDay(text);
  if (date instanceof CellProblem) return date;
  if (column.ofBirth) return birthOf(date, today);
  if (!isWithinYears(column, date)) return yearProblem(column);
  if (column.monthEnd && date !== monthEnd(monthOf(date))) return problem.monthEnd;
  return column.past && date > today ? problem.future : date;
}

function isoDay(text: string): string | CellProblem {
  const date = isoDated(text);
  if (isIsoDate(date)) return date;
  const written = writtenDay(text.charCodeAt(0) === apostrophe ? text.slice(1) : text);
  if (written === 'time') return problem.dateWithTime;
  return written ?? (isSerialDay(text) ? problem.serialDate : problem.date);
}

function birthOf(date: string, today: string): string | CellProblem {
  if (date > today) return problem.future;
  return date < earliestBirth(today) ? problem.birth : date;
}

/** Both the date as written and the day in Sydney must be within the years: an offset moves an instant by up to a day. */
function instantOf(column: CsvColumn, text: string, now: string): string | CellProblem {
  const dated = isoDated(text);
  const written = parseInstant(dated) === null ? (writtenInstant(text) ?? dated) : dated;
  const date = written.slice(0, 10);
  if (isIsoDate(date) && !isWithinYears(column, date)) return yearProblem(column);
  const instant = parseInstant(written);
  if (instant === null) return problem.instant;
  if (column.past && Date.parse(instant) > Date.parse(now)) return problem.future;
  return isWithinYears(column, sydneyDate(instant)) ? instant : yearProblem(column);
}

const earliestOf = ({ earliest = earliestDay }: CsvColumn): string => earliest;
const isWithinYears = (column: CsvColumn, date: string): boolean => date >= earliestOf(column) && date <= latestDay;
const yearProblem = (column: CsvColumn) =>
  new CellProblem(`The year must be between ${earliestOf(column).slice(0, 4)} and ${latestDay.slice(0, 4)}.`);

/** The exact cents of a decimal number of dollars; null if it has more than two decimals or is not a number. */
export function parseCents(text: string): number | null {
  const first = text.charCodeAt(0) === minus ? 1 : 0;
  let units = 0;
  let digits = 0;
  let point = -1;
  // Parsed by hand: a file of a million lines has fifteen million of these.
  for (let i = first; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code >= zero && code <= nine) {
      units = units * 10 + (code - zero);
      digits += 1;
    } else if (code === fullStop && point === -1) point = i;
    else return null;
  }
  const decimals = point === -1 ? 0 : text.length - point - 1;
  if (digits === 0 || decimals > 2 || digits - decimals > 13) return null;
  const cents = units * (decimals === 0 ? 100 : decimals === 1 ? 10 : 1);
  return first === 1 && cents !== 0 ? -cents : cents;
}

const apostrophe = 39;
const minus = 45;
const fullStop = 46;
const slash = 47;
const zero = 48;
const nine = 57;

/** `unitsPerOne` converts the column's limits to the value's unit, such as dollars to cents. */
function within({ min, max }: CsvColumn, value: number, unitsPerOne: number): number | CellProblem {
  if (min !== undefined && value < min * unitsPerOne)
    return min === 0 ? new CellProblem('Cannot be negative.') : new CellProblem(`The least is ${min}.`);
  if (max !== undefined && value > max * unitsPerOne) return new CellProblem(`The most is ${max}.`);
  return value;
}
