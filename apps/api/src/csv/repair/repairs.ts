import { Injectable, NotFoundException } from '@nestjs/common';
import { csvTable } from '@superscope/contracts/csv-tables';
import { type ImportRepair, type RefusedCell, type RepairDraft } from '@superscope/contracts/import-repair';
import { refusedCellsPerPage } from '@superscope/contracts/import-repair-rules';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { nearValue } from '@superscope/domain/csv-import/near-value';
import { holdsTaxFileNumber, noTaxFileNumbers } from '@superscope/domain/tax-file-number';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Identity } from '@superscope/event-store/keys/identity';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { may } from '../../platform/access/policy.js';
import type { Principal } from '../../platform/access/principal.js';
import { CellProblem, parseCell } from '../../platform/csv/csv-cell.js';
import { Views } from '../../platform/engines.module.js';
import { recordingClock } from '../../platform/time/recording-clock.js';
import { FileCheck } from '../file-check.js';
import { FileRefused } from '../file-refused.js';
import { ImportSettings } from '../run/import-settings.js';
import { Spools } from '../run/spools.js';
import { tables } from '../tables/tables.js';
import { MemberLookup } from '../validate/member-lookup.js';
import { References } from '../validate/references.js';
import { EveryError } from './every-error.js';
import { KeptFile, removedNumber, type Edits } from './kept-file.js';
import { KnownValues } from './known-values.js';
import { LineMembers, People } from './line-members.js';
import { refusedCells, type CellState } from './refused-cells.js';
import { RepairOrigins } from './repair-origins.js';

const gone =
  'This file is not kept, or not any more: a file that is mended is deleted after 30 days, or once somebody discards it. Choose the file anew.';

/** How a kept file stands with what was typed. */
interface Looked {
  edits: Edits;
  cells: CellState[];
  /** Lines that an import would leave out: those that are skipped, and those with an open cell. */
  left: ReadonlySet<number>;
  rows: number;
  rightRows: number;
  toImport: number;
  effect: ImportRepair['effect'];
  shownMembers: readonly string[];
}

/** Tells how refused files that are kept stand with what was typed. */
@Injectable()
export class Repairs {
  constructor(
    private readonly files: FileCheck,
    private readonly spools: Spools,
    private readonly views: Views,
    private readonly identity: Identity,
    private readonly settings: ImportSettings,
    private readonly vault: KeyVault,
    private readonly origins: RepairOrigins,
  ) {}

  /** A kept file of the caller, or of anybody for those who may read the history of imports. Throws 404. */
  async find(importId: string, caller: Principal): Promise<KeptFile> {
    const spool = await this.spools.findRefused(importId);
    // It is deleted within the day.
    if (spool === null || this.endOf(spool.keptSince) < new Date()) throw new NotFoundException(gone);
    const file = await KeptFile.open(importId, spool);
    const isOwn = file.head.keptBy === caller.userId;
    if (!isOwn && !(may(caller.role, 'import-export.read') && caller.scope.kind === 'all'))
      throw new NotFoundException(gone);
    return file;
  }

  async discard({ importId }: KeptFile): Promise<void> {
    await this.spools.deleteRefused(importId);
  }

  /** When a file that is kept since then is deleted. */
  endOf(keptSince: Date): Date {
    return new Date(keptSince.getTime() + this.settings.keepRefusedMilliseconds);
  }

  /**
   * Checks a kept file with what was typed. `asOf` is the turn of a dry run, which tells what would change; null for none. Throws the reason
   * of `signal` once that is aborted.
   */
  async look(
    file: KeptFile,
    draft: RepairDraft,
    caller: Principal,
    by: CommandContext,
    asOf: number | null,
    signal: AbortSignal = never,
  ): Promise<Looked> {
    const refused = await file.refused();
    const before = new EveryError();
    for (const { line, column, message } of refused) before.add(line, column, message);
    // Such a file breaks off where it could not be read.
    if (!before.areOfCells(file.head.columns)) throw new FileRefused(before);
    const edits = await file.edits(draft, refused);
    const errors = new EveryError();
    const request = { ...file.request, dryRun: asOf !== null };
    const effectOf = asOf === null ? 'nothing' : 'rightRows';
    const read = await this.files.read(request, until(signal, file.records(edits)), caller, by, { errors, effectOf });
    const { layout, validation, effect } = read;
    if (layout === null || validation === null || effect === null || !errors.areOfCells(file.head.columns))
      throw new FileRefused(errors);
    const cells = refusedCells(draft, refused, errors.all, file.head.columns);
    const open = new Set(errors.all.map(({ line }) => line!));
    const rows = validation.rows + edits.left.size;
    const toImport = validation.rows - open.size;
    const isTold = asOf !== null && toImport > 0;
    signal.throwIfAborted();
    if (isTold) await effect.end(validation.platformIds);
    signal.throwIfAborted();
    return {
      edits,
      cells,
      left: new Set([...edits.left, ...open]),
      rows,
      rightRows: rows - new Set(refused.map(({ line }) => line)).size,
      toImport,
      effect: isTold ? await effect.effect(validation.planIds, asOf) : null,
      shownMembers: effect.shownMembers,
    };
  }

  /** What people see of it: a page of its refused cells, and what would change; and the members whose lines or figures these are. */
  async shown(
    file: KeptFile,
    looked: Looked,
    draft: RepairDraft,
    { page, show }: { page: number; show: 'open' | 'all' },
    caller: Principal,
  ): Promise<{ repair: ImportRepair; members: string[] }> {
    const { cells, rows, rightRows, toImport, effect } = looked;
    const { fileName, table } = file.head;
    const wanted = show === 'all' ? cells : cells.filter(({ state }) => state === 'open');
    const from = (page - 1) * refusedCellsPerPage;
    const count = (state: CellState['state']) => cells.filter((cell) => cell.state === state).length;
    const onPage = await this.withValues(
      file,
      wanted.slice(from, from + refusedCellsPerPage),
      draft,
      looked.edits,
      caller,
    );
    const repair = {
      importId: file.importId,
      fileName,
      table,
      keptUntil: this.endOf(file.keptSince).toISOString(),
      notice: await this.origins.notice(file.head.from),
      isReplaced: isReplaced(file),
      rows,
      rightRows,
      toImport,
      refusedCells: cells.length,
      corrected: count('corrected'),
      skipped: count('skipped'),
      open: count('open'),
      cells: onPage.shown,
      shown: wanted.length,
      effect,
    };
    return { repair, members: [...new Set([...looked.shownMembers, ...onPage.members])] };
  }

  /** Cells with their values, what their rows are about, and the values near them. */
  private async withValues(
    file: KeptFile,
    cells: readonly CellState[],
    { corrections }: RepairDraft,
    edits: Edits,
    caller: Principal,
  ): Promise<{ shown: RefusedCell[]; members: readonly string[] }> {
    const { table, columns } = file.head;
    const values = await file.cellsOf(new Set(cells.map(({ line }) => line)));
    const references = await References.load(this.views, caller.scope);
    const known = new KnownValues(table, references, this.views, this.identity, caller.scope);
    const typed = new Map(corrections.map(({ line, column, value }) => [`${line}/${column}`, value]));
    const instant = recordingClock.at();
    const now = { today: sydneyDate(instant), instant };
    const people = new People();
    const records = [...values].map(([line, ofLine]) => ({ line, cells: ofLine }));
    await people.add(this.membersOf(file, references), records, edits);
    const shown: RefusedCell[] = [];
    for (const cell of cells) {
      const { line, column } = cell;
      if (people.erasedLines.has(line)) {
        shown.push({ ...cell, message: ofErased, row: '', value: null, isWithheld: false, suggestion: null });
        continue;
      }
      const ofLine = values.get(line) ?? [];
      const row = (name: string) => ofLine[columns.indexOf(name)] ?? '';
      const value = column === null ? null : row(column);
      const isWithheld = cell.message === noTaxFileNumbers || (value !== null && holdsTaxFileNumber(value));
      const written = column === null ? '' : (typed.get(`${line}/${column}`) ?? row(column));
      const definition = column === null ? undefined : csvTable(table).columns[column];
      const isAsked = cell.state === 'open' && column !== null && definition !== undefined && !isWithheld;
      const ids = isAsked ? await known.of(column, written, row) : undefined;
      const suggestion = isAsked
        ? nearValue(written, {
            type: definition.type,
            ...(definition.values !== undefined && { values: definition.values }),
            ...(ids !== undefined && { known: ids }),
            accepts: (text) => !(parseCell(definition, text, now) instanceof CellProblem),
          })
        : null;
      shown.push({ ...cell, row: rowText(file, row), value: isWithheld ? null : value, isWithheld, suggestion });
    }
    return { shown, members: people.members };
  }

  /** Whose lines these are. */
  async peopleOf(file: KeptFile, lines: ReadonlySet<number>, edits: Edits, { scope }: Principal): Promise<People> {
    const people = new People();
    const members = this.membersOf(file, await References.load(this.views, scope));
    for await (const records of file.recordsAsSent(({ line }) => lines.has(line)))
      await people.add(members, records, edits);
    return people;
  }

  private membersOf({ head }: KeptFile, references: References): LineMembers {
    return new LineMembers(head, references, new MemberLookup(this.views, this.identity), this.vault);
  }
}

const never = new AbortController().signal;

/** The items. Throws the signal's reason in place of the next one. */
async function* until<Item>(signal: AbortSignal, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  for await (const item of items) {
    signal.throwIfAborted();
    yield item;
  }
}

const ofErased = 'This member was erased, so the line is not shown. Skip it.';

/** Whether an import replaces what is stored, so that a row that is left out would be missing. */
export const isReplaced = (file: KeptFile): boolean => tables[file.head.table].imported.kind === 'groups';

/** What identifies a row: its key, and the name of the person if the file has it. */
function rowText({ head: { table } }: KeptFile, row: (column: string) => string): string {
  const part = (column: string) => {
    const cell = row(column).trim();
    return cell === removedNumber || holdsTaxFileNumber(cell) ? '' : cell;
  };
  const isSaid = (text: string) => text !== '';
  const name = ['givenName', 'surname'].map(part).filter(isSaid).join(' ');
  return [name, ...csvTable(table).key.map(part)].filter(isSaid).join(' · ').slice(0, 200);
}
