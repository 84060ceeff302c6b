import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { importAnswer, type ImportAnswer, importRefusal, type UncountedLines } from '@superscope/contracts/csv-import';
import { csvTable, type CsvTable, csvTableNames } from '@superscope/contracts/csv-tables';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { type AcceptedImport, acceptImport, csvImportStream } from '@superscope/domain/csv-import/csv-import';
import { ConflictError } from '@superscope/event-store/connection/errors';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Identity } from '@superscope/event-store/keys/identity';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import type { Principal } from '../platform/access/principal.js';
import { Commands } from '../platform/commands/commands.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { CsvModule } from './csv.module.js';
import { placeOf, placeQuery } from './import-place.js';
import { type CsvRecord, CsvSyntaxError, readCsv } from './reading/csv-records.js';
import { type FileLayout, HeaderProblem, isColumnName, layoutOf } from './reading/file-layout.js';
import { ImportErrors } from './reading/import-errors.js';
import { RepeatableUpload } from './repeatable-upload.js';
import { recordingClock } from '../platform/time/recording-clock.js';
import { acceptedImport } from './run/accepted-import.js';
import { ImportLeases, severalPlans } from './run/import-leases.js';
import { ImportRunner } from './run/import-runner.js';
import { ImportSettings } from './run/import-settings.js';
import { ImportVisibility } from './run/import-visibility.js';
import { keptLine } from './run/import-writer.js';
import { Spools, type SpoolWriter } from './run/spools.js';
import { tables } from './tables/tables.js';
import { csvUploadOf } from './upload.js';
import type { DroppedRows } from './validate/dropped-rows.js';
import { References } from './validate/references.js';
import { Validation, type ValidLine } from './validate/validation.js';

const importFileEndpoint = endpoint('POST /api/csv/import', {
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

export interface ImportRequest {
  fileName: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Null: derived from the header. */
  table: CsvTable | null;
  /** As the fund's files write it. */
  platformId: string | null;
  planId: string | null;
  /** The data date of lines that name none, in a file of investment options (yyyy-MM-dd). No line may name another one. */
  dataDate?: string;
  dryRun: boolean;
  /** Called with the valid lines, batch by batch. */
  onValid?: (lines: readonly ValidLine[]) => void;
  /** For a dry run: rows that count as known, to which the valid rows of this file are added. */
  dropped?: DroppedRows;
}

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
    private readonly views: Views,
    private readonly identity: Identity,
    private readonly spools: Spools,
    private readonly leases: ImportLeases,
    private readonly visibility: ImportVisibility,
    private readonly runner: ImportRunner,
  ) {}

  /**
   * Throws Refusal 400 with the errors by line, RuleViolation('conflict') while another import of the table and plan runs, and
   * ConflictError if the request's key was used for another file.
   */
  async execute({ request, caller, by }: ImportFile): Promise<ImportAnswer> {
    if (request.dryRun) {
      const { layout, validation } = await this.validate(request, request.bytes, caller, null);
      return { importId: null, table: layout.table, ...countsOf(validation) };
    }
    const upload = new RepeatableUpload(request.bytes, by);
    return (await this.begunBefore(upload)) ?? (await this.takeIn(request, upload, caller));
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
    return { importId, table, rows, erasedRows, uncountedRows, uncounted: lines };
  }

  private async takeIn(request: ImportRequest, upload: RepeatableUpload, caller: Principal): Promise<ImportAnswer> {
    const { importId } = upload;
    const spool = await this.spools.create(importId);
    let sha256: string | null = null;
    try {
      const { layout, validation } = await this.validate(request, upload.bytes, caller, spool);
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
      };
      await this.accept(accepted, table, upload.command());
      this.runner.start(importId);
      return { importId, table, ...counts };
    } catch (error) {
      if (sha256 === null || !(await this.mayHaveBegun(importId, sha256))) await spool.abort();
      throw error;
    }
  }

  private async accept(accepted: AcceptedImport, table: CsvTable, command: CommandContext): Promise<void> {
    const { importId, planId, fileSha256 } = accepted;
    const plan = planId ?? severalPlans;
    await this.leases.take(table, plan, importId);
    try {
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

  private async validate(
    request: ImportRequest,
    bytes: AsyncIterable<Uint8Array>,
    caller: Principal,
    spool: SpoolWriter | null,
  ) {
    const errors = new ImportErrors();
    let layout: FileLayout | null = null;
    let validation: Validation | null = null;
    const records = readCsv(bytes, isColumnName);
    try {
      const { value: first } = await records.next();
      if (first) {
        layout = this.layout(first[0]!, request, caller);
        validation = await this.begin(layout, request, caller, errors);
        const table = tables[layout.table].imported;
        for await (const valid of validation.valid(following(first.slice(1), records))) {
          request.dropped?.add(layout.table, valid);
          request.onValid?.(valid);
          if (spool === null || errors.count > 0) continue;
          await spool.keep(valid.map(({ line, id, data }) => keptLine(table, line, id, data)));
        }
      }
    } catch (error) {
      if (error instanceof CsvSyntaxError) errors.add(error.line, null, error.message);
      else if (error instanceof HeaderProblem) errors.add(1, error.column, error.message);
      else throw error;
    } finally {
      await records.return(undefined);
    }
    if (errors.count === 0 && (validation === null || validation.rows === 0))
      errors.add(1, null, whyNothing(validation?.erased.count ?? 0));
    if (errors.count > 0 || layout === null || validation === null) throw new FileRefused(errors);
    return { layout, validation };
  }

  private layout(header: CsvRecord, request: ImportRequest, { scope }: Principal): FileLayout {
    const given = new Set<string>();
    if (request.planId !== null) given.add('planId');
    if (request.platformId !== null) given.add('platformId');
    if (request.dataDate !== undefined) given.add('dataDate');
    const layout = layoutOf(header.cells, request.table, given);
    const { platformBy } = csvTable(layout.table);
    if (scope.kind === 'plans' && (platformBy === null || platformBy === 'column'))
      throw new Refusal(403, {
        message: `The table ${layout.table} does not belong to single plans, so you cannot import it.`,
      });
    return layout;
  }

  private async begin(layout: FileLayout, request: ImportRequest, caller: Principal, errors: ImportErrors) {
    await this.visibility.showReferencesOf(layout.table);
    const known = await References.load(this.views, caller.scope);
    const { platformId, planId, dataDate, dropped } = request;
    const references = dropped === undefined ? known : known.with(dropped);
    const instant = recordingClock.at();
    return new Validation(
      {
        layout,
        given: { platformId, planId, dataDate },
        givenPlan: planId === null ? null : planOf(references, platformId, planId),
        scope: caller.scope,
        byAdmin: caller.role === 'Admin',
        now: { today: sydneyDate(instant), instant },
        dropped: dropped?.members ?? null,
        droppedAssets: dropped?.assets ?? null,
      },
      references,
      { views: this.views, identity: this.identity, store: this.store },
      errors,
    );
  }
}

/** The plan that the request's query names, for tables whose lines name none. */
function planOf(references: References, platformId: string | null, planId: string): string {
  const called = references.plansCalled(planId);
  const plans = called.filter((plan) => platformId === null || references.plans.get(plan)?.platformId === platformId);
  const [plan, another] = plans;
  if (plan === undefined) throw new Refusal(400, { message: `There is no plan ${planId}.` });
  if (another !== undefined)
    throw new Refusal(400, { message: `Several platforms have a plan ${planId}: say which with platformId.` });
  return plan;
}

async function* following(first: CsvRecord[], rest: AsyncIterable<CsvRecord[]>): AsyncGenerator<CsvRecord[]> {
  yield first;
  yield* rest;
}

const countsOf = ({ rows, erased, uncounted }: Validation) => ({
  rows,
  erasedRows: erased.count,
  uncountedRows: uncounted.count,
  uncounted: uncounted.lines,
});

const none: UncountedLines = { left: [], notJoined: [] };

const only = (ids: ReadonlySet<string>): string | null => (ids.size === 1 ? [...ids][0]! : null);

const whyNothing = (erasedRows: number): string =>
  erasedRows === 0
    ? 'The file has no lines below its header.'
    : 'All lines are of erased members, so there is nothing to import.';

/** The errors of a file of which nothing was imported. */
export class FileRefused extends Refusal {
  /** Whether it names tax file numbers, also on a line whose error is not listed. */
  readonly namesTaxFileNumbers: boolean;

  constructor({ count, first, namesTaxFileNumbers }: ImportErrors) {
    const message =
      count === 1
        ? `Nothing was imported: line ${first[0]!.line} is not right.`
        : `Nothing was imported: there are ${count.toLocaleString('en-AU')} errors.`;
    super(400, { message, errors: first, errorCount: count });
    this.namesTaxFileNumbers = namesTaxFileNumbers;
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

@Module({ imports: [CsvModule], controllers: [ImportFileController], providers: [ImportFileHandler] })
export class ImportFileSlice {}
