import { Controller, Module } from '@nestjs/common';
import { importAnswer, type ImportAnswer, importRefusal } from '@superscope/contracts/csv-import';
import { importAsked } from '@superscope/contracts/import-effect';
import type { FastifyReply } from 'fastify';
import { asOfQuery, confirmedBy, confirmedQuery } from '../csv/confirmed.js';
import { CsvModule } from '../csv/csv.module.js';
import { ImportFile } from '../csv/import-file.slice.js';
import { ImportSettings } from '../csv/run/import-settings.js';
import { csvUploadOf } from '../csv/upload.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Commands } from '../platform/commands/commands.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { InvestmentOptionsModule } from './investment-options.module.js';
import { noteFile, ofFile } from './options-file.js';
import { PlatformOptions } from './platform-options.js';

const takeFileEndpoint = endpoint('POST /api/assets', {
  summary: "Checks a CSV file of a platform's investment options, and then begins to import it for its data date",
  right: 'investment-options.write',
  query: ofFile.extend({ ...confirmedQuery, ...asOfQuery }),
  body: new Media('multipart/form-data'),
  answers: { 202: importAnswer },
  problems: { 400: importRefusal, 404: null, 409: importAsked },
});

@Controller()
class TakeFileController {
  constructor(
    private readonly commands: Commands,
    private readonly options: PlatformOptions,
    private readonly settings: ImportSettings,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(takeFileEndpoint)
  async take(asked: RequestOf<typeof takeFileEndpoint>, reply: FastifyReply): Promise<ImportAnswer> {
    const { caller, request } = asked;
    const { confirmed, ...query } = asked.query;
    const { fileName, bytes, discard } = await csvUploadOf(request, this.settings.maxFileBytes);
    let answer: ImportAnswer | null = null;
    try {
      await this.options.tablesOf(query.platformId);
      const file = { fileName, bytes, table: 'assets' as const, planId: null, dryRun: false, ...query };
      const by = confirmedBy(caller.userId, confirmed);
      answer = await this.commands.execute(
        request,
        (command) => new ImportFile({ ...file, confirmed: by }, caller, command),
      );
      void reply.status(202);
      return answer;
    } finally {
      noteFile(this.access, 'import', asked, answer);
      discard();
    }
  }
}

@Module({ imports: [CsvModule, InvestmentOptionsModule], controllers: [TakeFileController] })
export class TakeFileSlice {}
