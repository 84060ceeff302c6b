import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ImportAnswer } from '@superscope/contracts/csv-import';
import { csvTable, type CsvTable } from '@superscope/contracts/csv-tables';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { acceptImport, csvImportStream } from '@superscope/domain/csv-import/csv-import';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/identity';
import type { CommandContext } from '@superscope/event-store/recorded-event';
import { Views } from '../../platform/engines.module.js';
import type { Principal } from '../../platform/principal.js';
import { Refusal } from '../../platform/problem.filter.js';
import { CsvSyntaxError, readCsv, type CsvRecord } from '../reading/csv-records.js';
import { HeaderProblem, layoutOf, type FileLayout } from '../reading/file-layout.js';
import { ImportErrors } from '../reading/import-errors.js';
import { ImportLeases, severalPlans } from '../run/import-leases.js';
import { ImportRunner } from '../run/import-runner.js';
import { ImportVisibility } from '../run/import-visibility.js';
import { keptLine } from '../run/import-writer.js';
import { Spools, type SpoolWriter } from '../spool/spools.js';
import { importTables } from '../tables/import-tables.js';
import { References } from '../validate/references.js';
import { Validation } from '../validate/validation.js';

export interface ImportRequest {
  fileName: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Null: the header says it. */
  table: CsvTable | null;
  /** As the fund's files write it. */
  platformId: string | null;
  planId: string | null;
  dryRun: boolean;
}

/** Takes in one of the fund's files: checks all of it, and only then begins to write. */
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
export class ImportFileHandler implements ICommandHandler<ImportFile> {
  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly identity: Identity,
    private readonly spools: Spools,
    private readonly leases: ImportLeases,
    private readonly visibility: ImportVisibility,
    private readonly runner: ImportRunner,
  ) {}

  /** Throws Refusal 400 with the errors by line, RuleViolation('conflict') while another import of the table and plan runs. */
  async execute({ request, caller, by }: ImportFile): Promise<ImportAnswer> {
    const importId = randomUUID();
    const spool = request.dryRun ? null : await this.spools.create(importId);
    try {
      const { layout, validation } = await this.validate(request, caller, spool);
      const { table } = layout;
      const { rows } = validation;
      if (spool === null) return { importId: null, table, rows };
      const { sha256 } = await spool.finish(validation.contiguous);
      const planId = only(validation.planIds);
      await this.leases.take(table, planId ?? severalPlans, importId);
      const accepted = {
        ...{ importId, table, planId, rows },
        platformId: only(validation.platformIds),
        fileSha256: sha256,
        fileName: request.fileName,
        startedBy: caller.userId,
      };
      // The import is its own first command: its rows' commands are named after its id, not after the request.
      const context = { ...by, commandId: `import/${importId}` };
      await this.store.transact(csvImportStream, importId, acceptImport(accepted), context);
      this.runner.start(importId);
      return { importId, table, rows };
    } catch (error) {
      await spool?.abort();
      await this.discard(importId).catch(() => undefined);
      throw error;
    }
  }

  /** Leaves nothing of an import that did not begin; one that did (its answer was lost) goes on. */
  private async discard(importId: string): Promise<void> {
    const { state } = await this.store.load(csvImportStream, importId);
    if (state.accepted !== null) return;
    await this.leases.release(importId);
    await this.spools.delete(importId);
  }

  private async validate(request: ImportRequest, caller: Principal, spool: SpoolWriter | null) {
    const errors = new ImportErrors();
    let layout: FileLayout | null = null;
    let validation: Validation | null = null;
    const records = readCsv(request.bytes);
    try {
      const { value: first } = await records.next();
      if (first) {
        layout = this.layout(first[0]!, request, caller);
        validation = await this.begin(layout, request, caller, errors);
        const table = importTables[layout.table];
        for await (const valid of validation.valid(following(first.slice(1), records))) {
          if (spool === null || errors.count > 0) continue;
          for (const { line, id, data } of valid) await spool.line(keptLine(table, line, id, data));
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
      errors.add(1, null, 'The file has no lines below its header.');
    if (errors.count > 0 || layout === null || validation === null) throw refusalOf(errors);
    return { layout, validation };
  }

  private layout(header: CsvRecord, request: ImportRequest, { scope }: Principal): FileLayout {
    const given = new Set<string>();
    if (request.planId !== null) given.add('planId');
    if (request.platformId !== null) given.add('platformId');
    const layout = layoutOf(header.cells, request.table, given);
    const { platformBy } = csvTable(layout.table);
    if (scope.kind === 'plans' && (platformBy === null || platformBy === 'column'))
      throw new Refusal(403, {
        message: `The table ${layout.table} is not of single plans, so it is not in your reach.`,
      });
    return layout;
  }

  private async begin(layout: FileLayout, request: ImportRequest, caller: Principal, errors: ImportErrors) {
    await this.visibility.showReferencesOf(layout.table);
    const references = await References.load(this.views.db);
    const { platformId, planId } = request;
    const instant = new Date().toISOString();
    return new Validation(
      {
        layout,
        given: { platformId, planId },
        givenPlan: planId === null ? null : planOf(references, platformId, planId),
        scope: caller.scope,
        now: { today: sydneyDate(instant), instant },
      },
      references,
      this.views.db,
      this.identity,
      errors,
    );
  }
}

/** The plan that the query says, of tables whose lines say none. */
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

const only = (ids: ReadonlySet<string>): string | null => (ids.size === 1 ? [...ids][0]! : null);

const refusalOf = (errors: ImportErrors): Refusal =>
  new Refusal(400, {
    message:
      errors.count === 1
        ? `Nothing was imported: line ${errors.first[0]!.line} is not right.`
        : `Nothing was imported: there are ${errors.count.toLocaleString('en-AU')} errors.`,
    errors: errors.first,
    errorCount: errors.count,
  });
