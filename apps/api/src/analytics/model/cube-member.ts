import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { PublishedAs } from './published-as.js';
import type { SecretColumn } from './secret-column.js';

/**
 * Tables that a query reads. Member, MemberSnapshot and SuperScore are one wide row per member and month; movement compares two months
 * of it.
 */
export type Source =
  'memberMonth' | 'movement' | 'contactRequest' | 'campaign' | 'memberCategory' | 'asset' | 'assetOwned';

/**
 * What a dimension is to employers (docs/privacy.md). `plan` and `time` are scope. `public` is known to them of each member, and so is
 * `alone`, which stands with no other public one. `engaged` and `secret` are not known: they are published by their `secret` column.
 * `event` describes what was done, or what the fund defines, not a member. `staff` singles out people and is refused.
 */
export type DimensionUse = 'plan' | 'time' | 'public' | 'alone' | 'engaged' | 'secret' | 'event' | 'staff';

/** SQL that a dimension needs from its query: the first day of the period that a flag looks back over, the caller's timezone. */
export interface DimensionSql {
  periodFrom: string;
  timezone: string;
}

export interface Dimension {
  kind: 'dimension';
  name: string;
  title: string;
  shortTitle: string;
  type: 'string' | 'number' | 'time';
  source: Source;
  use: DimensionUse;
  /** Columns that hold a day ignore the query's timezone; instants are UTC and become wall time in it. */
  time?: 'day' | 'instant';
  sql: (context: DimensionSql) => string;
  /** Condition that makes a row's value known, where not every row has one. */
  known?: (context: DimensionSql) => string;
  /** Yes/No: stored 1, 0 and 2 (not known), `1|Yes` and `2|No` on the wire. */
  flag?: true;
  /** How it is published, where employers do not know it. */
  secret?: SecretColumn;
  /** The column's values for a filter's value. */
  toColumn: (value: string) => string;
  toWire: (value: string | number | null) => AnalyticsValue;
}

/** One aggregate of the emitted SQL; measures are computed from these, so that sums stay exact integers. */
export interface Part {
  key: string;
  /** `when` restricts it to some rows of the group; null takes all. */
  sql: (when: string | null) => string;
  /** Instead of `sql` where a bucket holds several months of the same members. */
  overMonths?: (when: string | null) => string;
}

export interface Measure {
  kind: 'measure';
  name: string;
  title: string;
  shortTitle: string;
  source: Source;
  aggType: 'count' | 'countDistinct' | 'sum' | 'avg' | 'number';
  format?: 'currency' | 'percent' | 'number';
  /** Summed over the months of a longer bucket; the others are of its last month. */
  flow?: true;
  parts: readonly Part[];
  /** From the values of `parts`, in their order. Null where there is nothing to average. */
  value: (parts: readonly number[]) => number | null;
  /** A part of all rows that have the same other groups, so it is computed once they are all known. */
  share?: true;
  published: PublishedAs;
  /** Rows that it counts, for `measureFilter`; absent where it counts every row. */
  rows?: string;
}

export interface Segment {
  kind: 'segment';
  name: string;
  title: string;
  shortTitle: string;
  source: Source;
  /** It means this filter. */
  filter: { member: string; values: string[] };
}

/** Whatever a query may name. */
export type Member = Dimension | Measure | Segment;

/** 'averageTotalAssetsOwned' reads 'Average Total Assets Owned'. */
export const readable = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/^./, (first) => first.toUpperCase())
    .replace('At Year Month', 'Year and month')
    .replace(/\bId\b/, 'id');
