import { Controller, Module } from '@nestjs/common';
import { csvTableInfo, type CsvTableInfo } from '@superscope/contracts/csv-import';
import { csvTable, type CsvTable, csvTableNames } from '@superscope/contracts/csv-tables';
import { importsView } from '@superscope/contracts/read-models/imports';
import { z } from 'zod';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { fieldsOf } from './dynamic-fields.js';

const tablesEndpoint = endpoint('GET /api/csv/tables', {
  summary: 'The tables of import and export with their columns, references first',
  right: 'import-export.read',
  answers: { 200: z.array(csvTableInfo) },
});

@Controller()
class TablesController {
  constructor(private readonly views: Views) {}

  @Endpoint(tablesEndpoint)
  async list(): Promise<CsvTableInfo[]> {
    return Promise.all(
      csvTableNames.map(async (table) => {
        const { holds, key, platformBy } = csvTable(table);
        const lastImportAt = await this.lastImportOf(table);
        return { table, holds, key: [...key], columns: fieldsOf(table), platformBy, lastImportAt };
      }),
    );
  }

  private async lastImportOf(table: CsvTable): Promise<string | null> {
    const newest = await this.views
      .of(importsView)
      .findOne({ table, state: 'completed' }, { projection: { acceptedAt: 1 }, sort: { acceptedAt: -1 } });
    return newest?.acceptedAt?.toISOString() ?? null;
  }
}

@Module({ controllers: [TablesController] })
export class TablesSlice {}
