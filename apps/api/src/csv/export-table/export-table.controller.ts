import { Readable } from 'node:stream';
import { Controller, Get, NotFoundException, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { isCsvTable } from '@superscope/contracts/csv-tables';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../../platform/access/access-log.js';
import { Caller, requirePlan } from '../../platform/access/caller.js';
import { Policy } from '../../platform/access/policy.js';
import type { Principal } from '../../platform/access/principal.js';
import { ExportTable } from './export-table.query.js';

const id = z.string().min(1).max(90);
const exportQuery = z.strictObject({ platformId: id.optional(), planId: id.optional() });

@Controller('api/csv')
export class ExportTableController {
  constructor(
    private readonly queries: QueryBus,
    private readonly access: AccessLog,
  ) {}

  /** A table as a CSV file that imports again unchanged; who takes it is noted before it is sent, and its rows after. */
  @Get(':table/export')
  @Policy('import-export.read')
  async export(
    @Param('table') table: string,
    @Query() query: unknown,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!isCsvTable(table)) throw new NotFoundException('There is no such table.');
    const { platformId = null, planId = null } = exportQuery.parse(query);
    if (caller.scope.kind !== 'all') requirePlan(caller, planId ?? '');
    const exported = await this.queries.execute(new ExportTable(table, platformId, planId));
    const pieces = await begun(exported.pieces);
    const access = {
      ...{ userId: caller.userId, role: caller.role, planId, object: table },
      filter: { ...(platformId === null ? {} : { platformId }), ...(planId === null ? {} : { planId }) },
    };
    // Whatever leaves the house was noted before; how much did is known when it has.
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

/** With its first piece made: what fails until then is still answered as a problem, not as a file that breaks off. */
async function begun(pieces: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await pieces.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* pieces;
  })();
}
