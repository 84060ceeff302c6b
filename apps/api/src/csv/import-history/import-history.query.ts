import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ImportHistory, ImportRecord } from '@superscope/contracts/csv-import';
import { plansView } from '@superscope/contracts/read-models/fund';
import { importsView } from '@superscope/contracts/read-models/imports';
import { usersView } from '@superscope/contracts/read-models/users';
import { Views } from '../../platform/engines.module.js';
import { progressOf, type ImportDocument } from '../import-progress/import-progress.query.js';

/** A page of everybody's imports, newest first; of all tables if `table` is null. */
export class ImportHistoryPage extends Query<ImportHistory> {
  constructor(
    readonly table: string | null,
    readonly page: number,
    readonly size: number,
  ) {
    super();
  }
}

@QueryHandler(ImportHistoryPage)
@Injectable()
export class ImportHistoryHandler implements IQueryHandler<ImportHistoryPage> {
  constructor(private readonly views: Views) {}

  async execute({ table, page, size }: ImportHistoryPage): Promise<ImportHistory> {
    // If an import's first event was set aside, nothing is known of the import.
    const which = { acceptedAt: { $exists: true }, ...(table === null ? {} : { table }) };
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
      const person = people.get(document.startedBy);
      return {
        ...progress,
        startedBy: person === undefined ? null : { username: person.username, name: person.name },
        planName: document.planId === null ? null : (planNames.get(document.planId) ?? document.planId),
      };
    });
  }
}
