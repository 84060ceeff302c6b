import type { AnalyticsRow, AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { eachInTurns, sortedInTurns } from '../../platform/turns.js';
import type { CompiledQuery, KeyColumn } from '../compile/compile.js';
import type { Rows } from '../../platform/clickhouse/rows-in.js';
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
  const kept = rows.filter(({ row }) => fulfilsAll(having, row, complete));
  return cut(kept.sort(orderOf(query)), query);
}

/** The same for rows of any number, without blocking the event loop. */
async function pageInTurns<Row extends { row: Draft }>(
  rows: readonly Row[],
  query: NormalizedQuery,
  having: readonly NormalizedFilterNode[],
  signal: AbortSignal,
): Promise<Page<Row>> {
  const kept: Row[] = [];
  const keep = (each: Row) => {
    if (fulfilsAll(having, each.row, true)) kept.push(each);
  };
  await eachInTurns(rows, keep, signal);
  return cut(await sortedInTurns(kept, orderOf(query), signal), query);
}

const fulfilsAll = (having: readonly NormalizedFilterNode[], row: Draft, complete: boolean): boolean =>
  having.every((filter) => fulfils(filter, row, complete));

function orderOf(query: NormalizedQuery): (a: { row: Draft }, b: { row: Draft }) => number {
  const keys = [
    ...query.timeDimensions.filter((time) => time.granularity).map((time) => time.dimension),
    ...query.dimensions,
  ];
  return (a, b) => compareRows(a.row, b.row, query.order, keys);
}

function cut<Row>(rows: readonly Row[], { offset, limit }: NormalizedQuery): Page<Row> {
  const from = offset ?? 0;
  return { page: rows.slice(from, from + limit), total: rows.length };
}

/**
 * Turns the result of a statement of exact figures into wire rows. Of a statement that is not a page there may be hundreds of thousands
 * before the limit. Throws the signal's reason once nobody waits for them.
 */
export async function shapeAnswer(
  compiled: CompiledQuery,
  { rows, beforeLimit }: Rows,
  signal: AbortSignal,
): Promise<ShapedAnswer> {
  const { query, keys, measures } = compiled;
  const drafts: { row: Draft }[] = [];
  const draft = (stored: readonly unknown[]) => {
    const row: Draft = {};
    for (const [at, key] of keys.entries()) keyValues(key, stored[at] as Stored, row);
    const parts = stored.slice(keys.length).map(Number);
    for (const { measure, parts: at } of measures)
      row[measure.name] = measure.value(at.map((part) => parts[part] ?? 0));
    drafts.push({ row });
  };
  await eachInTurns(rows, draft, signal);
  for (const { measure } of measures) if (measure.share) await sharesOf(measure.name, drafts, keys);
  const { page, total } = compiled.isPage
    ? { page: drafts.slice(0, query.limit), total: beforeLimit ?? drafts.length }
    : await pageInTurns(drafts, query, compiled.having, signal);
  const unselected = measures.filter(({ selected }) => !selected).map(({ measure }) => measure.name);
  const data: AnalyticsRow[] = [];
  await eachInTurns(page, ({ row }) => {
    for (const name of unselected) delete row[name];
    data.push(row);
  });
  return { data, total };
}

const isUnknown = (value: AnalyticsValue): boolean => value === null || value === 'Unknown';

/**
 * Turns counts into percentages of a whole. With a secret dimension, the whole is all rows that differ only in that dimension, except rows
 * whose value is unknown. Otherwise it is all rows of the same time and plan.
 */
async function sharesOf(measure: string, drafts: readonly { row: Draft }[], keys: readonly KeyColumn[]): Promise<void> {
  const secret = keys.filter(({ dimension }) => dimension.use === 'secret').map(({ dimension }) => dimension.name);
  const whole = keys.filter(({ dimension }) =>
    secret.length > 0 ? !secret.includes(dimension.name) : dimension.use === 'time' || dimension.use === 'plan',
  );
  const wholeOf = (row: Draft) => JSON.stringify(whole.map(({ dimension }) => row[dimension.name]));
  const isKnown = (row: Draft) => secret.every((name) => !isUnknown(row[name] ?? null));
  const totals = new Map<string, number>();
  await eachInTurns(drafts, ({ row }) => {
    if (isKnown(row)) totals.set(wholeOf(row), (totals.get(wholeOf(row)) ?? 0) + Number(row[measure]));
  });
  await eachInTurns(drafts, ({ row }) => {
    const of = totals.get(wholeOf(row)) ?? 0;
    row[measure] = of === 0 || !isKnown(row) ? null : Math.round((1_000_000 * Number(row[measure])) / of) / 10_000;
  });
}
