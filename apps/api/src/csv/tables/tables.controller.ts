import { Controller } from '@nestjs/common';
import { csvTableInfo, type CsvTableInfo } from '@superscope/contracts/csv-import';
import { csvTable, csvTableNames } from '@superscope/contracts/csv-tables';
import { z } from 'zod';
import { fieldsOf } from '../dynamic-fields/dynamic-fields.js';
import { Endpoint, endpoint } from '../../platform/endpoint/endpoint.js';

export const tablesEndpoint = endpoint('GET /api/csv/tables', {
  summary: 'The tables of import and export with their columns, references first',
  right: 'import-export.read',
  answers: { 200: z.array(csvTableInfo) },
});

@Controller()
export class TablesController {
  @Endpoint(tablesEndpoint)
  list(): CsvTableInfo[] {
    return csvTableNames.map((table) => {
      const { key, platformBy } = csvTable(table);
      return { table, key: [...key], columns: fieldsOf(table), platformBy };
    });
  }
}
