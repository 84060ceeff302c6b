import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import { cumulative, type Noise } from '@superscope/domain/publishing/publish';
import type { DimensionSql } from './cube-member.js';

/**
 * A column that employers do not know of their members, as it is published: its values in the catalogue's order. The noise of a value is
 * that of its boundaries; the last value is what the others leave, and has none of its own.
 */
export interface SecretColumn {
  sql: (context: DimensionSql) => string;
  /** As the column stores them. What is stored besides counts as `other`, or as the last one. */
  values: readonly (string | number)[];
  other?: string;
  noise: (context: SecretContext) => readonly (readonly Noise[])[];
  /** Published of the whole plan only: its values nearly repeat those of another column, whose noise they would average away in groups. */
  wholePlanOnly?: true;
  /** The last value is 'not known'. */
  hasUnknown: boolean;
  /** The answer's rows: what the wire calls them, and which values each is. */
  rows: readonly SecretRow[];
}

export interface SecretRow {
  wire: AnalyticsValue;
  places: readonly number[];
  /** Published of groups from so many members on, and of whole plans. */
  groupLeast?: number;
}

/** yyyy-MM that the query's period begins in. */
export interface SecretContext {
  periodFrom: string;
}

const unknown = 'Unknown';

/**
 * A category with the boundaries `name<=1`, `name<=2`, …; `known` is the label of the last one where other facts have the same truth:
 * one fact must have one label, or its noise could be averaged away.
 */
export function secretCategory(
  name: string,
  sql: string,
  values: readonly string[],
  options: { known?: string; other?: string } = {},
): SecretColumn {
  const listed = options.other === undefined ? values : [...values, options.other];
  const labels = listed.map((_, i) =>
    i === listed.length - 1 ? (options.known ?? `known:${name}`) : `${name}<=${i + 1}`,
  );
  const noise = cumulative(labels);
  const all = [...listed, unknown];
  return {
    sql: () => sql,
    values: all,
    ...(options.other === undefined ? {} : { other: options.other }),
    noise: () => noise,
    hasUnknown: true,
    rows: all.map((wire, place) => ({ wire, places: [place] })),
  };
}

const yes = '1|Yes';
const no = '2|No';

/** Stored 1, 0 and 2 (not known): boundaries are those who have it, and those of whom it is known. */
export function secretFlag(sql: string, label: string, known: string): SecretColumn {
  const noise = cumulative([label, known]);
  return {
    sql: () => sql,
    values: [1, 0, 2],
    noise: () => noise,
    hasUnknown: true,
    rows: [
      { wire: yes, places: [0] },
      { wire: no, places: [1] },
      { wire: null, places: [2] },
    ],
  };
}

/** A condition that is never unknown: everybody else is without it. */
export function secretCondition(sql: SecretColumn['sql'], label: (context: SecretContext) => string): SecretColumn {
  return {
    sql,
    values: [1, 0],
    noise: (context) => [[{ label: label(context), sign: 1 }]],
    hasUnknown: false,
    rows: [
      { wire: yes, places: [0] },
      { wire: no, places: [1] },
    ],
  };
}

/** A flag that some values of a category make: it is published as they are, so that both tell the same. */
export function flagOf(column: SecretColumn, values: readonly string[]): SecretColumn {
  const last = column.values.length - 1;
  const has = (place: number) => values.includes(String(column.values[place]));
  const places = column.values.map((_, place) => place).filter((place) => place !== last);
  return {
    ...column,
    rows: [
      { wire: yes, places: places.filter(has) },
      { wire: no, places: places.filter((place) => !has(place)) },
      { wire: null, places: [last] },
    ],
  };
}
