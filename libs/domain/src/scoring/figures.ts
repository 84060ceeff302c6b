import type { IsoDate } from '../calendar-dates.js';
import { type Fraction, fractionOf } from './fraction.js';
import type { RetirementStandard } from './retirement-standard.js';

/** Values by age, ascending. */
export interface AgeTable {
  ages: readonly number[];
  values: readonly number[];
}

/** Oldest first. */
export type Dated<T> = readonly { validFrom: IsoDate; value: T }[];

/** Each age has its own dated figure, so a later import may revise a single one. */
export type DatedAgeTable = ReadonlyMap<number, Dated<number>>;

/** Every figure that changes with time, as imported. Built by `figuresFrom`; treat as immutable, lookups are cached on it. */
export interface Figures {
  /** By name, in dollars, or in percent where the name says so. */
  parameters: ReadonlyMap<string, Dated<number>>;
  /** Average balances in integer cents; an age is the first of its band. */
  peerAverages: { Male: DatedAgeTable; Female: DatedAgeTable };
  /** ASFA's target balances in integer cents. */
  asfaTargets: DatedAgeTable;
  /** Death cover that is needed, times salary. */
  deathNeedMultiples: DatedAgeTable;
  /** Complete sets only, oldest first. */
  retirementStandards: readonly RetirementStandard[];
}

/** The newest value valid on or before the date; before the first, the first; null when there is none at all. */
export function newestAt<T>(series: Dated<T> | undefined, asAt: IsoDate): T | null {
  if (series === undefined || series.length === 0) return null;
  for (let i = series.length - 1; i > 0; i--) {
    if (series[i]!.validFrom <= asAt) return series[i]!.value;
  }
  return series[0]!.value;
}

const interpolated = new WeakMap<AgeTable, Map<number, Fraction>>();

/** Linear between ages, flat beyond both ends, exact for the decimals of the table. @param age whole years */
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

/** The value of the band that the age falls in, flat beyond both ends. */
export function bandValue({ ages, values }: AgeTable, age: number): number {
  let band = 0;
  while (band + 1 < ages.length && ages[band + 1]! <= age) band++;
  return values[band]!;
}

/** The table in force on a date; null when it has no figure at all. */
export function ageTableAt(table: DatedAgeTable, asAt: IsoDate): AgeTable | null {
  const ages = [...table.keys()].sort((a, b) => a - b);
  return ages.length === 0 ? null : { ages, values: ages.map((age) => newestAt(table.get(age), asAt)!) };
}
