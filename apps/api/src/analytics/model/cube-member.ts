import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { Formula } from './formula.js';
import type { PublishedAs } from './published-as.js';
import type { SecretColumn } from './secret-column.js';

/**
 * The kind of rows that a query reads. Member, MemberSnapshot and SuperScore share one wide row per member and month; movement compares two
 * months of these rows.
 */
export type Source =
  'memberMonth' | 'movement' | 'contactRequest' | 'campaign' | 'memberCategory' | 'asset' | 'assetOwned';

/**
 * What employers may know about a dimension (docs/privacy.md). `plan` and `time` are scope. `public` values are known to employers for each
 * member. So are `alone` values, but no other public dimension may be combined with them. `engaged` and `secret` values are not known; they
 * are published through their `secret` column. `event` describes a campaign, a request or a definition of the fund, not a member. `staff`
 * singles out people and is refused.
 */
export type DimensionUse = 'plan' | 'time' | 'public' | 'alone' | 'engaged' | 'secret' | 'event' | 'staff';

/** SQL that a dimension needs from its query: the first day of the period that a flag looks back over, and the query's timezone. */
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
  /** A column of days ignores the query's timezone. An instant is UTC and becomes wall time in that timezone. */
  time?: 'day' | 'instant';
  sql: (context: DimensionSql) => string;
  /** The condition that a row has a value; absent if every row has one. */
  known?: (context: DimensionSql) => string;
  /** The measures that are published by it, if not all are. Nothing else may stand beside it. */
  publishes?: readonly string[];
  /** The stored value of rows without a value, if that is published to employers like any other. */
  blank?: string;
  /** A Yes/No column: stored as 1, 0 and 2 (not known), `1|Yes` and `2|No` on the wire. */
  flag?: true;
  /** How the dimension is published if employers do not know it of each member. */
  secret?: SecretColumn;
  /** What it is where a plan's employers do not share one payroll: a column that employers do not know of others' people. */
  amongSeveral?: Dimension;
  /** The stored value for a filter's value. */
  toColumn: (value: string) => string;
  toWire: (value: string | number | null) => AnalyticsValue;
  /** An SQL expression of a key that orders as `toWire` does, nulls last; absent if the key itself does. */
  orderSql?: (key: string) => string;
}

/** One aggregate of the generated SQL. Measures are computed from these, so that sums stay exact integers. */
export interface Part {
  key: string;
  /** `when` restricts the aggregate to some rows of the group; null means all. */
  sql: (when: string | null) => string;
  /** Replaces `sql` if a bucket spans several months of the same members. */
  overMonths?: (when: string | null) => string;
}

export interface Measure extends Formula {
  kind: 'measure';
  name: string;
  title: string;
  shortTitle: string;
  source: Source;
  aggType: 'count' | 'countDistinct' | 'sum' | 'avg' | 'number';
  format?: 'currency' | 'percent' | 'number';
  /** Summed over the months of a longer bucket. Other measures are of the bucket's last month. */
  flow?: true;
  /** Also counts the rows of those who left in the month. They do not count in it, so no other measure reads them. */
  leavers?: true;
  parts: readonly Part[];
  /** A share of all rows that have the same other groups, so it is computed once all rows are known. */
  share?: true;
  published: PublishedAs;
  /** The condition on rows that it counts, for `measureFilter`; absent if it counts every row. */
  rows?: string;
}

export interface Segment {
  kind: 'segment';
  name: string;
  title: string;
  shortTitle: string;
  source: Source;
  /** The filter that the segment stands for. */
  filter: { member: string; values: string[] };
}

/** Anything that a query may name. */
export type Member = Dimension | Measure | Segment;

/** Turns 'averageTotalAssetsOwned' into 'Average Total Assets Owned'. */
export const readable = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/^./, (first) => first.toUpperCase())
    .replace('At Year Month', 'Year and month')
    .replace(/\bId\b/, 'id');
