import { Controller, Module } from '@nestjs/common';
import { dataDates, type DataDates } from '@superscope/contracts/investment-options';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { inForceOn } from '@superscope/domain/in-force';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { InvestmentOptionsModule } from './investment-options.module.js';
import { platformIdField, PlatformOptions } from './platform-options.js';

const dataDatesEndpoint = endpoint('GET /api/assets/dataDates', {
  summary: "The data dates of a platform's investment options, newest first, and which one is in use today",
  right: 'import-export.read',
  query: z.strictObject({ platformId: platformIdField }),
  answers: { 200: dataDates },
  problems: { 404: null },
});

@Controller()
class DataDatesController {
  constructor(private readonly options: PlatformOptions) {}

  @Endpoint(dataDatesEndpoint)
  async list({ query: { platformId } }: RequestOf<typeof dataDatesEndpoint>): Promise<DataDates> {
    const tables = await this.options.tablesOf(platformId);
    const inUse = inForceOn(tables, sydneyDate(new Date()));
    const dates = tables.toReversed().map((table) => ({
      dataDate: table.validFrom,
      options: table.rows.length,
      inUse: table === inUse,
    }));
    return { dates };
  }
}

@Module({ imports: [InvestmentOptionsModule], controllers: [DataDatesController] })
export class DataDatesSlice {}
