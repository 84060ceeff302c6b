import type { IsoDate } from '../calendar-dates.js';
import { inForceOn } from '../in-force.js';
import { type Fraction, fractionOf } from './fraction.js';
import type { RetirementStandard } from './retirement-standard.js';

/** Values by age, ascending. */
export interface AgeTable {
  ages: readonly number[];
  values: readonly number[];
}

/** Oldest first. */
export type Dated<T> = readonly { validFrom: IsoDate; value: T }[];

/** Dated figures by age, so that a later import may revise a single age. */
export type DatedAgeTable = ReadonlyMap<number, Dated<number>>;

/** Every imported figure with its dates. Built by `figuresFrom`. Immutable, because lookups are cached by its identity. */
export interface Figures {
  /** Values by name, in dollars, or in percent where the name says so. */
  parameters: ReadonlyMap<string, Dated<number>>;
  /** Average balances in integer cents, by the first age of each band. */
  peerAverages: { Male: DatedAgeTable; Female: DatedAgeTable };
  /** ASFA's target balances in integer cents. */
  asfaTargets: DatedAgeTable;
  /** Needed death cover as a multiple of salary. */
  deathNeedMultiples: DatedAgeTable;
  /** Complete sets only, oldest first. */
  retirementStandards: readonly RetirementStandard[];
}

/** The newest value on or before the date, or the first value for an earlier date; null when there is none. */
export const newestAt = <T>(series: Dated<T> | undefined, asAt: IsoDate): T | null =>
  inForceOn(series ?? [], asAt)?.value ?? null;

const interpolated = new WeakMap<AgeTable, Map<number, Fraction>>();

/** Interpolates linearly between ages, flat beyond both ends, exactly for the table's decimals. @param age whole years */
export function interpolate(table: AgeTable, age: number): Fraction {
  let known = interpolated.get(table);
  if (known === undefined) interpolated.set(table, (known = new Map()));
  let value = known.get(age);
  if (value === undefined) known.set(age, (value = between(table, age)));
  return value;
}

function between({ ages, values }: AgeTable, age: number): Fraction {
  const next = ages.findIndex((known) => age <= known);
  if (next <= 0) return fractionOf(next === 0 ? values[0]! : values[values.length - 1]!);
  const [from, to] = [fractionOf(values[next - 1]!), fractionOf(values[next]!)];
  const [years, since] = [BigInt(ages[next]! - ages[next - 1]!), BigInt(age - ages[next - 1]!)];
  return {
    numerator: from.numerator * to.denominator * (years - since) + to.numerator * from.denominator * since,
    denominator: from.denominator * to.denominator * years,
  };
}

/** The value of the age's band, flat beyond both ends. */
export function bandValue({ ages, values }: AgeTable, age: number): number {
  let band = 0;
  while (band + 1 < ages.length && ages[band + 1]! <= age) band++;
  return values[band]!;
}

/** The table in force on a date; null when it has no figures. */
export function ageTableAt(table: DatedAgeTable, asAt: IsoDate): AgeTable | null {
  const ages = [...table.keys()].sort((a, b) => a - b);
  return ages.length === 0 ? null : { ages, values: ages.map((age) => newestAt(table.get(age), asAt)!) };
}
