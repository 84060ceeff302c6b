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
  values: Map<Stored, number>[];
  rows: { failed: number; places: (number | null)[]; parts: number[] }[];
}

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
    if (!table) tables.set(id, (table = { partition, values: axisKeys.map(() => new Map()), rows: [] }));
    const margin = compiled.margin ? Number(row[marginAt]) : 0;
    const failed = compiled.failed ? Number(row[0]) : 0;
    const places = axisKeys.map((at, axis) => {
      if ((margin & (1 << (axisKeys.length - 1 - axis))) !== 0) return null;
      const value = row[firstKey + at] as Stored;
      const values = table.values[axis]!;
      const known = values.get(value);
      if (known !== undefined) return known;
      values.set(value, values.size);
      return values.size - 1;
    });
    table.rows.push({ failed, places, parts: row.slice(firstPart).map(Number) });
  }
  return [...tables.values()].map((table) => placed(table, filters));
}

const failedFilters = (rows: readonly (readonly unknown[])[]): number =>
  rows.reduce((most, row) => Math.max(most, Number(row[0])), 0);

function placed({ partition, values, rows }: Collected, filters: number): GroupTable {
  const frame = new CountTable(values.map((known) => known.size));
  const cells: GroupTable['cells'] = new Array(frame.length);
  const failed: GroupTable['failed'] = Array.from({ length: filters }, () => new Array(frame.length));
  for (const row of rows) {
    const index = frame.index(row.places.map((place, axis) => place ?? frame.shape[axis]!));
    (row.failed === 0 ? cells : failed[row.failed - 1]!)[index] = row.parts;
  }
  return { partition, axes: values.map((known) => [...known.keys()]), cells, failed, frame };
}
