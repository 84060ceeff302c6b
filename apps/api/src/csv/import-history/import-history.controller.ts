import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { importHistory, importHistoryQuery, type ImportHistory } from '@superscope/contracts/csv-import';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { ImportHistoryPage } from './import-history.query.js';

export const importHistoryEndpoint = endpoint('GET /api/csv/history', {
  summary: "Everybody's imports: a page, the newest first, with who started each and what came of it",
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
