import { Readable } from 'node:stream';
import { Controller, Get, NotFoundException, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { isCsvTable } from '@superscope/contracts/csv-tables';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../../platform/access-log.js';
import { Caller, requirePlan } from '../../platform/caller.js';
import { Policy } from '../../platform/policy.js';
import type { Principal } from '../../platform/principal.js';
import { ExportTable } from './export-table.query.js';

const id = z.string().min(1).max(90);
const exportQuery = z.strictObject({ platformId: id.optional(), planId: id.optional() });

@Controller('api/csv')
export class ExportTableController {
  constructor(
    private readonly queries: QueryBus,
    private readonly access: AccessLog,
  ) {}

  /** A table as a CSV file that imports again unchanged; who took it is noted before it is sent. */
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
    const pieces = await begun(await this.queries.execute(new ExportTable(table, platformId, planId)));
    await this.access.noteNow(request, {
      ...{ userId: caller.userId, role: caller.role, planId, rows: null, outcome: 'ok' },
      action: 'export',
      object: platformId === null ? table : `${table} of ${platformId}`,
    });
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
