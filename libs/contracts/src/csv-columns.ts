import type { UnitName } from '@superscope/domain/file-check/units';

/** The range of days in files and corrections. The analytics engine's months and counted days end in 2149. */
export const earliestDay = '1900-01-01';
export const latestDay = '2148-12-31';

/**
 * How an import file writes one column. Once parsed, money is integer cents, dates are yyyy-MM-dd, instants are ISO in UTC, percent and
 * number are plain numbers, flags are booleans, and every other type is text.
 */
export interface CsvColumn {
  readonly type: 'id' | 'text' | 'email' | 'choice' | 'date' | 'instant' | 'money' | 'number' | 'integer' | 'flag';
  /** Whether every line needs a value. A file may leave out a column that is not required. */
  readonly required: boolean;
  /** Most characters of a text. */
  readonly maxLength?: number;
  /** True for a name or key: spaces around it, characters that cannot be seen and other encodings of its letters do not make it another one. */
  readonly isName?: true;
  /** True for a number or code by which something is found: NULL, N/A and the like stand for a missing one. A person's name may be Null. */
  readonly isCode?: true;
  /** Values of a choice. Upper and lower case are equal. */
  readonly values?: readonly string[];
  /** The unit of its values; undefined if they have none. */
  readonly unit?: UnitName;
  /** Revised seldom and little, so that a file which changes it by more than half is asked about; of a flag, any change. */
  readonly isSteady?: true;
  /** Least and greatest value, in dollars for money, otherwise in the column's own unit. */
  readonly min?: number;
  readonly max?: number;
  /** For a text that may have line breaks. Any other control character is refused in every text. */
  readonly lines?: 'several lines';
  /** True for a date of birth, which has its own earliest day: nobody is older than 110. */
  readonly ofBirth?: true;
  /** Only the last day of a month is valid. */
  readonly monthEnd?: true;
  /** The earliest valid day, if it is not `earliestDay`. */
  readonly earliest?: string;
  /** No day after today in Australia/Sydney is valid. */
  readonly past?: true;
  /** The pattern of a text, and the message for a text that does not match. */
  readonly pattern?: RegExp;
  readonly patternMessage?: string;
}

/** The same column, required. */
export const required = <Column extends CsvColumn>(column: Column): Column & { readonly required: true } => ({
  ...column,
  required: true,
});

/** The same column in another unit than its type says. */
export const inUnit = <Column extends CsvColumn>(unit: UnitName, column: Column): Column => ({ ...column, unit });
/** The same column, whose values are revised seldom and little. */
export const steady = <Column extends CsvColumn>(column: Column): Column => ({ ...column, isSteady: true });

/** An id given by the fund: letters, digits, `-` and `_`, at most 40 of them. */
export const id = { type: 'id', required: false } as const satisfies CsvColumn;
export const text = (maxLength: number) => ({ type: 'text', required: false, maxLength }) as const;
export const name = (maxLength: number) => ({ ...text(maxLength), isName: true }) as const;
export const code = (maxLength: number) => ({ ...name(maxLength), isCode: true }) as const;
export const lines = (maxLength: number) => ({ ...text(maxLength), lines: 'several lines' }) as const;
export const email = { type: 'email', required: false, maxLength: 254 } as const satisfies CsvColumn;
export const flag = { type: 'flag', required: false } as const satisfies CsvColumn;

export const choice = <const Values extends readonly string[]>(values: Values) =>
  ({ type: 'choice', required: false, values }) as const;

export const date = { type: 'date', required: false } as const satisfies CsvColumn;
export const pastDate = { ...date, past: true } as const satisfies CsvColumn;
export const birthDate = { ...pastDate, ofBirth: true } as const satisfies CsvColumn;
/** A date by which figures are counted. The analytics engine's days begin in 1970. */
export const recentDate = { ...date, earliest: '1970-01-01' } as const satisfies CsvColumn;
export const monthEndDate = { ...recentDate, past: true, monthEnd: true } as const satisfies CsvColumn;
export const recentPastDate = { ...recentDate, past: true } as const satisfies CsvColumn;
/** Has the bounds of a date, because figures count an instant by its day. */
export const pastInstant = {
  type: 'instant',
  required: false,
  past: true,
  earliest: '1970-01-01',
} as const satisfies CsvColumn;

/** Dollars and cents of a flow or a balance. A correction may be negative. */
export const money = { type: 'money', required: false, unit: 'dollars' as UnitName } as const satisfies CsvColumn;
export const moneyFromZero = { ...money, min: 0 } as const satisfies CsvColumn;
export const number = { type: 'number', required: false } as const satisfies CsvColumn;
export const percent = {
  type: 'number',
  required: false,
  min: 0,
  max: 100,
  unit: 'percent' as UnitName,
} as const satisfies CsvColumn;
export const integer = (min: number, max: number) => ({ type: 'integer', required: false, min, max }) as const;

interface ValueByType {
  id: string;
  text: string;
  email: string;
  choice: string;
  date: string;
  instant: string;
  money: number;
  number: number;
  integer: number;
  flag: boolean;
}

type ParsedValue<Column extends CsvColumn> = Column extends { type: 'choice'; values: readonly (infer Value)[] }
  ? Value
  : ValueByType[Column['type']];

/** A parsed cell of this column. */
export type ValueOf<Column extends CsvColumn> = Column extends { required: true }
  ? ParsedValue<Column>
  : ParsedValue<Column> | null;

export const gender = choice(['Male', 'Female']);
export const coverFormula = {
  ...name(60),
  pattern: /^(\d+|\d+(\.\d+)? ?x ?salary|\d+(\.\d+)?% ?x ?salary ?x ?years to \d{2})$/i,
  patternMessage: "Write whole dollars, '3 x salary' or '15% x salary x years to 65'.",
} as const;
/** The fund's number of a member. It identifies a person, so errors name its line and never its value. */
export const memberNumber = required(code(40));

/** One table of the import and export of a fund's files. */
export interface CsvTableDefinition {
  /** What a row is, in the wording of the import page. */
  readonly holds: string;
  readonly columns: Readonly<Record<string, CsvColumn>>;
  /** The columns that identify a row. Two lines of a file cannot have equal values in all of them, unless rows may repeat. */
  readonly key: readonly string[];
  /** Lines with the same key are separate: the nth of them is the nth thing of that kind. */
  readonly repeats?: true;
  /**
   * What determines a row's platform: its own `platformId` column, its plan, its campaign or its member; null if a row has no platform.
   * Unless it is null, the import's `platformId` query or an extra `platformId` column may also give the platform.
   */
  readonly platformBy: 'column' | 'plan' | 'campaign' | 'member' | null;
  /** Example values of columns whose usual example by name does not fit. */
  readonly examples?: Readonly<Record<string, string>>;
}
