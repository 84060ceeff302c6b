import type { IsoDate } from '../calendar-dates.js';
import { inForceOn } from '../in-force.js';
import { ageTableAt, type AgeTable, type Figures, interpolate } from './figures.js';
import { birthGroups, type BirthGroup } from './member-groups.js';

/** ASFA's target for a birth group of five years. */
export interface BirthGroupTarget {
  birthGroup: BirthGroup;
  /** Years, of those born in the group's third year: the as-at year less that year. */
  age: number;
  targetCents: number;
}

export interface AsfaTargets {
  /** The newest date (yyyy-MM-dd) from which one of the targets is in force. */
  validFrom: IsoDate;
  groups: BirthGroupTarget[];
}

/** The targets of the birth groups from 1950 to 1999 on a day, rounded half up to the cent; null if none is loaded. */
export function asfaTargetsOn({ asfaTargets }: Figures, asAt: IsoDate): AsfaTargets | null {
  const table = ageTableAt(asfaTargets, asAt);
  if (table === null) return null;
  const groups = birthGroups.flatMap((birthGroup): BirthGroupTarget[] => {
    const first = /^(\d{4}) - \d{4}$/.exec(birthGroup)?.[1];
    if (first === undefined) return [];
    const age = Number(asAt.slice(0, 4)) - (Number(first) + 2);
    return [{ birthGroup, age, targetCents: targetAt(table, age) }];
  });
  return { validFrom: newestOf(asfaTargets, asAt), groups };
}

/** The target of an age (completed years) on a day, with the newest date from which one of the targets is in force; null if none is loaded. */
export function asfaTargetOn(
  { asfaTargets }: Pick<Figures, 'asfaTargets'>,
  asAt: IsoDate,
  age: number,
): { validFrom: IsoDate; targetCents: number } | null {
  const table = ageTableAt(asfaTargets, asAt);
  return table === null ? null : { validFrom: newestOf(asfaTargets, asAt), targetCents: targetAt(table, age) };
}

/** Rounded half up to the cent. */
function targetAt(table: AgeTable, age: number): number {
  const { numerator, denominator } = interpolate(table, age);
  return Number((2n * numerator + denominator) / (2n * denominator));
}

const newestOf = (targets: Figures['asfaTargets'], asAt: IsoDate): IsoDate =>
  [...targets.values()]
    .flatMap((dated) => inForceOn(dated, asAt)?.validFrom ?? [])
    .sort()
    .at(-1)!;
