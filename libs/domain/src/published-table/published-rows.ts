import { decimalText } from '../exact-decimal.js';
import {
  columnOf,
  fields,
  isAlwaysKnown,
  without,
  type Field,
  type Fields,
  type LineOf,
  type ValueOfField,
} from '../fields.js';
import { streamOfTables, type TableRow } from './published-table.js';

const coverTypes = ['Death', 'TPD', 'SCI'] as const;
const coverType = { kind: 'choice', values: coverTypes, needed: true } as const;
/** The first three are charged all year; the others happen on an activity, such as a switch. */
const feeGroups = ['ADMIN', 'INVESTMENT', 'TRANSACTION', 'BUY_SELL', 'SWITCHING', 'OTHER'] as const;
const gender = { kind: 'choice', values: ['Male', 'Female'] } as const;
const centsFrom = <const Column extends string>(column: Column) =>
  ({ kind: 'cents', sign: 'not negative', column }) as const;
/** The standard risk measure: how many years of negative returns in twenty an option is expected to have, in words. */
const riskLabels = ['Very low', 'Low', 'Low to medium', 'Medium', 'Medium to high', 'High', 'Very high'] as const;
const performanceTests = ['Passed', 'Failed', 'Not tested'] as const;
const returned = { kind: 'decimal', from: -100, to: 200, unit: 'percentAYear' } as const;

/** Lines of the table of a platform's investment options. */
export const assetLine = fields({
  platformId: { kind: 'id', needed: true },
  assetCode: { kind: 'name', most: 40, isCode: true, needed: true },
  name: { kind: 'name', most: 100, needed: true },
  description: { kind: 'text', most: 1000 },
  dataDate: { kind: 'day', range: 'any', needed: true },
  growthPercent: { kind: 'decimal', from: 0, to: 100, unit: 'percent', isSteady: true },
  isLifecycle: { kind: 'flag' },
  isChoice: { kind: 'flag' },
  return1yr: returned,
  return3yr: returned,
  return5yr: returned,
  return10yr: { ...returned, added: true },
  riskLabel: { kind: 'choice', values: riskLabels, added: true },
  /** APRA's. Its year is known where the option was tested. */
  performanceTest: { kind: 'choice', values: performanceTests, added: true },
  performanceTestYear: { kind: 'count', most: 2100, unit: 'year', added: true },
});

/** Lines of the table of a platform's fees. Without an option (`assetCode`) a fee is the platform's. */
export const feeLine = fields({
  platformId: { kind: 'id', needed: true },
  assetCode: { kind: 'name', most: 40, isCode: true },
  group: { kind: 'choice', values: feeGroups, needed: true },
  name: { kind: 'name', most: 100, needed: true },
  inDollars: { kind: 'flag', needed: true, isSteady: true },
  /** Dollars a year if `inDollars`, else percent of the balance. */
  amount: { kind: 'decimal', from: 0, to: 100_000, needed: true, unit: 'dollarsOrPercent', isSteady: true },
  minCents: { ...centsFrom('minDollars'), isSteady: true },
  maxCents: { ...centsFrom('maxDollars'), isSteady: true },
  tierFromCents: centsFrom('tierFrom'),
  tierToCents: { ...centsFrom('tierTo'), isSteady: true },
  validFrom: { kind: 'day', range: 'any', needed: true },
});

/** Lines of the table of a plan's premium rates. */
export const insuranceRateLine = fields({
  planId: { kind: 'id', needed: true },
  coverType,
  gender,
  ageNextBirthday: { kind: 'count', most: 120, needed: true, unit: 'years' },
  waitDays: { kind: 'count', most: 3650, unit: 'days' },
  benefitPeriod: { kind: 'name', most: 40, isCode: true },
  ratePerThousand: { kind: 'decimal', from: 0, to: 200, needed: true, unit: 'dollarsForThousand', isSteady: true },
  /** From this age to the table's next the rate moves evenly. Otherwise the ages between have no rate. */
  interpolated: { kind: 'flag', isSteady: true, added: true },
  validFrom: { kind: 'day', range: 'any', needed: true },
});

/** Lines of the table of what occupations do to a plan's premiums. */
export const occupationFactorLine = fields({
  planId: { kind: 'id', needed: true },
  occupationGroup: { kind: 'name', most: 40, isCode: true, needed: true },
  coverType,
  factor: { kind: 'decimal', from: 0, to: 10, needed: true, unit: 'timesTheRate', isSteady: true },
});

/**
 * Lines of the table of a plan's cover rules. Without a category (`categoryId`) a rule is for every category that has none of its own for the
 * cover; without wait and benefit period it is for any of them. Ages are completed years, and a cover is open until the birthday of `toAge`.
 */
export const coverRuleLine = fields({
  planId: { kind: 'id', needed: true },
  categoryId: { kind: 'id' },
  coverType,
  /** Of salary continuance. */
  waitDays: { kind: 'count', most: 3650, unit: 'days' },
  benefitPeriod: { kind: 'name', most: 40, isCode: true },
  fromAge: { kind: 'count', most: 120, needed: true, unit: 'years', isSteady: true },
  toAge: { kind: 'count', most: 120, needed: true, unit: 'years', isSteady: true },
  /** Cover that a member has ends with this birthday; blank: with that of `toAge`. */
  ceasesAtAge: { kind: 'count', most: 120, unit: 'years', isSteady: true },
  /** Default cover begins at this age and with this balance; blank: with membership. */
  defaultFromAge: { kind: 'count', most: 120, unit: 'years', isSteady: true },
  defaultFromBalanceCents: { ...centsFrom('defaultFromBalance'), isSteady: true },
  /** Added to the rate. */
  loadingPercent: { kind: 'decimal', from: 0, to: 500, unit: 'percent', isSteady: true },
  validFrom: { kind: 'day', range: 'any', needed: true },
});

/** Lines of the table of a provider's contacts. Without a plan a contact is for every plan of the provider. */
export const providerContactLine = fields({
  providerId: { kind: 'id', needed: true },
  planId: { kind: 'id' },
  /** What the contact does, such as 'Insurance and claims'. */
  title: { kind: 'name', most: 60, needed: true },
  name: { kind: 'name', most: 100, needed: true },
  email: { kind: 'email' },
  phone: { kind: 'name', most: 30, isCode: true },
  /** Its place in the list. */
  sequence: { kind: 'count', most: 999, needed: true, unit: 'place' },
});

/** The rows of published tables: their lines without what the whole publication has once, its owner and its date. */
export const assetFields = without(assetLine, 'platformId', 'dataDate');
export const feeFields = without(feeLine, 'platformId', 'validFrom');
export const insuranceRateFields = without(insuranceRateLine, 'planId', 'validFrom');
export const occupationFactorFields = without(occupationFactorLine, 'planId');
export const coverRuleFields = without(coverRuleLine, 'planId', 'validFrom');
export const providerContactFields = without(providerContactLine, 'planId');

/** The fields of a table's rows, by the event that publishes it. */
export const publishedRowFields = {
  AssetsPublished: assetFields,
  FeesPublished: feeFields,
  InsuranceRatesPublished: insuranceRateFields,
  OccupationFactorsPublished: occupationFactorFields,
  CoverRulesPublished: coverRuleFields,
  ProviderContactsPublished: providerContactFields,
} as const;

export type PublishedEventType = keyof typeof publishedRowFields;

export const assetsStream = streamOfTables('assets', 'AssetsPublished');
export const feesStream = streamOfTables('fees', 'FeesPublished');
/** Premium rates, occupation factors and cover rules of a plan. */
export const insuranceRatesStream = streamOfTables(
  'insuranceRates',
  'InsuranceRatesPublished',
  'OccupationFactorsPublished',
  'CoverRulesPublished',
);

/** Contacts of a provider, or those that it has for one plan. The owner of the latter is the plan. */
export const providerContactsStream = streamOfTables('providerContacts', 'ProviderContactsPublished');

/** Numbers whose decimals count are text, so that arithmetic can be exact. */
type KnownValue<Of extends Field> = Of extends { kind: 'decimal' }
  ? Of extends { needed: true }
    ? string
    : string | null
  : ValueOfField<Of>;
type PublishedValue<Of extends Field> = Of extends { added: true } ? KnownValue<Of> | undefined : KnownValue<Of>;

/** A row of a published table: integer cents, and exact decimals as text. */
export type PublishedRow<Of extends Fields> = { readonly [Name in keyof Of]: PublishedValue<Of[Name]> };

type Cell = TableRow[string];

function publishedValue(field: Field, cell: Cell): Cell {
  if (field.kind === 'decimal') return typeof cell === 'number' ? decimalText(cell) : cell;
  if (field.kind === 'cents') return typeof cell === 'number' ? Math.round(cell * 100) : null;
  return cell;
}

/** A stored row of a publication, which has the file's columns and dollars, as a typed row. */
export const publishedRow = <Of extends Fields>(declared: Of, stored: TableRow): PublishedRow<Of> =>
  Object.fromEntries(
    Object.entries<Field>(declared).flatMap(([name, field]) => {
      const cell = stored[columnOf(name, field)!];
      return field.added && cell === undefined ? [] : [[name, publishedValue(field, cell ?? null)]];
    }),
  ) as PublishedRow<Of>;

/** A line of a file as a row of a publication is stored: by the file's columns, with money in dollars. */
export const storedRow = <Of extends Fields>(declared: Of, line: LineOf<Of>): TableRow =>
  Object.fromEntries(
    Object.entries<Field>(declared).map(([name, field]) => {
      const column = columnOf(name, field)!;
      const value = (line as Readonly<Record<string, Cell | undefined>>)[column] ?? null;
      return [column, field.kind === 'cents' && typeof value === 'number' ? value / 100 : value];
    }),
  );

/**
 * A stored row without added columns that are blank, for a table in which a blank cell and a missing column say the same: a file from before
 * the columns is then stored as it was then, so that importing it again publishes nothing.
 */
export const withoutBlankAdded = (declared: Fields, row: TableRow): TableRow =>
  Object.fromEntries(
    Object.entries(declared).flatMap(([name, field]) => {
      const column = columnOf(name, field)!;
      const cell = row[column] ?? null;
      return field.added && cell === null ? [] : [[column, cell]];
    }),
  );

/** A stored row with every column of its table: blank where its publication lacks one. */
export const withEveryColumn = (declared: Fields, row: TableRow): TableRow =>
  Object.fromEntries(
    Object.entries(declared).map(([name, field]) => {
      const column = columnOf(name, field)!;
      return [column, row[column] ?? null];
    }),
  );

/** Whether a value of a row may be null. */
export const mayBeNull = (field: Field): boolean => !isAlwaysKnown(field);
