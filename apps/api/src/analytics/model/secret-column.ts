import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { LookBack } from '@superscope/contracts/analytics/look-back';
import type { PublishingRules } from '@superscope/domain/publishing/publishing-rules';
import { cumulative, type Noise } from '@superscope/domain/publishing/publish';
import type { DimensionSql } from './cube-member.js';

/**
 * A column whose values employers do not know of their members, and how it is published. A value's noise is the noise of its boundaries.
 * The last value is the rest and has no noise of its own.
 */
export interface SecretColumn {
  sql: (context: DimensionSql) => string;
  /** The stored values, in the catalogue's order. Any other stored value counts as `other`, or as the last value. */
  values: readonly (string | number)[];
  other?: string;
  noise: (context: SecretContext) => readonly (readonly Noise[])[];
  /** Published for the whole plan only: the values nearly repeat those of another column, whose noise could be averaged away in groups. */
  wholePlanOnly?: true;
  /** Counts members whose date lies within the question's look-back, so its figures depend on that. */
  looksBack?: true;
  /** Since the second rules, shorter look-backs are published for whole plans only. */
  groupsLookBack?: LookBack;
  /** The last value is 'not known'. */
  hasUnknown: boolean;
  /** The rows of an answer: each row's wire value, and the values that it combines. */
  rows: readonly SecretRow[];
}

export interface SecretRow {
  wire: AnalyticsValue;
  places: readonly number[];
  /** Published only for groups of at least this many members, and for whole plans; Infinity: for whole plans only. */
  groupLeast?: number;
  /** The limit of rules before these. */
  groupLeastBefore?: { rules: PublishingRules; groupLeast: number };
}

export interface SecretContext {
  lookBack: LookBack;
}

const unknown = 'Unknown';

/**
 * A category with the boundaries `name<=1`, `name<=2`, … `known` is the label of the last boundary if other facts are always true of the
 * same members: one fact must have one label, or its noise could be averaged away.
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

/** A flag, stored as 1, 0 and 2 (not known). Its boundaries are the members who have it, and the members for whom it is known. */
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

/** A condition that is never unknown: everybody else does not fulfil it. */
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

/** A flag that holds for some values of a category. It is published through the category's noise, so that the two never disagree. */
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
