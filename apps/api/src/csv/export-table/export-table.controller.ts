import { Readable } from 'node:stream';
import { Controller, NotFoundException } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { csvTableNames, isCsvTable } from '@superscope/contracts/csv-tables';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../../platform/access/access-log.js';
import { requirePlan } from '../../platform/access/caller.js';
import { Media } from '../../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { ExportTable } from './export-table.query.js';

const id = z.string().min(1).max(90);

export const exportTableEndpoint = endpoint('GET /api/csv/:table/export', {
  summary: 'A table as a CSV file that imports again unchanged',
  right: 'import-export.read',
  params: { table: z.string().meta({ enum: csvTableNames }) },
  query: z.strictObject({ platformId: id.optional(), planId: id.optional() }),
  answers: { 200: new Media('text/csv; charset=utf-8') },
  problems: { 404: null },
  sends: true,
});

@Controller()
export class ExportTableController {
  constructor(
    private readonly queries: QueryBus,
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
    const exported = await this.queries.execute(new ExportTable(table, platformId, planId));
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
