import { Controller, Get } from '@nestjs/common';
import type { CsvTableInfo } from '@superscope/contracts/csv-import';
import { csvTable, csvTableNames } from '@superscope/contracts/csv-tables';
import { Policy } from '../../platform/access/policy.js';

@Controller('api/csv/tables')
export class TablesController {
  /** The tables of import and export with their columns, references first. */
  @Get()
  @Policy('import-export.read')
  list(): CsvTableInfo[] {
    return csvTableNames.map((table) => {
      const { columns, key } = csvTable(table);
      return {
        table,
        key: [...key],
        columns: Object.entries(columns).map(([name, column]) => ({
          name,
          type: column.type,
          required: column.required,
          maxLength: column.maxLength ?? null,
          values: column.values ? [...column.values] : null,
        })),
      };
    });
  }
}
