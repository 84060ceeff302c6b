import type { AnalyticsRow, AnalyticsValue, Suppressed } from '@superscope/contracts/analytics/answer';
import type { MeasureName } from '@superscope/contracts/analytics/names';
import type { CompiledQuery, KeyColumn } from '../compile/compile.js';
import { shown, small } from '../privacy/count-table.js';
import { groupTables, type GroupTable, type Stored } from './group-tables.js';
import { fulfils } from './having.js';
import { compareRows } from './order.js';
import { withhold, type Withheld } from './withhold.js';

export interface ShapedAnswer {
  data: AnalyticsRow[];
  /** Rows before limit and offset. */
  total: number;
  suppressed: Suppressed[];
}

interface Draft {
  row: Record<string, AnalyticsValue>;
  notes: Omit<Suppressed, 'row'>[];
}

export const filterMessage =
  'Filter selection leaves out or leaves in fewer than 11 members, so these figures are withheld';

export const wholeMessage = 'Not published: it would show a group of 1 to 10 members.';

/** Rows of the statement as rows of the wire. HAVING, order, limit and total see only what is published. */
export function shapeAnswer(compiled: CompiledQuery, rows: readonly (readonly unknown[])[]): ShapedAnswer {
  const { query } = compiled;
  const wholes: Suppressed[] = [];
  let drafts = compiled.audience === 'staff' ? staffDrafts(compiled, rows) : employerDrafts(compiled, rows, wholes);
  if (compiled.having.length > 0)
    drafts = drafts.filter(({ row }) =>
      compiled.having.every((filter) => fulfils(filter, row, compiled.audience === 'staff')),
    );
  const unselected = compiled.measures.filter(({ selected }) => !selected).map(({ measure }) => measure.name);
  for (const { row } of drafts) for (const name of unselected) delete row[name];
  const keyNames = compiled.keys.filter((key) => key.role !== 'subject').map((key) => key.dimension.name);
  drafts.sort((a, b) => compareRows(a.row, b.row, query.order, keyNames));
  const total = drafts.length;
  const offset = query.offset ?? 0;
  const page = drafts.slice(offset, offset + query.limit);
  return {
    data: page.map((draft) => draft.row),
    total,
    suppressed: [...wholes, ...page.flatMap(({ notes }, row) => notes.map((note) => ({ row, ...note })))].flatMap(
      (note) => {
        const members = note.members.filter((name) => !unselected.includes(name));
        return members.length > 0 ? [{ ...note, members }] : [];
      },
    ),
  };
}

function keyValues(key: KeyColumn, stored: Stored, row: Record<string, AnalyticsValue>): void {
  const value = key.dimension.toWire(stored);
  if (key.granularity) row[`${key.dimension.name}.${key.granularity}`] = value;
  row[key.dimension.name] = value;
}

/** What a group without members comes to. */
const nobody = (compiled: CompiledQuery): number[] =>
  new Array<number>(
    compiled.measures.reduce((most, { parts }) => Math.max(most, ...parts.map((at) => at + 1)), 0),
  ).fill(0);

const measureValue = ({ measure, parts: at }: CompiledQuery['measures'][number], parts: readonly number[]) =>
  measure.value(at.map((part) => parts[part] ?? 0));

function staffDrafts(compiled: CompiledQuery, rows: readonly (readonly unknown[])[]): Draft[] {
  const drafts = rows.map((stored) => {
    const row: Record<string, AnalyticsValue> = {};
    for (const [at, key] of compiled.keys.entries()) keyValues(key, stored[at] as Stored, row);
    const parts = stored.slice(compiled.keys.length).map(Number);
    for (const columns of compiled.measures) row[columns.measure.name] = measureValue(columns, parts);
    return { row, notes: [] };
  });
  return drafts;
}

function employerDrafts(compiled: CompiledQuery, rows: readonly (readonly unknown[])[], wholes: Suppressed[]): Draft[] {
  const tables = groupTables(compiled, rows);
  const grouped = compiled.keys.some((key) => key.role === 'axis');
  if (tables.length === 0 && compiled.keys.every((key) => key.role === 'subject')) {
    const row: Record<string, AnalyticsValue> = {};
    for (const columns of compiled.measures) row[columns.measure.name] = measureValue(columns, nobody(compiled));
    return [{ row, notes: [] }];
  }
  return tables.flatMap((table) => {
    const hidden = withhold(compiled, table);
    if (!hidden.whole) return tableDrafts(compiled, table, hidden);
    const note = {
      members: compiled.measures.map(({ measure }) => measure.name as MeasureName),
      reason: hidden.whole,
      message: hidden.whole === 'filter' ? filterMessage : wholeMessage,
    };
    if (grouped) {
      if (!wholes.some(({ reason }) => reason === note.reason)) wholes.push({ row: null, ...note });
      return [];
    }
    const row = partitionRow(compiled, table);
    for (const { measure } of compiled.measures) row[measure.name] = null;
    return [{ row, notes: [note] }];
  });
}

function partitionRow({ keys }: CompiledQuery, { partition }: GroupTable): Record<string, AnalyticsValue> {
  const row: Record<string, AnalyticsValue> = {};
  for (const [at, key] of keys.entries()) if (key.role === 'partition') keyValues(key, partition[at] ?? null, row);
  return row;
}

/** A row for each group that has members and is asked for; one, though empty, where only the subject filters. */
function tableDrafts(compiled: CompiledQuery, table: GroupTable, hidden: Withheld): Draft[] {
  const axisKeys = compiled.keys.filter((key) => key.role !== 'partition');
  const { frame } = table;
  const drafts = new Map<string, { places: number[]; cells: number[] }>();
  const subject = axisKeys.findIndex((key) => key.role === 'subject');
  for (let cell = 0; cell < frame.length; cell += 1) {
    if (frame.isMargin(cell) || table.cells[cell] === undefined) continue;
    const places = axisKeys.map((_, axis) => frame.place(cell, axis));
    if (axisKeys.some((key, axis) => key.keep && !key.keep.has(String(table.axes[axis]![places[axis]!])))) continue;
    const id = places.filter((_, axis) => axis !== subject).join();
    const known = drafts.get(id);
    if (known) known.cells.push(cell);
    else drafts.set(id, { places, cells: [cell] });
  }
  if (drafts.size === 0 && axisKeys.every((key) => key.role === 'subject')) drafts.set('', { places: [], cells: [] });
  return [...drafts.values()].map(({ places, cells }) => {
    const row = partitionRow(compiled, table);
    let axis = 0;
    for (const key of compiled.keys) {
      if (key.role === 'axis') keyValues(key, table.axes[axis]![places[axis]!] ?? null, row);
      if (key.role !== 'partition') axis += 1;
    }
    return { row, notes: measureValues(compiled, table, hidden, cells, row) };
  });
}

/** Fills the measures of a row that is one cell, or several of the subject's values together. */
function measureValues(
  compiled: CompiledQuery,
  table: GroupTable,
  hidden: Withheld,
  cells: readonly number[],
  row: Record<string, AnalyticsValue>,
): Draft['notes'] {
  const parts = nobody(compiled);
  for (const cell of cells) table.cells[cell]!.forEach((value, at) => (parts[at] = (parts[at] ?? 0) + value));
  const notes = new Map<string, Draft['notes'][number]>();
  for (const [at, columns] of compiled.measures.entries()) {
    const name = columns.measure.name as MeasureName;
    const state = cells.map((cell) => hidden.masks[at]![cell]!).find((each) => each !== shown);
    if (state === undefined) {
      row[name] = measureValue(columns, parts);
      continue;
    }
    row[name] = null;
    // Together with another value's members it is no longer known to be "<11".
    const reason = state === small && cells.length === 1 ? 'small' : 'withheld';
    const note = notes.get(reason);
    if (note) note.members.push(name);
    else notes.set(reason, { members: [name], reason, ...(hidden.share ? { share: hidden.share } : {}) });
  }
  return [...notes.values()];
}
