import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { importHistory, importHistoryQuery, type ImportHistory } from '@superscope/contracts/csv-import';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { ImportHistoryPage } from './import-history.query.js';

export const importHistoryEndpoint = endpoint('GET /api/csv/history', {
  summary: 'The imports of all users: a page, the newest first, with the user and the outcome of each',
  right: 'import-export.read',
  polled: true,
  query: importHistoryQuery,
  answers: { 200: importHistory },
});

@Controller()
export class ImportHistoryController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(importHistoryEndpoint)
  list({ query: { table, page, size } }: RequestOf<typeof importHistoryEndpoint>): Promise<ImportHistory> {
    return this.queries.execute(new ImportHistoryPage(table ?? null, page, size));
  }
}
