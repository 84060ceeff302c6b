import { Controller, Module } from '@nestjs/common';
import { day } from '@superscope/contracts/fields';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { inForceOn } from '@superscope/domain/in-force';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { csvOf } from '../csv/writing/csv-file.js';
import { rowsOfAssets } from '../csv/writing/reference-rows.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { InvestmentOptionsModule } from './investment-options.module.js';
import { platformIdField, PlatformOptions } from './platform-options.js';

const exportOptionsEndpoint = endpoint('GET /api/assets', {
  summary:
    "A platform's investment options as a CSV file that imports again unchanged: those of a data date, or those in use today",
  right: 'import-export.read',
  query: z.strictObject({ platformId: platformIdField, dataDate: day.optional() }),
  answers: { 200: new Media('text/csv; charset=utf-8') },
  problems: { 404: null },
  sends: true,
});

@Controller()
class ExportOptionsController {
  constructor(
    private readonly options: PlatformOptions,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(exportOptionsEndpoint)
  async export(
    { query: { platformId, dataDate }, caller, request }: RequestOf<typeof exportOptionsEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const tables = await this.options.tablesOf(platformId);
    const table =
      dataDate === undefined
        ? inForceOn(tables, sydneyDate(new Date()))
        : (tables.find(({ validFrom }) => validFrom === dataDate) ?? null);
    if (table === null) throw new Refusal(404, { message: 'The platform has no investment options of this date.' });
    let file = '';
    for await (const piece of csvOf('assets', false, rowsOfAssets(table))) file += piece;
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId: null,
      action: 'export',
      object: 'assets',
      filter: { platformId, dataDate: table.validFrom },
      rows: table.rows.length,
      outcome: 'ok',
    });
    const [year, month, date] = table.validFrom.split('-');
    await reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="assets_${date}${month}${year}.csv"`)
      .send(file);
  }
}

@Module({ imports: [InvestmentOptionsModule], controllers: [ExportOptionsController] })
export class ExportOptionsSlice {}
