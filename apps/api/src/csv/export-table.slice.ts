import { Controller, Module, NotFoundException } from '@nestjs/common';
import { csvTable, type CsvTable, csvTableNames, isCsvTable } from '@superscope/contracts/csv-tables';
import { plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { outsideId, platformOf } from '@superscope/domain/outside-id';
import { EventStore } from '@superscope/event-store/event-store';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { requirePlan } from '../platform/access/caller.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { tables } from './tables/tables.js';
import { csvOf } from './writing/csv-file.js';
import type { ExportedRows, ExportScope } from './writing/exported-rows.js';

const id = z.string().min(1).max(90);

const exportTableEndpoint = endpoint('GET /api/csv/:table/export', {
  summary: 'A table as a CSV file that imports again unchanged',
  right: 'import-export.read',
  params: { table: z.string().meta({ enum: csvTableNames }) },
  query: z.strictObject({ platformId: id.optional(), planId: id.optional() }),
  answers: { 200: new Media('text/csv; charset=utf-8') },
  problems: { 404: null },
  sends: true,
});

interface ExportedTable {
  pieces: AsyncGenerator<string>;
  /** How many rows have been read into pieces so far. */
  rows: () => number;
}

const isOn = (platformId: string | null, plan: string): boolean =>
  platformId === null || platformOf(plan) === platformId;

@Controller()
class ExportTableController {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly store: EventStore,
    private readonly access: AccessLog,
  ) {}

  /** The access log records the export before anything is sent, and the number of rows once it has ended. */
  @Endpoint(exportTableEndpoint)
  async export(
    { params: { table }, query, caller, request }: RequestOf<typeof exportTableEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    if (!isCsvTable(table)) throw new NotFoundException('There is no such table.');
    const { platformId = null, planId = null } = query;
    if (caller.scope.kind !== 'all') requirePlan(caller, planId ?? '');
    const exported = await this.exported(table, platformId, planId);
    const pieces = await begun(exported.pieces);
    const access = {
      userId: caller.userId,
      role: caller.role,
      planId,
      object: table,
      filter: { ...(platformId === null ? {} : { platformId }), ...(planId === null ? {} : { planId }) },
    };
    // Every export is recorded before it is sent. How much was sent is known only at the end.
    await this.access.noteNow(request, { ...access, action: 'export', rows: null, outcome: 'ok' });
    const noteEnd = () => {
      const outcome = reply.raw.writableFinished ? 'ok' : 'failed';
      this.access.note(request, { ...access, action: 'exported', rows: exported.rows(), outcome });
    };
    if (reply.raw.closed) noteEnd();
    else reply.raw.once('close', noteEnd);
    const [year, month, day] = sydneyDate(new Date()).split('-');
    await reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${table}_${day}${month}${year}.csv"`)
      .send(Readable.from(pieces));
  }

  /**
   * A table as CSV that imports again unchanged, in pieces of text. A plan's id is given as the fund's files write it, or is the product's
   * own id.
   */
  private async exported(table: CsvTable, platformId: string | null, planId: string | null): Promise<ExportedTable> {
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

/** Waits for the first piece, so that a failure up to then is answered as an error instead of a file that breaks off. */
async function begun(pieces: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await pieces.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* pieces;
  })();
}

@Module({ controllers: [ExportTableController] })
export class ExportTableSlice {}
