import type { AverageOf } from '@superscope/domain/publishing/publish';
import type { DimensionSql } from './cube-member.js';
import type { SecretColumn } from './secret-column.js';

/**
 * One aggregate of an employer's statement. The api combines the groups that belong to one cell: `fold` says whether the values are added
 * or compared. The fold `key` adds record keys (16 hexadecimal digits) modulo 2^64.
 */
export interface CellPart {
  name: string;
  sql: string;
  fold: 'sum' | 'min' | 'max' | 'key';
  /** Also counts the rows of those who left in the month. */
  leavers?: true;
}

/** How a measure is published for employers (docs/privacy.md). */
export type PublishedAs =
  | { as: 'headcount' }
  /** The percentage of a whole that a row's members make up. */
  | { as: 'share' }
  /** Members with certain values of a secret column: how many they are, or what percentage of the members whose value is known. */
  | {
      as: 'count' | 'percent';
      key: string;
      column: SecretColumn;
      wire: string;
      /** Of the whole month, not of one day. */ flow?: true;
    }
  /** The mean of amounts, or the mean times the number of members. */
  | { as: 'average' | 'total'; key: string; amounts: string; of: AverageOf; flow?: true }
  /** A figure from public columns: exact, computed from the measure's own parts. */
  | {
      as: 'exact';
      combine: 'sum' | 'average';
      /** Decimals of its unit to which it is rounded; not given: as computed. */
      decimals?: number;
      flow?: true;
      /** Members, who recur in months. */
      people?: true;
      /** How it is published where a plan's employers do not share one payroll, so that nobody knows it of everybody. */
      amongSeveral?: PublishedAs;
    }
  /** The members of a cell who fulfil a public condition, such as having joined: exact for a whole plan, otherwise counted like a group. */
  | { as: 'subset'; key: string; where: string; flow: true; leavers: true }
  /** The sum of published measures. */
  | { as: 'sum'; of: readonly string[]; flow: true }
  /** The mean points of a category whose values have points, computed from the published shares of the values. */
  | { as: 'points'; key: string; column: SecretColumn; points: readonly number[] }
  /** An average as a percentage of the exact average of a public figure. */
  | { as: 'index'; key: string; amounts: string; of: AverageOf; benchmark: string }
  /** Of members' holdings: by asset, for the whole plan. */
  | { as: 'held' }
  /** Not about members: exact. */
  | { as: 'fact' }
  | { as: 'nothing'; because: string };

/** How a measure is published in a plan-month. `onePayroll` says whether its employers share one payroll. */
export const publishedIn = (published: PublishedAs, onePayroll: boolean): PublishedAs =>
  !onePayroll && published.as === 'exact' && published.amongSeveral ? published.amongSeveral : published;

/**
 * The noise labels of a mean: its own, that of the members for whom the amount is known, and that of the members whose amount is not zero.
 */
const labels = (label: string, known = `known:${label}`, some = `some:${label}`) => ({
  average: `avg:${label}`,
  known,
  some,
});

/** Dollars of which every member has more or less. `amounts` is the column of factored cents. */
export const sizeDollars = (label: string, known?: string): AverageOf => ({ kind: 'size', ...labels(label, known) });
export const presenceDollars = (label: string, known?: string, some?: string): AverageOf => ({
  kind: 'presence',
  ...labels(label, known, some),
});
/** Years. `amounts` is in hundredths of a year. */
export const yearsOf = (label: string): AverageOf => ({ kind: 'age', ...labels(label) });
/** A score in millionths, up to `top`. */
export const scoreOf = (label: string, top: number, known?: string): AverageOf => ({
  kind: 'score',
  top,
  ...labels(label, known),
});

export const amountParts = (key: string, amounts: string): CellPart[] => [
  { name: `${key}_have`, sql: `count(${amounts})`, fold: 'sum' },
  { name: `${key}_nonzero`, sql: `countIf(${amounts} != 0)`, fold: 'sum' },
  { name: `${key}_total`, sql: `sum(${amounts})`, fold: 'sum' },
  { name: `${key}_lowest`, sql: `min(${amounts})`, fold: 'min' },
  { name: `${key}_highest`, sql: `max(${amounts})`, fold: 'max' },
];

/** A public subset of a cell: its members, and the sum of their record keys. */
export const subsetParts = (key: string, where: string): CellPart[] => [
  { name: `${key}_n`, sql: `countIf(${where})`, fold: 'sum', leavers: true },
  {
    name: `${key}_key`,
    sql: `leftPad(lower(hex(sumWithOverflowIf(record_key, ${where}))), 16, '0')`,
    fold: 'key',
    leavers: true,
  },
];

/** Counts members by value of a secret column. The last value is left out: it is the rest. */
export const valueParts = (key: string, column: SecretColumn, context: DimensionSql): CellPart[] =>
  column.values.slice(0, -1).map((value, place) => ({
    name: `${key}_${place}`,
    sql: `countIf(${column.sql(context)} = ${typeof value === 'number' ? value : `'${value}'`})`,
    fold: 'sum',
  }));
