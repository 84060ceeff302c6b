import { z } from 'zod';

/** A column's ClickHouse type, and the shape of the values written into it. */
export interface Column<Value = unknown> {
  readonly type: string;
  readonly shape: z.ZodType<Value>;
}

const column = <Value>(type: string, shape: z.ZodType<Value>): Column<Value> => ({ type, shape });

/** Integers up to 2^64 - 1, which a number cannot hold exactly. */
const wholeNumber = z.union([z.string(), z.number(), z.bigint()]);

// The column types of the product. Money is integer cents, scores are millionths, instants are UTC.
export const text = column('String', z.string());
/** Text with few distinct values. */
export const category = column('LowCardinality(String)', z.string());
export const optionalCategory = column('LowCardinality(Nullable(String))', z.string().nullable());
export const oneOf = <const Value extends string>(values: readonly Value[]): Column<Value> =>
  column('LowCardinality(String)', z.enum(values));
export const uuid = column('UUID', z.string());
/** yyyy-MM-dd from 1970 to 2149. */
export const day = column('Date', z.string());
export const optionalDay = column('Nullable(Date)', z.string().nullable());
/** yyyy-MM-dd from 1900 to 2299, for dates of birth and of joining a fund, which may be before 1970. */
export const longDay = column('Date32', z.string());
export const optionalLongDay = column('Nullable(Date32)', z.string().nullable());
/** 'YYYY-MM-DD HH:mm:ss.SSS'. Such texts sort in the order of their instants. */
export const instant = column("DateTime64(3, 'UTC')", z.string());
export const cents = column('Int64', z.number());
export const optionalCents = column('Nullable(Int64)', z.number().nullable());
/** Cents times a factor, computed exactly. */
export const factoredCents = column('Int64', z.bigint());
export const optionalFactoredCents = column('Nullable(Int64)', z.bigint().nullable());
export const optionalMillionths = column('Nullable(Int32)', z.number().nullable());
export const count = column('UInt32', z.number());
export const optionalBigNumber = column('Nullable(UInt64)', z.number().nullable());
export const texts = column('Array(String)', z.array(z.string()).readonly());
/** Numbers up to 255, and up to 2^32 - 1. */
export const smallCounts = column('Array(UInt8)', z.array(z.number()).readonly());
export const wholeCounts = column('Array(UInt32)', z.array(z.number()).readonly());
export const integer = column('Int32', z.number());
export const decimal = column('Float64', z.number());
export const optionalDecimal = column('Nullable(Float64)', z.number().nullable());
export const optionalAge = column('Nullable(UInt8)', z.number().nullable());
export const yesOrNo = column<0 | 1>('UInt8', z.union([z.literal(0), z.literal(1)]));
export const optionalYesOrNo = column<0 | 1 | null>(
  'Nullable(UInt8)',
  z.union([z.literal(0), z.literal(1)]).nullable(),
);
/** 1 yes, 0 no, 2 unknown. An unknown value is in neither the numerator nor the denominator of a share. */
export type Flag = 0 | 1 | 2;
export const flag = column<Flag>('UInt8', z.union([z.literal(0), z.literal(1), z.literal(2)]));
export const version = column('UInt64', z.string());
export const bigNumber = column('UInt64', wholeNumber);

export type Columns = Readonly<Record<string, Column>>;

/** A ClickHouse table that projections or a derivation fill, declared once for all code that uses it. */
export interface AnalyticsTable<
  Name extends string = string,
  Kind extends string = string,
  Of extends Columns = Columns,
> extends Layout<string> {
  readonly table: Name;
  /** The kind of change that is announced to browsers when rows change. */
  readonly announces: Kind;
  /** Columns in the order in which rows are written. */
  readonly columns: Of;
}

/** How a table's rows are stored; `Column` names its columns. */
interface Layout<Column extends string> {
  /** ORDER BY. The engine keeps one of the rows with the same key. */
  readonly key: readonly Column[];
  /**
   * The version column, by which the newest of these rows is kept, and the column that marks it as deleted. Without them the engine keeps
   * any row.
   */
  readonly newestBy?: readonly Column[];
  /** False: rows are written once and never merged, so queries need no FINAL. */
  readonly merges?: boolean;
  /** An SQL expression. Without it the table has one partition. */
  readonly partitionBy?: string;
  /** Data skipping indexes by column, for searches by columns outside the key. */
  readonly indexes?: { readonly [Name in Column]?: string };
  /** Rows between two marks of the index, fewer for tables in which single rows are searched; 8,192 by default, as the engine has it. */
  readonly rowsPerMark?: number;
  /** True: the table is about the log of events itself and not about any plan, so a plan as it stood at a past moment has no such table. */
  readonly ofTheLog?: true;
  /** True: a row says that its event was applied, so it is written after everything else of the event. */
  readonly writtenLast?: true;
  /** The table whose rows decide which rows of this one count, and the columns that link the two. */
  readonly countedBy?: { readonly table: string; readonly columns: readonly Column[] };
}

export const analyticsTable = <const Name extends string, const Kind extends string, const Of extends Columns>(
  table: { readonly table: Name; readonly announces: Kind; readonly columns: Of } & Layout<keyof Of & string>,
): AnalyticsTable<Name, Kind, Of> => table;

/** A row to be written. */
export type RowOf<Table> =
  Table extends AnalyticsTable<string, string, infer Of>
    ? { -readonly [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never }
    : never;

const names = new WeakMap<Columns, readonly string[]>();

/** Names of a table's columns, in the order in which rows are written. Every call for a table returns the same array. */
export function columnsOf<Of extends Columns>({ columns }: { readonly columns: Of }): readonly (keyof Of & string)[] {
  const known = names.get(columns) ?? Object.keys(columns);
  names.set(columns, known);
  return known;
}

/** A row's values, in the order in which rows are written. */
export const valuesOf = <Of extends Columns>(
  table: AnalyticsTable<string, string, Of>,
  row: RowOf<AnalyticsTable<string, string, Of>>,
): unknown[] => columnsOf(table).map((name) => row[name]);
