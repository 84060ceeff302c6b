import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { ImportProgress } from '@superscope/contracts/csv-import';
import { z } from 'zod';
import { Caller } from '../../platform/access/caller.js';
import { Policy } from '../../platform/access/policy.js';
import type { Principal } from '../../platform/access/principal.js';
import { ImportById, OwnImports } from './import-progress.query.js';

@Controller('api/csv/imports')
export class ImportProgressController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Policy('import-export.write')
  own(@Caller() caller: Principal): Promise<ImportProgress[]> {
    return this.queries.execute(new OwnImports(caller));
  }

  @Get(':id')
  @Policy('import-export.write')
  one(@Param('id') id: string, @Caller() caller: Principal): Promise<ImportProgress> {
    return this.queries.execute(new ImportById(z.uuid().parse(id), caller));
  }
}
