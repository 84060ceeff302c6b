import { plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { Injectable, NotFoundException } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { csvTable, type CsvTable } from '@superscope/contracts/csv-tables';
import { outsideId, platformOf } from '@superscope/domain/outside-id';
import { EventStore } from '@superscope/event-store/event-store';
import { Analytics, Views } from '../../platform/engines.module.js';
import { Refusal } from '../../platform/http/problem.filter.js';
import type { ExportedRows, ExportScope } from './exported-rows.js';
import { tables } from '../tables/tables.js';
import { writeCell } from './write-cell.js';

export interface ExportedTable {
  pieces: AsyncGenerator<string>;
  /** How many rows have been read into pieces so far. */
  rows: () => number;
}

/** A table as CSV that imports again unchanged, in pieces of text. */
export class ExportTable extends Query<ExportedTable> {
  constructor(
    readonly table: CsvTable,
    readonly platformId: string | null,
    /** The plan's id as the fund's files write it, or the product's own id. */
    readonly planId: string | null,
  ) {
    super();
  }
}

@QueryHandler(ExportTable)
@Injectable()
export class ExportTableHandler implements IQueryHandler<ExportTable> {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly store: EventStore,
  ) {}

  async execute({ table, platformId, planId }: ExportTable): Promise<ExportedTable> {
    const scope = await this.scope(platformId, planId);
    const namesPlatform = await this.namesPlatform(table, scope);
    const from = { views: this.views, clickhouse: this.analytics.client, store: this.store };
    const rows = tables[table].exported(from, scope);
    let count = 0;
    const counted = async function* (rows: ExportedRows): ExportedRows {
      for await (const row of rows) {
        count += 1;
        yield row;
      }
    };
    return { pieces: csvOf(table, namesPlatform, counted(rows)), rows: () => count };
  }

  private async scope(platformId: string | null, planId: string | null): Promise<ExportScope> {
    if (planId === null) return { platformId, planId: null };
    const plans = this.views.of(plansView).find({}, { projection: { _id: 1 } });
    const ids = (await plans.toArray()).map((plan) => plan._id);
    const called = ids.filter((id) => id === planId || (outsideId(id) === planId && isOn(platformId, id)));
    if (called.length > 1)
      throw new Refusal(400, { message: `Several platforms have a plan ${planId}: say which with platformId.` });
    const [plan] = called;
    if (plan === undefined) throw new NotFoundException('There is no such plan.');
    if (!isOn(platformId, plan)) throw new Refusal(400, { message: 'The plan is not one of this platform.' });
    return { platformId: platformOf(plan), planId: plan };
  }

  /**
   * Whether rows name their platform, because ids are unique within a platform only. Rows of one plan need it too, if nothing else in them
   * says where they belong: members' rows name no plan, and another platform may have a plan of the same id. Rows of one platform are
   * imported for that platform.
   */
  private async namesPlatform(table: CsvTable, { platformId, planId }: ExportScope): Promise<boolean> {
    const { platformBy, columns } = csvTable(table);
    if (platformBy === null || columns['platformId'] !== undefined || (platformId !== null && planId === null))
      return false;
    if ((await this.views.of(platformsView).countDocuments({})) < 2) return false;
    if (planId === null || platformBy === 'member') return true;
    const plans = await this.views
      .of(plansView)
      .find({}, { projection: { _id: 1 } })
      .toArray();
    return plans.some(({ _id }) => _id !== planId && outsideId(_id) === outsideId(planId));
  }
}

const isOn = (platformId: string | null, plan: string): boolean =>
  platformId === null || platformOf(plan) === platformId;

/** Tells spreadsheets that the file is UTF-8. The importer strips it. */
const byteOrderMark = '\uFEFF';
const charactersPerPiece = 64 * 1024;

async function* csvOf(table: CsvTable, namesPlatform: boolean, rows: ExportedRows): AsyncGenerator<string> {
  const { columns } = csvTable(table);
  const own: [string, CsvColumn][] = Object.entries(columns);
  let piece = `${byteOrderMark}${[...(namesPlatform ? ['platformId'] : []), ...Object.keys(columns)].join(',')}\r\n`;
  for await (const { platformId, values } of rows) {
    const cells = own.map(([name, column]) => quoted(writeCell(column, values[name])));
    piece += `${(namesPlatform ? [platformId, ...cells] : cells).join(',')}\r\n`;
    if (piece.length < charactersPerPiece) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
