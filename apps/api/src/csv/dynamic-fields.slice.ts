import { Controller, Module } from '@nestjs/common';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { FastifyReply } from 'fastify';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { dynamicFieldsCsv } from './dynamic-fields.js';

const dynamicFieldsEndpoint = endpoint('GET /api/csv/exportDynamicFields', {
  summary: 'Every field that a table of import and export may have, with type, unit, rule and example, as CSV',
  right: 'import-export.read',
  answers: { 200: new Media('text/csv; charset=utf-8') },
  sends: true,
});

@Controller()
class DynamicFieldsController {
  @Endpoint(dynamicFieldsEndpoint)
  async export(_: RequestOf<typeof dynamicFieldsEndpoint>, reply: FastifyReply): Promise<void> {
    const [year, month, day] = sydneyDate(new Date()).split('-');
    await reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="dynamicFields_${day}${month}${year}.csv"`)
      .send(dynamicFieldsCsv());
  }
}

@Module({ controllers: [DynamicFieldsController] })
export class DynamicFieldsSlice {}
