import type { AverageOf } from '@superscope/domain/publishing/publish';
import type { DimensionSql } from './cube-member.js';
import type { SecretColumn } from './secret-column.js';

/** One aggregate of an employer's statement. Groups of one cell are put together in the process: sums add up, the others compare. */
export interface CellPart {
  name: string;
  sql: string;
  fold: 'sum' | 'min' | 'max';
}

/** How a measure is published for employers (docs/privacy.md). */
export type PublishedAs =
  | { as: 'headcount' }
  /** The part of its whole that a row's members are. */
  | { as: 'share' }
  /** Members with some values of a secret column: how many, or what part of those of whom it is known. */
  | {
      as: 'count' | 'percent';
      key: string;
      column: SecretColumn;
      wire: string;
      /** Of a month, not of a day. */ flow?: true;
    }
  /** Mean of amounts, or mean times members. */
  | { as: 'average' | 'total'; key: string; amounts: string; of: AverageOf; flow?: true }
  /** A figure of public columns, exact, from the measure's own parts. */
  | { as: 'exact'; combine: 'sum' | 'average'; flow?: true; /** Members, whom months share. */ people?: true }
  /** Published measures added up. */
  | { as: 'sum'; of: readonly string[]; flow: true }
  /** Mean points of a category whose values have points: from the published values. */
  | { as: 'points'; key: string; column: SecretColumn; points: readonly number[] }
  /** Percent of the exact average of a public figure. */
  | { as: 'index'; key: string; amounts: string; of: AverageOf; benchmark: string }
  /** Of what members hold: by asset, of the whole plan. */
  | { as: 'held' }
  /** Not about members: exact. */
  | { as: 'fact' }
  | { as: 'nothing'; because: string };

/** The labels of a mean: its own, and those of the members of whom it is known and who have any. */
const labels = (label: string, known = `known:${label}`, some = `some:${label}`) => ({
  average: `avg:${label}`,
  known,
  some,
});

/** Dollars that every member has more or less of; `amounts` is the column of factored cents. */
export const sizeDollars = (label: string, known?: string): AverageOf => ({ kind: 'size', ...labels(label, known) });
export const presenceDollars = (label: string, known?: string, some?: string): AverageOf => ({
  kind: 'presence',
  ...labels(label, known, some),
});
/** Millionths up to `top`. */
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

/** Members by value of a secret column, all but the last, which is the rest. */
export const valueParts = (key: string, column: SecretColumn, context: DimensionSql): CellPart[] =>
  column.values.slice(0, -1).map((value, place) => ({
    name: `${key}_${place}`,
    sql: `countIf(${column.sql(context)} = ${typeof value === 'number' ? value : `'${value}'`})`,
    fold: 'sum',
  }));
