import { Controller, Module } from '@nestjs/common';
import { z } from 'zod';
import { nothing } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { CsvModule } from './csv.module.js';
import { Repairs } from './repair/repairs.js';
import { TakeIn } from './take-in.js';

const discardRefusedFileEndpoint = endpoint('DELETE /api/csv/repairs/:id', {
  summary: 'Deletes a refused file that is kept to be mended. Once it was imported, it stays for its 30 days: 409',
  right: 'import-export.write',
  params: { id: z.uuid() },
  answers: { 204: nothing },
  problems: { 404: null, 409: null },
  noted: 'discarded refused file',
});

@Controller()
class DiscardRefusedFileController {
  constructor(
    private readonly repairs: Repairs,
    private readonly taking: TakeIn,
  ) {}

  @Endpoint(discardRefusedFileEndpoint)
  async discard({ params, caller }: RequestOf<typeof discardRefusedFileEndpoint>): Promise<void> {
    const file = await this.repairs.find(params.id, caller);
    await this.taking.refuseBegun(file.importId);
    await this.repairs.discard(file);
  }
}

@Module({ imports: [CsvModule], controllers: [DiscardRefusedFileController] })
export class DiscardRefusedFileSlice {}
