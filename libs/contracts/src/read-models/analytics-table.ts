import { z } from 'zod';

/** A column's ClickHouse type, and the shape of a value that is written into it. */
export interface Column<Value = unknown> {
  readonly type: string;
  readonly shape: z.ZodType<Value>;
}

const column = <Value>(type: string, shape: z.ZodType<Value>): Column<Value> => ({ type, shape });

/** Integers up to 2^64 - 1, which a number does not hold exactly. */
const wholeNumber = z.union([z.string(), z.number(), z.bigint()]);

// The types that the product's columns have. Money is integer cents, scores are millionths, instants are UTC.
export const text = column('String', z.string());
/** Text of few different values. */
export const category = column('LowCardinality(String)', z.string());
export const optionalCategory = column('LowCardinality(Nullable(String))', z.string().nullable());
export const oneOf = <const Value extends string>(values: readonly Value[]): Column<Value> =>
  column('LowCardinality(String)', z.enum(values));
export const uuid = column('UUID', z.string());
/** yyyy-MM-dd from 1970 to 2149. */
export const day = column('Date', z.string());
export const optionalDay = column('Nullable(Date)', z.string().nullable());
/** yyyy-MM-dd from 1900 to 2299: people are born, and join funds, before 1970. */
export const longDay = column('Date32', z.string());
export const optionalLongDay = column('Nullable(Date32)', z.string().nullable());
/** 'YYYY-MM-DD HH:mm:ss.SSS': such texts sort as the instants follow each other. */
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
export const integer = column('Int32', z.number());
export const decimal = column('Float64', z.number());
export const optionalDecimal = column('Nullable(Float64)', z.number().nullable());
export const optionalAge = column('Nullable(UInt8)', z.number().nullable());
export const yesOrNo = column<0 | 1>('UInt8', z.union([z.literal(0), z.literal(1)]));
export const optionalYesOrNo = column<0 | 1 | null>(
  'Nullable(UInt8)',
  z.union([z.literal(0), z.literal(1)]).nullable(),
);
/** 1 yes, 0 no, 2 not known: in neither the numerator nor the denominator of its share. */
export type Flag = 0 | 1 | 2;
export const flag = column<Flag>('UInt8', z.union([z.literal(0), z.literal(1), z.literal(2)]));
export const version = column('UInt64', z.string());
export const bigNumber = column('UInt64', wholeNumber);

export type Columns = Readonly<Record<string, Column>>;

/** A ClickHouse table that projections or a derivation fill, declared once for all who use it. */
export interface AnalyticsTable<
  Name extends string = string,
  Kind extends string = string,
  Of extends Columns = Columns,
> extends Layout<string> {
  readonly table: Name;
  /** The kind of change that browsers hear of when rows change. */
  readonly announces: Kind;
  /** In the order in which rows are written. */
  readonly columns: Of;
}

/** How a table's rows are stored; `Column` names its columns. */
interface Layout<Column extends string> {
  /** ORDER BY. Of rows with the same key the engine keeps one. */
  readonly key: readonly Column[];
  /** The column by which the newest of such rows is kept, and the one that marks it as deleted; without them any is kept. */
  readonly newestBy?: readonly Column[];
  /** False: rows are written once and never merged, so that a question needs no FINAL. */
  readonly merges?: boolean;
  /** An expression; without it the table has one partition. */
  readonly partitionBy?: string;
  /** Data skipping indexes by column, for what is searched by other columns than the key. */
  readonly indexes?: { readonly [Name in Column]?: string };
  /** Rows between two marks of an index, where single rows are looked for; without it the engine's 8,192. */
  readonly rowsPerMark?: number;
  /** True: of the log of events itself rather than of any plan, so a plan as it stood at a past moment has none of it. */
  readonly ofTheLog?: true;
  /** True: its rows say that an event was applied, so they are written once everything else of the event is. */
  readonly writtenLast?: true;
  /** The table whose rows name which rows of this one count, and the columns by which they do. */
  readonly countedBy?: { readonly table: string; readonly columns: readonly Column[] };
}

export const analyticsTable = <const Name extends string, const Kind extends string, const Of extends Columns>(
  table: { readonly table: Name; readonly announces: Kind; readonly columns: Of } & Layout<keyof Of & string>,
): AnalyticsTable<Name, Kind, Of> => table;

/** A row as it is written. */
export type RowOf<Table> =
  Table extends AnalyticsTable<string, string, infer Of>
    ? { -readonly [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never }
    : never;

const names = new WeakMap<Columns, readonly string[]>();

/** Names of a table's columns, in the order in which rows are written: the very same list each time. */
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
