import { Controller } from '@nestjs/common';
import { importAnswer, importRefusal, type ImportAnswer } from '@superscope/contracts/csv-import';
import { csvTableNames } from '@superscope/contracts/csv-tables';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../../platform/access/access-log.js';
import { Commands } from '../../platform/commands/commands.js';
import { Media } from '../../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { ImportSettings } from '../run/import-settings.js';
import { ImportFile } from './import-file.command.js';
import { placeOf, placeQuery } from './import-place.js';
import { csvUploadOf } from './upload.js';

export const importFileEndpoint = endpoint('POST /api/csv/import', {
  summary: 'Checks a whole CSV file, and then begins to import it: 202; with `dryRun` it only checks: 200',
  right: 'import-export.write',
  query: z.strictObject({
    table: z.enum(csvTableNames).optional(),
    ...placeQuery,
    dryRun: z
      .enum(['', 'true', 'false'])
      .optional()
      .transform((text) => text === '' || text === 'true'),
  }),
  body: new Media('multipart/form-data'),
  answers: { 200: importAnswer, 202: importAnswer },
  problems: { 400: importRefusal },
});

@Controller()
export class ImportFileController {
  constructor(
    private readonly commands: Commands,
    private readonly settings: ImportSettings,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(importFileEndpoint)
  async import(
    { query, caller, request }: RequestOf<typeof importFileEndpoint>,
    reply: FastifyReply,
  ): Promise<ImportAnswer> {
    const { table, dryRun, ...given } = query;
    const upload = await csvUploadOf(request, this.settings.maxFileBytes);
    const { fileName, bytes } = upload;
    const note = (answer: Partial<ImportAnswer>, outcome: 'ok' | 'refused') =>
      this.access.note(request, {
        userId: caller.userId,
        role: caller.role,
        planId: given.planId ?? null,
        outcome,
        action: dryRun ? 'check-import' : 'import',
        object: answer.importId ?? answer.table ?? table ?? null,
        rows: answer.rows ?? null,
      });
    try {
      const file = { fileName, bytes, table: table ?? null, dryRun, ...placeOf(given) };
      const answer = await this.commands.execute(request, (by) => new ImportFile(file, caller, by));
      note(answer, 'ok');
      void reply.status(answer.importId === null ? 200 : 202);
      return answer;
    } catch (error) {
      note({}, 'refused');
      throw error;
    } finally {
      upload.discard();
    }
  }
}
