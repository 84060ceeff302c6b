import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { importAnswer, type ImportAnswer, importRefusal } from '@superscope/contracts/csv-import';
import { csvTableNames } from '@superscope/contracts/csv-tables';
import { importAsked } from '@superscope/contracts/import-effect';
import { ConflictError } from '@superscope/event-store/connection/errors';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import type { Principal } from '../platform/access/principal.js';
import { Commands } from '../platform/commands/commands.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { CsvModule } from './csv.module.js';
import { AskedBefore } from './effect/asked-before.js';
import { placeOf, placeQuery } from './import-place.js';
import { asOfQuery, confirmedBy, confirmedQuery } from './confirmed.js';
import { FileCheck } from './file-check.js';
import type { ImportRequest } from './import-request.js';
import { readCsv } from './reading/csv-records.js';
import { isColumnName } from './reading/file-layout.js';
import { RepeatableUpload } from './repeatable-upload.js';
import { ImportSettings } from './run/import-settings.js';
import { ImportTurns } from './run/import-turns.js';
import { countsOf, TakeIn } from './take-in.js';
import { csvUploadOf } from './upload.js';

const importFileEndpoint = endpoint('POST /api/csv/import', {
  summary:
    'Checks a whole CSV file, and then begins to import it: 202; with `dryRun` it only checks, and says what would change: 200; what is asked first is a 409, until it is `confirmed`',
  right: 'import-export.write',
  query: z.strictObject({
    table: z.enum(csvTableNames).optional(),
    ...placeQuery,
    dryRun: z
      .enum(['', 'true', 'false'])
      .optional()
      .transform((text) => text === '' || text === 'true'),
    ...confirmedQuery,
    ...asOfQuery,
  }),
  body: new Media('multipart/form-data'),
  answers: { 200: importAnswer, 202: importAnswer },
  problems: { 400: importRefusal, 409: importAsked },
});

/** Imports one of the fund's files: validates all of it, and only then begins to write. */
export class ImportFile extends Command<ImportAnswer> {
  constructor(
    readonly request: ImportRequest,
    readonly caller: Principal,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ImportFile)
@Injectable()
class ImportFileHandler implements ICommandHandler<ImportFile> {
  constructor(
    private readonly files: FileCheck,
    private readonly taking: TakeIn,
    private readonly askedBefore: AskedBefore,
    private readonly turns: ImportTurns,
  ) {}

  /**
   * Throws Refusal 400 with the errors by line, ImportAskedFirst for what is to be confirmed, ImportOutdated if somebody else has imported
   * since the check, RuleViolation('conflict') while another import of the table and plan runs, and ConflictError if the request's key was
   * used for another file.
   */
  async execute({ request, caller, by }: ImportFile): Promise<ImportAnswer> {
    const asOf = await this.turns.now();
    if (request.dryRun) {
      const records = readCsv(request.bytes, isColumnName);
      const { layout, validation, effect } = await this.files.check(request, records, caller, null, by);
      const told = await effect.effect(validation.planIds, asOf);
      await this.askedBefore.keep(caller.userId, request.fileName, layout.table, told.confirm);
      request.onShown?.(effect.shownMembers);
      return { importId: null, table: layout.table, ...countsOf(validation), effect: told };
    }
    const upload = new RepeatableUpload(request.bytes, by);
    const begun = () => this.begunBefore(upload);
    const file = {
      importId: upload.importId,
      records: readCsv(upload.bytes, isColumnName),
      command: () => upload.command(),
      begun,
    };
    return (await begun()) ?? (await this.taking.take({ ...request, asOf: request.asOf ?? asOf }, file, caller));
  }

  /** The import that an earlier attempt of the same request began; null if there is none. */
  private async begunBefore(upload: RepeatableUpload): Promise<ImportAnswer | null> {
    const { importId } = upload;
    const begun = upload.hasKey ? await this.taking.begun(importId) : null;
    if (begun === null) return null;
    await upload.readToEnd();
    if (begun.bodyDigest !== upload.command().bodyDigest)
      throw new ConflictError('command-reused', importId, 'This request id was used before for something else.');
    return begun.answer;
  }
}

@Controller()
class ImportFileController {
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
    const { table, dryRun, confirmed, asOf, ...given } = query;
    let shown: readonly string[] = [];
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
        members: [...shown],
      });
    try {
      const onShown = (members: readonly string[]) => void (shown = members);
      const by = confirmedBy(caller.userId, confirmed);
      const file = { fileName, bytes, table: table ?? null, dryRun, confirmed: by, asOf, onShown, ...placeOf(given) };
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

@Module({ imports: [CsvModule], controllers: [ImportFileController], providers: [ImportFileHandler] })
export class ImportFileSlice {}
