import { Controller, Module } from '@nestjs/common';
import {
  documentFilter,
  documentMappings,
  type DocumentMapping,
  type DocumentMappings,
} from '@superscope/contracts/microsites';
import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import { inScope, type Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Employers } from './employers.js';
import { LibrarySlice } from './library.slice.js';
import { MicrositeLists, type StoredList } from './microsite-lists.js';

const mappingsEndpoint = endpoint('GET /api/documents/mappings', {
  summary:
    'Which documents the microsites of employers show, in their order: of one employer, of those of a plan or a platform, or of all in reach',
  right: 'microsite-documents.write',
  query: documentFilter,
  answers: { 200: documentMappings },
  problems: { 404: null },
});

const mappingsIn = ({ companyId, mappings }: StoredList): DocumentMapping[] =>
  mappings.map(({ mappingId, documentId, sequence }) => ({ id: mappingId, companyId, documentId, sequence }));

@Controller()
class MappingsController {
  constructor(
    private readonly views: Views,
    private readonly lists: MicrositeLists,
    private readonly employers: Employers,
  ) {}

  @Endpoint(mappingsEndpoint)
  async mappings({ query, caller }: RequestOf<typeof mappingsEndpoint>): Promise<DocumentMappings> {
    const { companyId, planId, platformId } = query;
    if (companyId === undefined && planId === undefined) {
      const lists = await this.inReach(platformId, caller);
      return { mappings: lists.flatMap(mappingsIn), lists: [] };
    }
    const employers =
      companyId === undefined
        ? await this.employers.ofPlan(planId!, caller)
        : [await this.employers.one(companyId, caller)];
    const found = await this.lists.all(employers.map((each) => each.companyId));
    const lists = new Map(found.map((list) => [list.companyId, list]));
    return {
      mappings: found.flatMap(mappingsIn),
      lists: employers.map((each) => ({
        companyId: each.companyId,
        companyName: each.name,
        changes: (lists.get(each.companyId)?.revision ?? -1) + 1,
        revision: lists.get(each.companyId)?.revision ?? -1,
      })),
    };
  }

  private async inReach(platformId: string | undefined, { scope }: Principal): Promise<StoredList[]> {
    const lists = await this.lists.all();
    const companies = await this.views
      .of(companiesView)
      .find({ _id: { $in: lists.map(({ companyId }) => companyId) } }, { projection: { planId: 1 } })
      .toArray();
    const plans = await this.views
      .of(plansView)
      .find({ _id: { $in: companies.map(({ planId }) => planId) } }, { projection: { platformId: 1 } })
      .toArray();
    const platforms = new Map(plans.map((plan) => [plan._id, plan.platformId]));
    const reached = new Set(
      companies
        .filter(({ planId }) => inScope(scope, planId))
        .filter(({ planId }) => platformId === undefined || platforms.get(planId) === platformId)
        .map(({ _id }) => _id),
    );
    return lists.filter(({ companyId }) => reached.has(companyId));
  }
}

@Module({ imports: [LibrarySlice], controllers: [MappingsController] })
export class MappingsSlice {}
