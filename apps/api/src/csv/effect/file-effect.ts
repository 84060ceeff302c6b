import type { ClickHouseClient } from '@clickhouse/client';
import { Logger } from '@nestjs/common';
import { tableInSentence } from '@superscope/contracts/csv-table-words';
import { csvTable, type CsvTable } from '@superscope/contracts/csv-tables';
import type { EffectFigure, ImportEffect } from '@superscope/contracts/import-effect';
import { importsView } from '@superscope/contracts/read-models/imports';
import { membersView } from '@superscope/contracts/read-models/members';
import { otherUnitProblem } from '@superscope/domain/file-check/other-unit';
import type { RowValues } from '@superscope/domain/file-check/row-values';
import { columnOf, type Field } from '@superscope/domain/fields';
import { memberFields } from '@superscope/domain/member/member.events';
import type { EventStore } from '@superscope/event-store/event-store';
import type { PlanScope } from '../../platform/access/principal.js';
import type { Views } from '../../platform/engines.module.js';
import { unitOf } from '../field-units.js';
import { LineIndex } from '../reading/line-index.js';
import { partsOf, type Decided, type Deciding } from '../tables/import-table.js';
import { tables } from '../tables/tables.js';
import type { ValidLine } from '../validate/validation.js';
import { MemberNumbers } from '../writing/member-numbers.js';
import { ColumnSizes } from './column-sizes.js';
import { EffectTally } from './effect-tally.js';
import { FarDates } from './far-dates.js';
import { GroupEffect } from './group-effect.js';
import { isPlanMonthTable, LastMonths, type MonthFigures } from './last-months.js';
import { planMonthFigures } from './plan-month-figures.js';
import { Questions } from './questions.js';
import { recordedAmounts } from './recorded-amounts.js';
import { RowEffect } from './row-effect.js';
import { SteadyValues } from './steady-values.js';
import { WhoIsNew } from './who-is-new.js';

/** Lines that are compared together, as many as an import decides about together. */
const linesPerBatch = 5_000;
const mostNotes = 100;
/** An import only looks whether a column is in another unit, which every tenth line shows beyond so many. */
const linesSized = 10_000;

const personalColumns = new Set(
  Object.entries<Field>(memberFields).flatMap(([name, field]) => (field.personal ? (columnOf(name, field) ?? []) : [])),
);

interface From {
  store: EventStore;
  views: Views;
  clickhouse: ClickHouseClient;
}

export interface EffectOf {
  table: CsvTable;
  deciding: Deciding;
  scope: PlanScope;
  /** Whether all of it is told. An import itself only asks its questions, which are the same. */
  isDryRun: boolean;
  /** Whether files are checked before this one whose rows count as known. */
  besideOthers: boolean;
}

/**
 * What the import of a file would change: rows are decided about, or compared with what they replace, as the import will. It holds at most
 * 5,000 lines of the file, and of what is replaced the rows that the file has not named yet.
 */
export class FileEffect {
  readonly questions = new Questions();
  /** Members whose figures or numbers are shown. */
  readonly shownMembers: string[] = [];
  private readonly log = new Logger('Import');
  private waiting: ValidLine[] = [];
  private lines = 0;
  private readonly notes: ImportEffect['notes'] = [];
  private noteCount = 0;
  private readonly tally: EffectTally;
  private readonly sizes: ColumnSizes;
  private readonly lastSizes: ColumnSizes;
  private readonly groups: GroupEffect | null;
  private readonly rows: RowEffect | null;
  private readonly whoIsNew: WhoIsNew;
  private readonly farDates: FarDates;
  /** Of plan-months: figures of the file by plan and month. */
  private readonly months = new Map<string, Map<string, MonthFigures>>();
  private readonly counted = new LineIndex();
  /** Of members: how many of each plan's current members the file names, and how many there are more afterwards. */
  private readonly named = new Map<string, number>();
  private readonly more = new Map<string, number>();

  constructor(
    private readonly of: EffectOf,
    private readonly from: From,
  ) {
    const { table, deciding, isDryRun, scope, besideOthers } = of;
    const { imported } = tables[table];
    const { columns } = csvTable(table);
    this.sizes = new ColumnSizes(columns);
    this.lastSizes = new ColumnSizes(columns);
    this.whoIsNew = new WhoIsNew(from.views, scope, (line, message) => this.note(line, 'memberId', message));
    const rankBy = imported.kind === 'groups' ? imported.comparison.rankBy : null;
    this.tally = new EffectTally(rankBy, table === 'members' ? personalColumns : new Set());
    this.farDates = new FarDates(table, deciding.acceptedOn, this.questions);
    const steady = new SteadyValues(table, this.questions);
    const isCompared = isDryRun || columns['memberId'] === undefined;
    this.groups =
      imported.kind === 'groups' && isCompared
        ? new GroupEffect(imported, from.store, deciding.acceptedOn, this.tally, steady, this.lastSizes)
        : null;
    this.rows =
      imported.kind === 'rows' && isCompared
        ? new RowEffect(
            imported,
            { ...from, deciding, besideOthers },
            this.tally,
            steady,
            this.lastSizes,
            (id, decided) => this.onDecided(id, decided),
          )
        : null;
  }

  /** Notes that the file's name says another table than its header. */
  noteName(named: CsvTable | null): void {
    const { table } = this.of;
    if (named !== null && named !== table)
      this.note(
        null,
        null,
        `The name of the file says ${tableInSentence(named)}, but its header is of ${tableInSentence(table)}.`,
      );
  }

  /** Adds valid lines. */
  async add(lines: readonly ValidLine[]): Promise<void> {
    for (const line of lines) {
      this.lines += 1;
      this.size(line);
      this.farDates.add(line);
      if (this.groups === null && this.rows === null) continue;
      if (this.waiting.push(line) === linesPerBatch) await this.flush();
    }
  }

  /** Asks and notes what only all lines show. Call it once, after the last line. */
  async end(platformIds: ReadonlySet<string>): Promise<void> {
    await this.flush();
    this.groups?.end();
    if (this.of.isDryRun) await this.whoIsNew.end();
    const last = await this.lastMonths();
    const units = [...this.sizes.sizes()];
    if (this.of.table === 'memberEvents' && units.length > 0)
      for await (const amount of recordedAmounts(this.from.views, platformIds, this.of.scope))
        this.lastSizes.note({ amount }, false);
    const ofMonths =
      last && (await last.sizes(units.map(({ column }) => column)).catch((err: unknown) => this.notRead(err)));
    for (const { column, unit, size } of units) {
      const before = ofMonths?.get(column) ?? this.lastSizes.sizeOf(column);
      const message = otherUnitProblem({ column, unit }, size, before);
      if (message === null) continue;
      const values = { was: before?.median ?? null, becomes: size.median };
      const unitText = unitOf(csvTable(this.of.table).columns[column]!);
      this.questions.ask({ line: null, row: '', column, unit: unitText, ...values, message });
    }
    this.last = last;
  }

  private last: LastMonths | null = null;

  /** All of it, for a dry run. */
  async effect(planIds: ReadonlySet<string>, asOf: number): Promise<ImportEffect> {
    const { tally, questions, notes, noteCount } = this;
    const { table } = this.of;
    const { columns } = csvTable(table);
    const unit = (column: string) => (columns[column] ? unitOf(columns[column]) : '');
    const name = await this.namesOf([...tally.largestChanges.map(({ row }) => row), ...tally.leavers]);
    const current = table === 'members' ? await this.currentMembers(planIds) : null;
    return {
      fresh: tally.fresh,
      changed: tally.changed,
      unchanged: tally.unchanged,
      leaving: tally.leaving,
      absent: current === null ? 0 : Math.max(0, current - sumOf(this.named)),
      notCompared: this.groups?.notCompared ?? 0,
      comparedWith: this.groups?.comparedWith ?? [],
      largest: tally.largestChanges.map((change) => ({ ...change, row: name(change.row), unit: unit(change.column) })),
      leavers: tally.leavers.map(name),
      columns: tally.byColumn,
      figures: await this.figures(planIds, current),
      notes: notes.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
      noteCount,
      asOf,
      questions: questions.shown,
      questionCount: questions.count,
      confirm: questions.code,
    };
  }

  private note(line: number | null, column: string | null, message: string): void {
    this.noteCount += 1;
    if (this.notes.length < mostNotes) this.notes.push({ line, column, message });
  }

  private async flush(): Promise<void> {
    const lines = this.waiting;
    this.waiting = [];
    if (lines.length === 0) return;
    await this.groups?.add(lines);
    await this.rows?.add(lines);
  }

  private size({ id, data }: ValidLine): void {
    const { table, isDryRun } = this.of;
    const { imported } = tables[table];
    if (imported.kind === 'rows') return this.sizes.note(imported.addedValues?.(data as never) ?? {}, false);
    if (isPlanMonthTable(table)) {
      const [planId, month] = partsOf(id);
      const months = this.months.get(planId) ?? new Map<string, MonthFigures>();
      this.months.set(planId, months);
      const figures = months.get(month) ?? { members: 0, balances: 0 };
      months.set(month, figures);
      if (!isDryRun && this.lines > linesSized && this.lines % 10 !== 0) return;
      const values = imported.comparison.valuesOf(data as never);
      this.sizes.note(values, false);
      if (!isDryRun) return;
      const [memberId] = data as readonly [string];
      if (this.counted.count(`${id} ${memberId}`) === 1) figures.members += 1;
      figures.balances += Number(values[imported.comparison.rankBy!] ?? 0);
      return;
    }
    this.sizes.note(imported.comparison.valuesOf(data as never), false);
  }

  private onDecided(id: string, { line, refused, was, becomes }: Decided): void {
    if (refused !== null) return this.note(line, null, `The import would refuse this line: ${refused}`);
    if (becomes !== null) this.sizes.note(becomes, false);
    if (this.of.table !== 'members' || becomes === null) return;
    if (was === null) {
      const { memberId, surname, givenName, dateOfBirth } = becomes as Readonly<Record<string, string | null>>;
      const person = { surname: surname!, givenName: givenName!, dateOfBirth: dateOfBirth! };
      const [platformId] = String(becomes['planId']).split('.');
      this.whoIsNew.add(platformId!, { line, number: memberId!, ...person });
    } else if (was['exitDate'] === null && becomes['exitDate'] !== null) this.tally.leave(id);
    const [before, after] = [this.planOf(was), this.planOf(becomes)];
    if (before !== null) count(this.named, before, 1);
    if (before !== after && before !== null) count(this.more, before, -1);
    if (before !== after && after !== null) count(this.more, after, 1);
  }

  /** The plan to which a member belongs now; null for nobody, and for one who has left. */
  private planOf(values: RowValues | null): string | null {
    if (values === null) return null;
    const { exitDate, planId } = values as Readonly<Record<string, string | null>>;
    return exitDate !== null && exitDate! < this.of.deciding.acceptedOn ? null : planId!;
  }

  private async currentMembers(planIds: ReadonlySet<string>): Promise<number> {
    const { views } = this.from;
    const today = this.of.deciding.acceptedOn;
    return views.of(membersView).countDocuments({
      planId: { $in: [...planIds] },
      erased: { $ne: true },
      $or: [{ exitDate: null }, { exitDate: { $gte: today } }],
    });
  }

  private async figures(planIds: ReadonlySet<string>, current: number | null): Promise<EffectFigure[]> {
    if (this.months.size > 0) return planMonthFigures(this.months, this.last?.figures ?? new Map<string, never>());
    const rows = { name: 'Rows', unit: 'count' as const, last: await this.lastRows(planIds), now: this.lines };
    const untold = { usual: null, isOutside: false };
    if (current === null) return [{ ...rows, ...untold }];
    const more = [...planIds].reduce((total, plan) => total + (this.more.get(plan) ?? 0), 0);
    return [
      { ...rows, ...untold },
      { name: 'Members', unit: 'count', last: current, now: current + more, ...untold },
    ];
  }

  /** Rows of the last file of the table, and of its plan if it is about one. */
  private async lastRows(planIds: ReadonlySet<string>): Promise<number | null> {
    const [planId = null, another] = planIds;
    const { table } = this.of;
    const found = await this.from.views
      .of(importsView)
      .findOne(
        { table, state: 'completed', planId: another === undefined ? planId : null },
        { projection: { rows: 1 }, sort: { acceptedAt: -1 } },
      );
    return found?.rows ?? null;
  }

  private async lastMonths(): Promise<LastMonths | null> {
    const { table } = this.of;
    if (!isPlanMonthTable(table) || this.months.size === 0) return null;
    const through = new Map([...this.months].map(([plan, months]) => [plan, [...months.keys()].sort().at(-1)!]));
    return LastMonths.read(this.from.clickhouse, table, through).catch((err: unknown) => this.notRead(err));
  }

  /** Files are taken while ClickHouse is away, so what it would show is not waited for. */
  private notRead(err: unknown): null {
    this.log.warn({ msg: 'the last months were not read, so units and figures of a file are not compared', err });
    this.note(
      null,
      null,
      'The last months cannot be read at the moment, so units and figures are not compared with them.',
    );
    return null;
  }

  /** Replaces inner ids of members by their numbers. */
  private async namesOf(rows: readonly string[]): Promise<(row: string) => string> {
    if (csvTable(this.of.table).columns['memberId'] === undefined) return (row) => row;
    const idOf = (row: string) => row.split(' ', 1)[0]!;
    const ids = [...new Set(rows.map(idOf))];
    this.shownMembers.push(...ids);
    const found = await new MemberNumbers(this.from.views).with(ids, (id) => id);
    const numbers = new Map(found.map(({ row, member }) => [row, member.number]));
    return (row) => [numbers.get(idOf(row)) ?? 'a new member', ...row.split(' ').slice(1)].join(', ');
  }
}

const count = (counts: Map<string, number>, key: string, by: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by);
const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0);
