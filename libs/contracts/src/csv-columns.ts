/** The days that files and corrections may name: the analytics engine's months and counted days end in 2149. */
export const earliestDay = '1900-01-01';
export const latestDay = '2148-12-31';

/**
 * How one column of an import file is written. Parsed, money is integer cents, dates are yyyy-MM-dd, instants ISO in UTC,
 * percent and number plain numbers, flags booleans; every other type is text.
 */
export interface CsvColumn {
  readonly type: 'id' | 'text' | 'email' | 'choice' | 'date' | 'instant' | 'money' | 'number' | 'integer' | 'flag';
  /** A value on every line. A column that is not required may be left out of the file. */
  readonly required: boolean;
  /** Characters at most, of texts. */
  readonly maxLength?: number;
  /** Of a text that names something: spaces around it, and another way to write its letters, name nothing else. */
  readonly isName?: true;
  /** Of a choice: upper and lower case are the same. */
  readonly values?: readonly string[];
  /** Least and greatest value: dollars of money, otherwise the column's own unit. */
  readonly min?: number;
  readonly max?: number;
  /** Only the last day of a month. */
  readonly monthEnd?: true;
  /** The first day of a date, where it is not `earliestDay`. */
  readonly earliest?: string;
  /** Not after today in Australia/Sydney. */
  readonly past?: true;
  /** What a text must look like, and the sentence for one that does not. */
  readonly pattern?: RegExp;
  readonly patternMessage?: string;
}

/** The same column with a value on every line. */
export const required = <Column extends CsvColumn>(column: Column): Column & { readonly required: true } => ({
  ...column,
  required: true,
});

/** An id of the fund: letters, digits, `-` and `_`, 40 at most. */
export const id = { type: 'id', required: false } as const satisfies CsvColumn;
export const text = (maxLength: number) => ({ type: 'text', required: false, maxLength }) as const;
export const name = (maxLength: number) => ({ ...text(maxLength), isName: true }) as const;
export const email = { type: 'email', required: false, maxLength: 254 } as const satisfies CsvColumn;
export const flag = { type: 'flag', required: false } as const satisfies CsvColumn;

export const choice = <const Values extends readonly string[]>(values: Values) =>
  ({ type: 'choice', required: false, values }) as const;

export const date = { type: 'date', required: false } as const satisfies CsvColumn;
export const pastDate = { ...date, past: true } as const satisfies CsvColumn;
/** A date that figures are counted by: the analytics engine's days begin in 1970. */
export const recentDate = { ...date, earliest: '1970-01-01' } as const satisfies CsvColumn;
export const monthEndDate = { ...recentDate, past: true, monthEnd: true } as const satisfies CsvColumn;
export const recentPastDate = { ...recentDate, past: true } as const satisfies CsvColumn;
/** Bounded as dates are: what is counted by it is counted by its day. */
export const pastInstant = {
  type: 'instant',
  required: false,
  past: true,
  earliest: '1970-01-01',
} as const satisfies CsvColumn;

/** Dollars and cents of a flow, or of a balance: a correction may be negative. */
export const money = { type: 'money', required: false } as const satisfies CsvColumn;
export const moneyFromZero = { ...money, min: 0 } as const satisfies CsvColumn;
export const number = { type: 'number', required: false } as const satisfies CsvColumn;
export const numberFromZero = { ...number, min: 0 } as const satisfies CsvColumn;
export const percent = { type: 'number', required: false, min: 0, max: 100 } as const satisfies CsvColumn;
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

/** What a cell of this column is once parsed. */
export type ValueOf<Column extends CsvColumn> = Column extends { required: true }
  ? ParsedValue<Column>
  : ParsedValue<Column> | null;

export const gender = choice(['Male', 'Female']);
export const state = choice(['NSW', 'QLD', 'SA', 'TAS', 'VIC', 'WA', 'NT', 'ACT']);
export const coverType = choice(['Death', 'TPD', 'SCI']);
export const coverFormula = {
  ...text(60),
  pattern: /^(\d+|\d+(\.\d+)? ?x ?salary|\d+(\.\d+)?% ?x ?salary ?x ?years to \d{2})$/i,
  patternMessage: "Write whole dollars, '3 x salary' or '15% x salary x years to 65'.",
} as const;
/** The fund's own number of a member. It identifies a person: errors name its line, never its value. */
export const memberNumber = required(name(40));

/** One table of the import and export of a fund's files. */
export interface CsvTableDefinition {
  /** What a row is, in the words of the import page. */
  readonly holds: string;
  readonly columns: Readonly<Record<string, CsvColumn>>;
  /** The columns that name a row: two lines of a file may not agree in all of them. */
  readonly key: readonly string[];
  /**
   * What says the platform that a row belongs to: its own `platformId` column, its plan, its campaign or its member; null: none.
   * Wherever it is not null, the import's `platformId` query or an extra `platformId` column may say it as well.
   */
  readonly platformBy: 'column' | 'plan' | 'campaign' | 'member' | null;
  /** Units of columns of this table, where neither the column's type nor its name gives the right one. */
  readonly units?: Readonly<Record<string, string>>;
  /** Examples of columns of this table, where those by column name do not fit. */
  readonly examples?: Readonly<Record<string, string>>;
}
