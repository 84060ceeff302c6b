import { Injectable } from '@nestjs/common';
import { companiesView } from '@superscope/contracts/read-models/fund';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { mappingsOf, micrositeListsView } from '@superscope/contracts/read-models/microsites';
import type { Mapping } from '@superscope/domain/microsite-list/microsite-list';
import type { PlanScope } from '../platform/access/principal.js';
import { Views } from '../platform/engines.module.js';

export interface StoredList {
  companyId: string;
  mappings: Mapping[];
  /** Of the list's stream; -1 while it has no events. */
  revision: number;
}

const listOf = (stored: DocumentOf<typeof micrositeListsView>): StoredList => ({
  companyId: stored._id,
  mappings: mappingsOf(stored),
  revision: Number(stored.revision),
});

/** Which documents each employer has. */
@Injectable()
export class MicrositeLists {
  constructor(private readonly views: Views) {}

  async one(companyId: string): Promise<StoredList> {
    const stored = await this.views.of(micrositeListsView).findOne({ _id: companyId });
    return stored === null ? { companyId, mappings: [], revision: -1 } : listOf(stored);
  }

  /** Those that have events, of some employers or of all. */
  async all(companyIds?: readonly string[]): Promise<StoredList[]> {
    const found = await this.views
      .of(micrositeListsView)
      .find(companyIds === undefined ? {} : { _id: { $in: [...companyIds] } })
      .toArray();
    return found.map(listOf);
  }

  /** Those of employers of the plans of a scope. */
  async within(scope: PlanScope): Promise<StoredList[]> {
    if (scope.kind === 'all') return this.all();
    const companies = await this.views
      .of(companiesView)
      .find({ planId: { $in: [...scope.planIds] } }, { projection: { _id: 1 } })
      .toArray();
    return this.all(companies.map(({ _id }) => _id));
  }

  /** How many employers of the plans of a scope have each document. */
  async countByDocument(scope: PlanScope): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { mappings } of await this.within(scope))
      for (const { documentId } of mappings) counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
    return counts;
  }

  /** The employers that have a document. */
  async having(documentId: string): Promise<string[]> {
    return (await this.all()).flatMap(({ companyId, mappings }) =>
      mappings.some((each) => each.documentId === documentId) ? [companyId] : [],
    );
  }

  /** The employer whose list has a mapping; null if there is none. */
  async employerOf(mappingId: string): Promise<string | null> {
    const found = await this.views
      .of(micrositeListsView)
      .findOne({ [`mappings.${mappingId}.documentId`]: { $exists: true } }, { projection: { _id: 1 } });
    return found?._id ?? null;
  }
}
