import { Controller, Module } from '@nestjs/common';
import { cacheCleared, cacheQuery } from '@superscope/contracts/microsites';
import { clearCache } from '@superscope/domain/microsite-list/microsite-list';
import type { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { ChangeMappingsSlice, ChangeMicrositeLists } from './change-mappings.slice.js';
import { Employers } from './employers.js';
import { LibrarySlice } from './library.slice.js';
import { MicrositeLists } from './microsite-lists.js';

const clearCacheEndpoint = endpoint('DELETE /api/companies/microsite/cacheEvict', {
  summary: 'Makes out of date what microsites keep of an employer’s documents, or of those of all employers',
  right: 'microsite-documents.write',
  query: cacheQuery,
  answers: { 200: cacheCleared },
  problems: { 404: null },
  noted: 'cleared microsite cache',
});

@Controller()
class ClearCacheController {
  constructor(
    private readonly commands: Commands,
    private readonly lists: MicrositeLists,
    private readonly employers: Employers,
  ) {}

  @Endpoint(clearCacheEndpoint)
  async clear({
    query: { companyId },
    caller,
    request,
  }: RequestOf<typeof clearCacheEndpoint>): Promise<z.output<typeof cacheCleared>> {
    if (companyId !== undefined) await this.employers.one(companyId, caller);
    else if (caller.scope.kind !== 'all')
      throw new Refusal(403, { message: 'You do not have access to all employers. Choose one.' });
    const companyIds = companyId === undefined ? (await this.lists.all()).map((list) => list.companyId) : [companyId];
    const { changed } = await this.commands.execute(
      request,
      (by) => new ChangeMicrositeLists(companyIds, clearCache, by),
    );
    return { message: 'Microsite Cache Refreshed', employers: changed };
  }
}

@Module({ imports: [ChangeMappingsSlice, LibrarySlice], controllers: [ClearCacheController] })
export class ClearCacheSlice {}
