import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { importProgress, type ImportProgress } from '@superscope/contracts/csv-import';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { ImportById, OwnImports } from './import-progress.query.js';

export const ownImportsEndpoint = endpoint('GET /api/csv/imports', {
  summary: "The caller's recent imports, newest first",
  right: 'import-export.write',
  answers: { 200: z.array(importProgress) },
});

export const importProgressEndpoint = endpoint('GET /api/csv/imports/:id', {
  summary: 'Progress and outcome of an import, for the user who started it, Staff and Admins',
  right: 'import-export.write',
  params: { id: z.uuid() },
  answers: { 200: importProgress },
  problems: { 404: null },
});

@Controller()
export class ImportProgressController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(ownImportsEndpoint)
  own({ caller }: RequestOf<typeof ownImportsEndpoint>): Promise<ImportProgress[]> {
    return this.queries.execute(new OwnImports(caller));
  }

  @Endpoint(importProgressEndpoint)
  one({ params, caller }: RequestOf<typeof importProgressEndpoint>): Promise<ImportProgress> {
    return this.queries.execute(new ImportById(params.id, caller));
  }
}
