import { csvTable } from '@superscope/contracts/csv-tables';
import { monthOf } from '@superscope/domain/calendar-dates';
import type { EventStore } from '@superscope/event-store/event-store';
import { lookAlikeKey } from '@superscope/domain/text/clean-text';
import type { Identity } from '@superscope/event-store/keys/identity';
import type { PlanScope } from '../../platform/access/principal.js';
import type { Views } from '../../platform/engines.module.js';
import type { Now } from '../../platform/csv/csv-cell.js';
import type { CsvRecord } from '../reading/csv-records.js';
import type { FileLayout } from '../reading/file-layout.js';
import type { ImportErrors } from '../reading/import-errors.js';
import { LineIndex } from '../reading/line-index.js';
import { RowReader, type Given, type ReadRow } from '../reading/row-reader.js';
import type { AcrossLines, Check, GroupTable, ImportTable, Place, Placed } from '../tables/import-table.js';
import { tables } from '../tables/tables.js';
import { AssetCodes } from './asset-codes.js';
import type { DroppedMember } from './dropped-rows.js';
import { ErasedRows } from './erased-rows.js';
import { MemberLookup, type MemberKey } from './member-lookup.js';
import type { References } from './references.js';
import { RowPlacing, type Outer } from './row-placing.js';
import { UncountedRows } from './uncounted-rows.js';
import { keysAsWritten, looksLikeStored } from './written-key.js';

export interface ValidationRequest {
  layout: FileLayout;
  given: Given;
  /** Inner id of the plan that the query names. */
  givenPlan: string | null;
  scope: PlanScope;
  byAdmin: boolean;
  now: Now;
  /** Members of files that would be imported before. */
  dropped: ReadonlyMap<string, DroppedMember> | null;
  /** Codes of investment options of such files, by platform. */
  droppedAssets: ReadonlyMap<string, ReadonlySet<string>> | null;
}

/** One valid line: what its table made of it, ready for the spool. */
export interface ValidLine {
  line: number;
  id: string;
  data: unknown;
}

/** Parsed rows of some lines, and the pending lookup of their members. */
interface ReadBatch {
  rows: { row: ReadRow; outer: Outer; key: MemberKey | null; isErased: boolean; asset: string | null }[];
  loaded: Promise<void>;
}

/** How many lines are looked up together. */
const linesPerLookup = 500;

/**
 * Validates a streamed file: cells, repeated keys and references. Memory holds two batches of lines, and at least 24 bytes for each line of
 * the file (48 if rows may repeat). Errors are collected in `errors`; the lines are valid only if that is empty at the end.
 */
export class Validation {
  readonly errors: ImportErrors;
  /** Rows that will be written. */
  rows = 0;
  readonly erased: ErasedRows;
  readonly uncounted = new UncountedRows();
  /** Plans and platforms that the lines belong to. */
  readonly planIds = new Set<string>();
  readonly platformIds = new Set<string>();
  /** Whether the rows of each group are contiguous, so that writing has to read them only once. */
  contiguous = true;
  private readonly table: ImportTable;
  /** The table, if its import replaces whole plan-months. */
  private readonly standsInGroups: GroupTable | null;
  private readonly across: AcrossLines | null;
  private readonly key: readonly string[];
  private readonly reader: RowReader;
  private readonly placing: RowPlacing;
  private readonly members: MemberLookup;
  private readonly assetCodes: AssetCodes;
  private readonly namesAsset: boolean;
  /** Whether its rows may only name investment options that there are. */
  private readonly refersToAssets: boolean;
  private readonly memberAsWritten: (record: CsvRecord) => string | null;
  private readonly assetAsWritten: (record: CsvRecord) => string | null;
  private readonly lines = new LineIndex();
  /** For a table whose rows may repeat: how often each key, and each row, has come so far. */
  private readonly repeats: { keys: LineIndex; rows: LineIndex } | null;
  private readonly groups = new Set<string>();
  private group = '';
  /** The line that `fail` is about. */
  private line = 0;
  private readonly fail = (column: string | null, message: string) => this.errors.add(this.line, column, message);
  private readonly checks: Check;

  constructor(
    request: ValidationRequest,
    references: References,
    { views, identity, store }: { views: Views; identity: Identity; store: EventStore },
    errors: ImportErrors,
  ) {
    const { layout, given, now, scope, byAdmin, givenPlan, dropped, droppedAssets } = request;
    this.errors = errors;
    this.checks = { references, byAdmin, fail: this.fail };
    this.table = tables[layout.table].imported;
    this.standsInGroups = this.table.kind === 'groups' && this.table.standing !== undefined ? this.table : null;
    this.across = this.table.kind === 'groups' ? (this.table.acrossLines?.() ?? null) : null;
    this.refersToAssets = tables[layout.table].refersTo.includes('assets');
    this.key = csvTable(layout.table).key;
    this.repeats = csvTable(layout.table).repeats ? { keys: new LineIndex(), rows: new LineIndex() } : null;
    this.erased = new ErasedRows(layout, views, store);
    this.members = new MemberLookup(views, identity, dropped);
    this.assetCodes = new AssetCodes(views, this.refersToAssets ? droppedAssets : null);
    this.namesAsset = csvTable(layout.table).columns['assetCode'] !== undefined;
    this.memberAsWritten = keysAsWritten(layout, 'memberId');
    this.assetAsWritten = keysAsWritten(layout, 'assetCode');
    this.reader = new RowReader(layout, given, now, errors, this.table.kind === 'groups' ? null : undefined);
    this.placing = new RowPlacing(layout.table, references, this.members, identity, scope, givenPlan);
  }

  /** The valid lines of the file, in order. While the references of a batch are looked up, the next batch is read. */
  async *valid(batches: AsyncIterable<readonly CsvRecord[]>): AsyncGenerator<ValidLine[]> {
    let read: ReadBatch | null = null;
    try {
      for await (const records of regrouped(batches, linesPerLookup)) {
        const next = this.read(records);
        if (read !== null) yield await this.validOf(read);
        read = next;
      }
    } catch (error) {
      // The lines before the malformed one may have errors of their own.
      if (read !== null) await this.validOf(read);
      throw error;
    }
    if (read !== null) yield await this.validOf(read);
    for (const { line, column, message } of this.across?.problems() ?? []) this.errors.add(line, column, message);
    yield await this.standingOf(this.group);
  }

  private read(records: readonly CsvRecord[]): ReadBatch {
    const rows: ReadBatch['rows'] = [];
    const wanted: MemberKey[] = [];
    for (const record of records) {
      // Spreadsheets write lines of commas at the end of a file where cells were cleared.
      if (record.cells.every((cell) => cell.trim() === '')) continue;
      const isErased = this.erased.takes(record);
      if (isErased && this.standsInGroups === null) continue;
      if (!isErased) this.rows += 1;
      this.line = record.line;
      const row = this.reader.read(record);
      const outer = row && this.placing.outer(row, this.fail);
      if (!row || !outer) continue;
      const key = isErased ? null : this.placing.memberKey(row, outer, this.memberAsWritten(record));
      rows.push({ row, outer, key, isErased, asset: this.namesAsset ? this.assetAsWritten(record) : null });
      if (key !== null) wanted.push(key);
    }
    const loaded = this.members.load(wanted);
    // Avoids an unhandled rejection; awaited once the lines before are done.
    loaded.catch(() => undefined);
    return { rows, loaded };
  }

  private async validOf({ rows, loaded }: ReadBatch): Promise<ValidLine[]> {
    await loaded;
    if (this.namesAsset) await this.assetCodes.load(new Set(rows.map(({ outer }) => outer.platformId)));
    const valid: ValidLine[] = [];
    for (const { row: read, outer, key, isErased, asset } of rows) {
      const row = this.withAsset(read, outer, asset);
      const before = this.group;
      const line = isErased ? this.noteErased(row, outer) : this.validLine(row, outer, key);
      if (this.group !== before && this.erased.count > 0) valid.push(...(await this.standingOf(before)));
      if (line !== null) valid.push(line);
    }
    this.members.rest();
    return valid;
  }

  /** The row with the code under which its investment option is, or will be, stored. */
  private withAsset(row: ReadRow, { platformId }: Outer, written: string | null): ReadRow {
    const clean = row.values['assetCode'];
    if (written === null || typeof clean !== 'string') return row;
    this.line = row.line;
    const isNew = this.refersToAssets && !this.assetCodes.has(platformId, clean, written);
    const { code, other } = this.assetCodes.resolve(platformId, clean, written, !this.refersToAssets);
    if (other !== null) this.fail('assetCode', looksLikeStored(written, other));
    else if (isNew)
      this.fail(
        'assetCode',
        `There is no investment option ${clean} on this platform. Import it first, or correct the code.`,
      );
    return code === clean ? row : { ...row, values: { ...row.values, assetCode: code } };
  }

  private validLine(row: ReadRow, outer: Outer, key: MemberKey | null): ValidLine | null {
    this.line = row.line;
    const before = this.errors.count;
    const place = this.placing.place(row, outer, key, this.fail);
    if (place === null) return null;
    const rowKey = this.keyOf(row, place, key !== null && this.members.get(key) !== null);
    if (this.repeats === null) this.refuseRepeated(row, rowKey);
    const item = this.table.item(row.values as never, place, this.checks);
    if (item === null || this.errors.count > before) return null;
    if (place.planId !== '') this.planIds.add(place.planId);
    if (place.platformId !== '') this.platformIds.add(place.platformId);
    if (this.table.kind === 'groups') this.noteGroup(item.id);
    this.across?.add(row.line, row.values as never, place);
    const known = this.standsInGroups === null || key === null ? null : this.members.get(key);
    if (known !== null) this.uncounted.note(row.line, known.dates, monthOf(String(row.values['asAt'])));
    if (known?.erased && !this.erased.names(item.id, place.planId, place.memberId)) {
      this.fail('memberId', 'This member was erased. Sort the file by plan and month, or leave the line out.');
      return null;
    }
    return { line: row.line, id: item.id, data: this.placed(item.data, rowKey) };
  }

  /** A repeated row's data say how many rows of its key, and how many equal rows, have come by then. */
  private placed(data: unknown, key: string): unknown {
    if (this.repeats === null) return data;
    const { keys, rows } = this.repeats;
    const occurrence = keys.count(key);
    const equal = rows.count(`${key}\u0001${JSON.stringify(data)}`);
    return occurrence === 1 ? data : ({ ...(data as object), place: { occurrence, equal } } satisfies Placed<object>);
  }

  /** A row that reads 'Erased' is not a line of its own. Its plan-month keeps the stored rows of erased members. */
  private noteErased(row: ReadRow, outer: Outer): null {
    this.line = row.line;
    const item = this.table.item(row.values as never, { ...outer, memberId: '', memberNumber: '' }, this.checks);
    if (item === null) return null;
    this.noteGroup(item.id);
    this.erased.note(item.id, outer.planId);
    this.planIds.add(outer.planId);
    this.platformIds.add(outer.platformId);
    return null;
  }

  /**
   * The stored rows to keep. Read only when a plan-month's lines end, because until then a line may identify an erased member by number.
   */
  private async standingOf(group: string): Promise<ValidLine[]> {
    if (this.standsInGroups === null || this.errors.count > 0) return [];
    const items = await this.erased.standing(group, this.standsInGroups);
    this.rows += items.length;
    return items.map(({ id, data }) => ({ line: this.line, id, data }));
  }

  /** Keys that look the same are the same, except those that are stored as two. */
  private keyOf({ values }: ReadRow, place: Place, memberIsKnown: boolean): string {
    let key = place.platformId;
    for (const column of this.key) {
      const value = values[column] ?? '';
      const isStored = column === 'assetCode' || typeof value !== 'string';
      key += `\u0001${column === 'memberId' && memberIsKnown ? place.memberId : isStored ? value : lookAlikeKey(value)}`;
    }
    return key;
  }

  private refuseRepeated({ line }: ReadRow, key: string): void {
    const earlier = this.lines.add(key, line);
    if (earlier === null) return;
    const columns =
      this.key.length === 1 ? this.key[0]! : `${this.key.slice(0, -1).join(', ')} and ${this.key.at(-1)!}`;
    this.errors.add(line, this.key.at(-1)!, `Lines ${earlier} and ${line} have the same ${columns}.`);
  }

  private noteGroup(group: string): void {
    if (group === this.group) return;
    if (this.groups.has(group)) this.contiguous = false;
    this.groups.add(group);
    this.group = group;
  }
}

/** Regroups records into batches of `size`. The last batch holds the rest. */
async function* regrouped<Item>(batches: AsyncIterable<readonly Item[]>, size: number): AsyncGenerator<Item[]> {
  let gathered: Item[] = [];
  try {
    for await (const items of batches)
      for (const item of items)
        if (gathered.push(item) === size) {
          yield gathered;
          gathered = [];
        }
  } catch (error) {
    yield gathered;
    throw error;
  }
  yield gathered;
}
