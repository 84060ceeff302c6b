import { Controller, Module } from '@nestjs/common';
import { keptRefusedFiles, type KeptRefusedFiles } from '@superscope/contracts/import-repair';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { CsvModule } from './csv.module.js';
import { RefusedFiles } from './repair/refused-files.js';
import { Repairs } from './repair/repairs.js';

const listRefusedFilesEndpoint = endpoint('GET /api/csv/repairs', {
  summary:
    'The refused files that the caller keeps to be mended, and that are neither imported nor discarded: the newest first',
  right: 'import-export.write',
  answers: { 200: keptRefusedFiles },
});

@Controller()
class ListRefusedFilesController {
  constructor(
    private readonly refused: RefusedFiles,
    private readonly repairs: Repairs,
  ) {}

  @Endpoint(listRefusedFilesEndpoint)
  async list({ caller }: RequestOf<typeof listRefusedFilesEndpoint>): Promise<KeptRefusedFiles> {
    return (await this.refused.waiting(caller)).map(({ importId, head: { fileName, table }, keptSince }) => ({
      importId,
      fileName,
      table,
      keptUntil: this.repairs.endOf(keptSince).toISOString(),
    }));
  }
}

@Module({ imports: [CsvModule], controllers: [ListRefusedFilesController] })
export class ListRefusedFilesSlice {}
