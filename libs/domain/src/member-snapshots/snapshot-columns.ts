import { day, decimal, flag, id, integer, orNull, row, text, type Shape } from '../shape.js';
import type { UnitName } from '../file-check/units.js';
import { riskProfiles } from '../scoring/investment-approach.js';

/**
 * One column of a member's snapshot. `cents` is integer cents (dollars and cents in a file), `percent` is 0 to 100, and `day` is
 * yyyy-MM-dd from 1970 on. Derived rows have the `derived` columns too: a stock also in months into which the snapshot is carried, a flow
 * only in its own month, because otherwise it would be counted twice.
 */
type SnapshotColumn =
  | {
      readonly kind: 'cents';
      readonly sign: 'any' | 'not negative';
      readonly derived?: 'stock' | 'flow';
      /** Where it is not plain dollars in a file. */
      readonly unit?: UnitName;
    }
  | { readonly kind: 'percent' | 'flag' }
  | { readonly kind: 'day'; readonly range: 'counted' }
  | { readonly kind: 'choice'; readonly values: readonly string[] };

/** A month's cash flow or a balance; corrections may be negative. */
const cents = { kind: 'cents', sign: 'any' } as const;
const centsFromZero = { kind: 'cents', sign: 'not negative' } as const;
const stock = { derived: 'stock' } as const;
const flow = { derived: 'flow', unit: 'dollarsInTheMonth' } as const;
const monthly = { unit: 'dollarsAMonth' } as const;
const percent = { kind: 'percent' } as const;
const yesOrNo = { kind: 'flag' } as const;
const dayFrom1970 = { kind: 'day', range: 'counted' } as const;
const choice = <const Values extends readonly string[]>(values: Values) => ({ kind: 'choice', values }) as const;

/**
 * The columns of a member's snapshot at a month's end, by the file's column names. The file's columns, the stored event's row, the raw
 * table, the copies in derived rows and the export follow from this declaration. The stored row has the same order, so append columns at
 * the end only. Covers and balances are as at month end; contributions, fees and premiums are the month's; salary is yearly; SCI cover is a
 * monthly benefit.
 */
export const snapshotColumns = {
  salary: { ...centsFromZero, ...stock, unit: 'dollarsAYear' },
  totalAssetsOwned: { ...cents, ...stock },
  employerContributions: { ...cents, ...flow },
  salarySacrifice: { ...cents, ...flow },
  personalContributions: { ...cents, ...flow },
  fees: { ...cents, ...flow },
  insurancePremium: { ...cents, ...stock, ...monthly },
  deathCover: { ...centsFromZero, ...stock },
  tpdCover: { ...centsFromZero, ...stock },
  sciCover: { ...centsFromZero, ...stock, ...monthly },
  deathPremium: { ...cents, ...monthly },
  tpdPremium: { ...cents, ...monthly },
  sciPremium: { ...cents, ...monthly },
  riskProfileName: choice(riskProfiles),
  growthExposure: percent,
  lifecycleInvestment: yesOrNo,
  beneficiaryNominationType: choice(['Binding', 'Non-binding', 'None']),
  nominationDate: dayFrom1970,
  nominationLapsing: yesOrNo,
  lastLogin: dayFrom1970,
} as const satisfies Readonly<Record<string, SnapshotColumn>>;

type Columns = typeof snapshotColumns;
export type SnapshotColumnName = keyof Columns;

/** In the order of the stored row. */
export const snapshotColumnNames = Object.keys(snapshotColumns) as SnapshotColumnName[];

const units = { cents: '_cents', percent: '_percent', flag: '', day: '', choice: '' } as const satisfies Record<
  SnapshotColumn['kind'],
  string
>;
type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> ? `_${Lowercase<First>}` : First}${SnakeCase<Rest>}`
  : '';

/** The raw table's column name, which includes the unit: a file's `salary` is `salary_cents`. */
export type StoredColumn<Name extends SnapshotColumnName = SnapshotColumnName> = Name extends SnapshotColumnName
  ? `${SnakeCase<Name>}${(typeof units)[Columns[Name]['kind']]}`
  : never;

export const storedColumn = <Name extends SnapshotColumnName>(name: Name): StoredColumn<Name> =>
  (name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) +
    units[snapshotColumns[name].kind]) as StoredColumn<Name>;

const fieldUnits = { cents: 'Cents', percent: 'Percent', flag: '', day: '', choice: '' } as const satisfies Record<
  SnapshotColumn['kind'],
  string
>;

/** The name in code, which includes the unit: a file's `salary` is `salaryCents`. */
export type SnapshotField<Name extends SnapshotColumnName = SnapshotColumnName> = Name extends SnapshotColumnName
  ? `${Name}${(typeof fieldUnits)[Columns[Name]['kind']]}`
  : never;

export const snapshotField = <Name extends SnapshotColumnName>(name: Name): SnapshotField<Name> =>
  `${name}${fieldUnits[snapshotColumns[name].kind]}` as SnapshotField<Name>;

/** A snapshot as the scoring rules read it. */
export type SnapshotFields = {
  [Name in SnapshotColumnName as SnapshotField<Name>]: ValueByKind[Columns[Name]['kind']] | null;
};

/** The columns that derived rows have too. */
export type DerivedSnapshotColumn = {
  [Name in SnapshotColumnName]: Columns[Name] extends { derived: string } ? Name : never;
}[SnapshotColumnName];

export const derivedSnapshotColumns = snapshotColumnNames.filter(
  (name): name is DerivedSnapshotColumn => 'derived' in snapshotColumns[name],
);

interface ValueByKind {
  cents: number;
  percent: number;
  flag: boolean;
  day: string;
  choice: string;
}

/** One member's values at a month's end, by the file's column names. Null is a blank cell. */
export type SnapshotValues = {
  readonly [Name in SnapshotColumnName]: ValueByKind[Columns[Name]['kind']] | null;
};

declare const made: unique symbol;
/** A snapshot as stored in a chunk event: the member's id and the values by position, which keeps thousands of rows compact. */
export type SnapshotRow = readonly [memberId: string, ...values: (string | number | boolean | null)[]] & {
  readonly [made]: true;
};

/** Makes a stored row from named values, so that columns cannot be swapped by mistake. Missing values become null. */
export const snapshotRow = (memberId: string, values: Partial<SnapshotValues>): SnapshotRow =>
  [memberId, ...snapshotColumnNames.map((name) => values[name] ?? null)] as unknown as SnapshotRow;

// A choice accepts any text, because a later release may offer more choices.
const shapesByKind = { cents: integer, percent: decimal, flag, day, choice: text } as const;

const shapeOf = ({ kind }: SnapshotColumn): Shape<unknown> => shapesByKind[kind];

/** The shape of a stored row, including longer rows with columns of a later release. */
export const storedSnapshotRow = row(
  id,
  ...snapshotColumnNames.map((name) => orNull(shapeOf(snapshotColumns[name]))),
) as Shape<readonly unknown[]> as Shape<SnapshotRow>;
