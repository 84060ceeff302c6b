import type { CompiledQuery } from '../compile/compile.js';
import { CountTable } from '../privacy/count-table.js';

export type Stored = string | number | null;

/**
 * The answer's rows of one partition (one month of one plan, say) as a table: its axes' values, and the parts of each cell,
 * margins included, for the members that pass all filters and for those that only one filter leaves out.
 */
export interface GroupTable {
  /** Values of the partition's keys, by their place among all keys; others are undefined. */
  partition: Stored[];
  axes: readonly Stored[][];
  /** By index of a CountTable of the axes' sizes; undefined where there is nobody. */
  cells: (readonly number[] | undefined)[];
  failed: (readonly number[] | undefined)[][];
  /** An empty table with the axes' shape, for indexes. */
  frame: CountTable;
}

interface Collected {
  partition: Stored[];
  values: Set<Stored>[];
  rows: { failed: number; keys: (Stored | typeof total)[]; parts: number[] }[];
}

const total = Symbol('total');

/** Sorts rows of the statement into tables. */
export function groupTables(compiled: CompiledQuery, rows: readonly (readonly unknown[])[]): GroupTable[] {
  const { keys } = compiled;
  const axisKeys = keys.flatMap((key, at) => (key.role === 'partition' ? [] : [at]));
  const firstKey = compiled.failed ? 1 : 0;
  const marginAt = firstKey + keys.length;
  const firstPart = marginAt + (compiled.margin ? 1 : 0);
  const filters = compiled.failed ? failedFilters(rows) : 0;
  const tables = new Map<string, Collected>();
  for (const row of rows) {
    const partition = keys.map((key, at) => (key.role === 'partition' ? (row[firstKey + at] as Stored) : null));
    const id = JSON.stringify(partition);
    let table = tables.get(id);
    if (!table) tables.set(id, (table = { partition, values: axisKeys.map(() => new Set()), rows: [] }));
    const margin = compiled.margin ? Number(row[marginAt]) : 0;
    const failed = compiled.failed ? Number(row[0]) : 0;
    const axes = axisKeys.map((at, axis) => {
      if ((margin & (1 << (axisKeys.length - 1 - axis))) !== 0) return total;
      const value = row[firstKey + at] as Stored;
      table.values[axis]!.add(value);
      return value;
    });
    table.rows.push({ failed, keys: axes, parts: row.slice(firstPart).map(Number) });
  }
  return [...tables.values()].map((table) => placed(table, filters));
}

const failedFilters = (rows: readonly (readonly unknown[])[]): number =>
  rows.reduce((most, row) => Math.max(most, Number(row[0])), 0);

/**
 * Values stand in an order of their own: which of two equal groups is withheld must not depend on the order of the statement's rows,
 * or one answer tells the one and another the other.
 */
function placed({ partition, values, rows }: Collected, filters: number): GroupTable {
  const axes = values.map((known) => [...known].sort((a, b) => (String(a) < String(b) ? -1 : 1)));
  const places = axes.map((known) => new Map(known.map((value, place) => [value, place])));
  const frame = new CountTable(axes.map((known) => known.length));
  const cells: GroupTable['cells'] = new Array(frame.length);
  const failed: GroupTable['failed'] = Array.from({ length: filters }, () => new Array(frame.length));
  for (const row of rows) {
    const index = frame.index(
      row.keys.map((key, axis) => (key === total ? frame.shape[axis]! : places[axis]!.get(key)!)),
    );
    (row.failed === 0 ? cells : failed[row.failed - 1]!)[index] = row.parts;
  }
  return { partition, axes, cells, failed, frame };
}
