import { day, decimal, flag, id, integer, orNull, row, text, type Shape } from '../shape.js';
import { riskProfiles } from '../scoring/investment-approach.js';

/**
 * One column of a member's snapshot. Kinds: `cents` is integer cents (dollars and cents in a file), `percent` 0 to 100, `day`
 * yyyy-MM-dd from 1970 on, which figures are counted by.
 */
export type SnapshotColumn =
  | { readonly kind: 'cents'; readonly sign: 'any' | 'not negative' }
  | { readonly kind: 'percent' | 'flag' | 'day' }
  | { readonly kind: 'choice'; readonly values: readonly string[] };

/** A flow of a month, or a balance: a correction may be negative. */
const cents = { kind: 'cents', sign: 'any' } as const;
const centsFromZero = { kind: 'cents', sign: 'not negative' } as const;
const percent = { kind: 'percent' } as const;
const yesOrNo = { kind: 'flag' } as const;
const dayFrom1970 = { kind: 'day' } as const;
const choice = <const Values extends readonly string[]>(values: Values) => ({ kind: 'choice', values }) as const;

/**
 * What a fund's file says of a member at a month's end, by the file's column names. The one declaration: the file's columns, the
 * stored event's row, the raw table and the export follow from it. Its order is the order of the stored row and only ever grows at
 * its end. Covers and balances are those at month end, contributions, fees and premiums those of the month, salary a year, SCI
 * cover a benefit a month.
 */
export const snapshotColumns = {
  salary: centsFromZero,
  totalAssetsOwned: cents,
  employerContributions: cents,
  salarySacrifice: cents,
  personalContributions: cents,
  fees: cents,
  insurancePremium: cents,
  deathCover: centsFromZero,
  tpdCover: centsFromZero,
  sciCover: centsFromZero,
  deathPremium: cents,
  tpdPremium: cents,
  sciPremium: cents,
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

/** The raw table's column, whose name carries the unit: `salary` of a file is `salary_cents`. */
export type StoredColumn<Name extends SnapshotColumnName = SnapshotColumnName> = Name extends SnapshotColumnName
  ? `${SnakeCase<Name>}${(typeof units)[Columns[Name]['kind']]}`
  : never;

export const storedColumn = <Name extends SnapshotColumnName>(name: Name): StoredColumn<Name> =>
  (name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) +
    units[snapshotColumns[name].kind]) as StoredColumn<Name>;

interface ValueByKind {
  cents: number;
  percent: number;
  flag: boolean;
  day: string;
  choice: string;
}

/** One member's position at a month's end, by the file's columns; null is blank in the file. */
export type SnapshotValues = {
  readonly [Name in SnapshotColumnName]: ValueByKind[Columns[Name]['kind']] | null;
};

declare const made: unique symbol;
/** A snapshot as a chunk event stores it: the member's id and values by place, because a plan-month has thousands of rows. */
export type SnapshotRow = readonly (string | number | boolean | null)[] & { readonly [made]: true };

/** The only way to make a row: places cannot be exchanged by mistake. What is not given is null. */
export const snapshotRow = (memberId: string, values: Partial<SnapshotValues>): SnapshotRow =>
  [memberId, ...snapshotColumnNames.map((name) => values[name] ?? null)] as unknown as SnapshotRow;

// A choice is any text: a later release may offer more of them.
const shapesByKind = { cents: integer, percent: decimal, flag, day, choice: text } as const;

const shapeOf = ({ kind }: SnapshotColumn): Shape<unknown> => shapesByKind[kind];

/** A stored row; one that has grown at its end since is one too. */
export const storedSnapshotRow = row(
  id,
  ...snapshotColumnNames.map((name) => orNull(shapeOf(snapshotColumns[name]))),
) as Shape<readonly unknown[]> as Shape<SnapshotRow>;
