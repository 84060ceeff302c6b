import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { importAnswer, type ImportAnswer, importRefusal, type UncountedLines } from '@superscope/contracts/csv-import';
import { type CsvTable, csvTableNames } from '@superscope/contracts/csv-tables';
import { importAsked } from '@superscope/contracts/import-effect';
import { type AcceptedImport, acceptImport, csvImportStream } from '@superscope/domain/csv-import/csv-import';
import { ConflictError } from '@superscope/event-store/connection/errors';
import { EventStore } from '@superscope/event-store/event-store';
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
import type { FileEffect } from './effect/file-effect.js';
import { ImportAskedFirst, ImportOutdated } from './effect/questions.js';
import { placeOf, placeQuery } from './import-place.js';
import { asOfQuery, confirmedBy, confirmedQuery } from './confirmed.js';
import { FileCheck } from './file-check.js';
import type { ImportRequest } from './import-request.js';
import { RepeatableUpload } from './repeatable-upload.js';
import { acceptedImport } from './run/accepted-import.js';
import { ImportLeases, severalPlans } from './run/import-leases.js';
import { ImportRunner } from './run/import-runner.js';
import { ImportSettings } from './run/import-settings.js';
import { ImportTurns } from './run/import-turns.js';
import { Spools } from './run/spools.js';
import { csvUploadOf } from './upload.js';
import type { Validation } from './validate/validation.js';

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
    private readonly store: EventStore,
    private readonly files: FileCheck,
    private readonly spools: Spools,
    private readonly leases: ImportLeases,
    private readonly runner: ImportRunner,
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
      const { layout, validation, effect } = await this.files.check(request, request.bytes, caller, null, by);
      const told = await effect.effect(validation.planIds, asOf);
      await this.askedBefore.keep(caller.userId, request.fileName, layout.table, told.confirm);
      request.onShown?.(effect.shownMembers);
      return { importId: null, table: layout.table, ...countsOf(validation), effect: told };
    }
    const upload = new RepeatableUpload(request.bytes, by);
    return (
      (await this.begunBefore(upload)) ??
      (await this.takeIn({ ...request, asOf: request.asOf ?? asOf }, upload, caller))
    );
  }

  /** The import that an earlier attempt of the same request began; null if there is none. */
  private async begunBefore(upload: RepeatableUpload): Promise<ImportAnswer | null> {
    const { importId } = upload;
    const begun = upload.hasKey ? await acceptedImport(this.store, importId) : null;
    if (begun === null) return null;
    await upload.readToEnd();
    if (begun.metadata.bodyDigest !== upload.command().bodyDigest)
      throw new ConflictError('command-reused', importId, 'This request id was used before for something else.');
    const { table, rows, erasedRows = 0, uncountedRows = 0, uncounted = none } = begun.accepted;
    const lines = { left: [...uncounted.left], notJoined: [...uncounted.notJoined] };
    return { importId, table, rows, erasedRows, uncountedRows, uncounted: lines, effect: null };
  }

  private async takeIn(
    request: ImportRequest & { asOf: number },
    upload: RepeatableUpload,
    caller: Principal,
  ): Promise<ImportAnswer> {
    const { importId } = upload;
    const spool = await this.spools.create(importId);
    let sha256: string | null = null;
    try {
      const { layout, validation, effect } = await this.files.check(
        request,
        upload.bytes,
        caller,
        spool,
        upload.command(),
      );
      const confirmed = await this.askFirst(effect, layout.table, request, caller);
      ({ sha256 } = await spool.finish(validation.contiguous));
      // During validation, another upload of the same request may have begun the import.
      const earlier = await this.begunBefore(upload);
      if (earlier !== null) {
        await spool.abort();
        return earlier;
      }
      const { table } = layout;
      const counts = countsOf(validation);
      const accepted = {
        importId,
        table,
        planId: only(validation.planIds),
        ...counts,
        platformId: only(validation.platformIds),
        fileSha256: sha256,
        fileName: request.fileName,
        startedBy: caller.userId,
        ...confirmed,
      };
      await this.accept(accepted, table, request.asOf, upload.command());
      this.runner.start(importId);
      // Forgotten after a day in any case.
      if (confirmed.confirmed !== undefined)
        await this.askedBefore.forget(caller.userId, request.fileName).catch(() => undefined);
      return { importId, table, ...counts, effect: null };
    } catch (error) {
      if (sha256 === null || !(await this.mayHaveBegun(importId, sha256))) await spool.abort();
      throw error;
    }
  }

  /** Who confirmed how many changes. Throws ImportAskedFirst if some are to be confirmed that were not, or others than were shown. */
  private async askFirst(
    { questions }: FileEffect,
    table: CsvTable,
    { confirmed = null, fileName }: ImportRequest,
    { userId }: Principal,
  ): Promise<Pick<AcceptedImport, 'confirmed' | 'confirmedBy'>> {
    const { code, count } = questions;
    if (code === null) return {};
    const before = await this.askedBefore.code(userId, fileName);
    const shown = before === undefined ? code : before;
    const isConfirmed = confirmed !== null && code === (confirmed.code ?? shown);
    if (isConfirmed) return { confirmed: count, confirmedBy: confirmed.by };
    await this.askedBefore.keep(userId, fileName, table, code);
    throw new ImportAskedFirst({ shown: questions.shown, count, code }, confirmed !== null);
  }

  private async accept(
    accepted: AcceptedImport,
    table: CsvTable,
    asOf: number,
    command: CommandContext,
  ): Promise<void> {
    const { importId, planId, fileSha256, startedBy } = accepted;
    const plan = planId ?? severalPlans;
    await this.leases.take(table, plan, importId);
    try {
      if (await this.turns.isOutdated(asOf, { table, plan, startedBy })) throw new ImportOutdated(table);
      await this.turns.note({ table, plan, startedBy });
      await this.store.transact(csvImportStream, importId, acceptImport(accepted), command);
    } catch (error) {
      if (!(await this.mayHaveBegun(importId, fileSha256))) await this.leases.giveBack(table, plan, importId);
      throw error;
    }
  }

  /**
   * Whether an import of this spool is running although its answer was lost. Also true if that is unknown: then the import runner decides.
   */
  private async mayHaveBegun(importId: string, sha256: string): Promise<boolean> {
    return acceptedImport(this.store, importId).then(
      (begun) => begun?.accepted.fileSha256 === sha256,
      () => true,
    );
  }
}

const countsOf = ({ rows, erased, uncounted }: Validation) => ({
  rows,
  erasedRows: erased.count,
  uncountedRows: uncounted.count,
  uncounted: uncounted.lines,
});

const none: UncountedLines = { left: [], notJoined: [] };

const only = (ids: ReadonlySet<string>): string | null => (ids.size === 1 ? [...ids][0]! : null);

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
