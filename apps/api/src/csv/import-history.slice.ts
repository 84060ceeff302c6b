import { Controller, Module } from '@nestjs/common';
import {
  importHistory,
  type ImportHistory,
  importHistoryQuery,
  type ImportRecord,
} from '@superscope/contracts/csv-import';
import { plansView } from '@superscope/contracts/read-models/fund';
import { importsView } from '@superscope/contracts/read-models/imports';
import { usersView } from '@superscope/contracts/read-models/users';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { oneCentralImporter } from '@superscope/domain/csv-import/import-starters';
import { type ImportDocument, progressOf } from './import-progress.slice.js';

const importHistoryEndpoint = endpoint('GET /api/csv/history', {
  summary: 'The imports of all users: a page, the newest first, with the user and the outcome of each',
  right: 'import-export.read',
  polled: true,
  query: importHistoryQuery,
  answers: { 200: importHistory },
});

@Controller()
class ImportHistoryController {
  constructor(private readonly views: Views) {}

  /** A page of everybody's imports, newest first; of all tables if the query names none. */
  @Endpoint(importHistoryEndpoint)
  async list({ query: { table, page, size } }: RequestOf<typeof importHistoryEndpoint>): Promise<ImportHistory> {
    // If an import's first event was set aside, nothing is known of the import.
    const which = { acceptedAt: { $exists: true }, ...(table === undefined ? {} : { table }) };
    const imports = this.views.of(importsView);
    const found = imports
      .find(which, { projection: { errors: 0, uncounted: 0 } })
      .sort({ acceptedAt: -1, _id: 1 })
      .skip((page - 1) * size)
      .limit(size);
    const [documents, total] = await Promise.all([found.toArray(), imports.countDocuments(which)]);
    return { imports: await this.named(documents), total };
  }

  private async named(documents: readonly ImportDocument[]): Promise<ImportRecord[]> {
    const planIds = documents.flatMap(({ planId }) => (planId === null ? [] : [planId]));
    const [users, plans] = await Promise.all([
      this.views
        .of(usersView)
        .find({ _id: { $in: documents.map(({ startedBy }) => startedBy) } }, { projection: { personal: 1 } })
        .toArray(),
      this.views
        .of(plansView)
        .find({ _id: { $in: planIds } }, { projection: { name: 1 } })
        .toArray(),
    ]);
    const people = new Map(users.map(({ _id, personal }) => [_id, personal]));
    const planNames = new Map(plans.map(({ _id, name }) => [_id, name]));
    return documents.map((document) => {
      const { errors: _, uncounted: __, ...progress } = progressOf(document);
      const { startedBy } = document;
      const person = startedBy === oneCentralImporter.userId ? oneCentralImporter : people.get(startedBy);
      return {
        ...progress,
        startedBy: person === undefined ? null : { username: person.username, name: person.name },
        planName: document.planId === null ? null : (planNames.get(document.planId) ?? document.planId),
      };
    });
  }
}

@Module({ controllers: [ImportHistoryController] })
export class ImportHistorySlice {}
