import type { AnalyticsRow, AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import type { CompiledQuery, KeyColumn } from '../compile/compile.js';
import { fulfils } from './having.js';
import { compareRows } from './order.js';

export interface ShapedAnswer {
  data: AnalyticsRow[];
  /** Rows before limit and offset. */
  total: number;
}

export type Stored = string | number | null;
type Draft = Record<string, AnalyticsValue>;

/** Writes the columns of one key into `row`. A bucket's value appears under the bucket's name and under the dimension's. */
export function keyValues({ dimension, granularity }: KeyColumn, stored: Stored, row: Draft): void {
  const value = dimension.toWire(stored);
  if (granularity) row[`${dimension.name}.${granularity}`] = value;
  row[dimension.name] = value;
}

export interface Page<Row> {
  page: Row[];
  total: number;
}

/**
 * Applies HAVING, order, limit and offset to rows in their wire form. `complete` says that a null is a missing value, not a withheld one.
 */
export function pageOf<Row extends { row: Draft }>(
  rows: readonly Row[],
  query: NormalizedQuery,
  having: readonly NormalizedFilterNode[],
  complete: boolean,
): Page<Row> {
  const kept = rows.filter(({ row }) => having.every((filter) => fulfils(filter, row, complete)));
  const keys = [
    ...query.timeDimensions.filter((time) => time.granularity).map((time) => time.dimension),
    ...query.dimensions,
  ];
  kept.sort((a, b) => compareRows(a.row, b.row, query.order, keys));
  const offset = query.offset ?? 0;
  return { page: kept.slice(offset, offset + query.limit), total: kept.length };
}

/** Turns the result of a statement of exact figures into wire rows. */
export function shapeAnswer(compiled: CompiledQuery, rows: readonly (readonly unknown[])[]): ShapedAnswer {
  const { query, keys, measures } = compiled;
  const drafts = rows.map((stored) => {
    const row: Draft = {};
    for (const [at, key] of keys.entries()) keyValues(key, stored[at] as Stored, row);
    const parts = stored.slice(keys.length).map(Number);
    for (const { measure, parts: at } of measures)
      row[measure.name] = measure.value(at.map((part) => parts[part] ?? 0));
    return { row };
  });
  for (const { measure } of measures) if (measure.share) sharesOf(measure.name, drafts, keys);
  const { page, total } = pageOf(drafts, query, compiled.having, true);
  const unselected = measures.filter(({ selected }) => !selected).map(({ measure }) => measure.name);
  for (const { row } of page) for (const name of unselected) delete row[name];
  return { data: page.map(({ row }) => row), total };
}

const isUnknown = (value: AnalyticsValue): boolean => value === null || value === 'Unknown';

/**
 * Turns counts into percentages of a whole. With a secret dimension, the whole is all rows that differ only in that dimension, except rows
 * whose value is unknown. Otherwise it is all rows of the same time and plan.
 */
function sharesOf(measure: string, drafts: readonly { row: Draft }[], keys: readonly KeyColumn[]): void {
  const secret = keys.filter(({ dimension }) => dimension.use === 'secret').map(({ dimension }) => dimension.name);
  const whole = keys.filter(({ dimension }) =>
    secret.length > 0 ? !secret.includes(dimension.name) : dimension.use === 'time' || dimension.use === 'plan',
  );
  const wholeOf = (row: Draft) => JSON.stringify(whole.map(({ dimension }) => row[dimension.name]));
  const isKnown = (row: Draft) => secret.every((name) => !isUnknown(row[name] ?? null));
  const totals = new Map<string, number>();
  for (const { row } of drafts)
    if (isKnown(row)) totals.set(wholeOf(row), (totals.get(wholeOf(row)) ?? 0) + Number(row[measure]));
  for (const { row } of drafts) {
    const of = totals.get(wholeOf(row)) ?? 0;
    row[measure] = of === 0 || !isKnown(row) ? null : Math.round((1_000_000 * Number(row[measure])) / of) / 10_000;
  }
}
