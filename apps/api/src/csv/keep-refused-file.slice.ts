import { Controller, Module } from '@nestjs/common';
import { importRefusal } from '@superscope/contracts/csv-import';
import { csvTableNames } from '@superscope/contracts/csv-tables';
import { keptRefusedFile, type KeptRefusedFile } from '@superscope/contracts/import-repair';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { CommandContexts } from '../platform/commands/command-context.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { CsvModule } from './csv.module.js';
import { placeOf, placeQuery } from './import-place.js';
import { RefusedFiles } from './repair/refused-files.js';
import { RepeatableUpload } from './repeatable-upload.js';
import { ImportSettings } from './run/import-settings.js';
import { csvUploadOf } from './upload.js';

const keepRefusedFileEndpoint = endpoint('POST /api/csv/repairs', {
  summary:
    'Keeps a CSV file that an import refuses, encrypted and for 30 days, so that its refused cells are corrected in the portal. Nothing is imported',
  right: 'import-export.write',
  query: z.strictObject({ table: z.enum(csvTableNames).optional(), ...placeQuery }),
  body: new Media('multipart/form-data'),
  answers: { 201: keptRefusedFile },
  problems: { 400: importRefusal.partial({ errors: true, errorCount: true }) },
});

@Controller()
class KeepRefusedFileController {
  constructor(
    private readonly refused: RefusedFiles,
    private readonly contexts: CommandContexts,
    private readonly settings: ImportSettings,
    private readonly access: AccessLog,
  ) {}

  /** A file that is sent again with the same `Idempotency-Key` is kept once: the key with another file or place is answered 409. */
  @Endpoint(keepRefusedFileEndpoint)
  async keep({ query, caller, request }: RequestOf<typeof keepRefusedFileEndpoint>): Promise<KeptRefusedFile> {
    const { table = null, ...given } = query;
    const sent = await csvUploadOf(request, this.settings.maxFileBytes);
    const by = this.contexts.of(request);
    const upload = new RepeatableUpload(sent.bytes, by);
    const { importId } = upload;
    try {
      const file = { fileName: sent.fileName, table, dryRun: true, ...placeOf(given) };
      await this.refused.keep(upload, file, caller, by);
    } finally {
      sent.discard();
    }
    this.access.note(request, {
      userId: caller.userId,
      role: caller.role,
      planId: given.planId ?? null,
      outcome: 'ok',
      action: 'kept refused file',
      object: importId,
      rows: null,
    });
    return { importId };
  }
}

@Module({ imports: [CsvModule], controllers: [KeepRefusedFileController] })
export class KeepRefusedFileSlice {}
